// How the pairs are called that `dataset.valid_frac` takes from a training set.
#pragma once

namespace unlit::config {

/// Ends the name of such a set.
inline constexpr const char* kKeptBack = "_kept_back";

} // namespace unlit::config
