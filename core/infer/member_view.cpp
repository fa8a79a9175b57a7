#include "core/infer/member_view.h"

#include <vector>

namespace unlit::infer {

torch::Tensor mirrored(const torch::Tensor& x_HW, std::int64_t view) {
    std::vector<std::int64_t> dimensions;
    if ((view & 1) != 0)
        dimensions.push_back(-1);
    if ((view & 2) != 0)
        dimensions.push_back(-2);
    return dimensions.empty() ? x_HW : x_HW.flip(dimensions);
}

} // namespace unlit::infer
