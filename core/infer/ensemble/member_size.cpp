#include "core/infer/ensemble/member_size.h"

namespace unlit::infer {

double workOfView(int view) {
    return view < kOwnSizeViews ? 1 : kLargerView * kLargerView;
}

double workOfMembers(int members, bool areViews) {
    double work = 0;
    for (int member = 0; member < members; ++member)
        work += areViews ? workOfView(member) : 1;
    return work;
}

} // namespace unlit::infer
