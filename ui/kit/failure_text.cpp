#include "ui/kit/failure_text.h"

#include "ui/kit/text.h"

namespace unlit::ui {

QString failureText(const Failure& failure) {
    const QString what = sentence(failure.message);
    return failure.hint.empty() ? what : what + u'\n' + sentence(failure.hint);
}

} // namespace unlit::ui
