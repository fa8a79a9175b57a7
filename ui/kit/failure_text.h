// What the core says of a failure, below a title in the window's language.
#pragma once

#include "core/base/failure.h"

#include <QString>

namespace unlit::ui {

/// What happened, and what to do: a sentence each, in the core's English.
QString failureText(const Failure& failure);

} // namespace unlit::ui
