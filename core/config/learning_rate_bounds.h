// The rates that a training takes, from its recipe and while it goes.
#pragma once

namespace unlit::config {

inline constexpr double kHighestLearningRate = 1;

} // namespace unlit::config
