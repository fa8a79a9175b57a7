// What the numbers of an uncertainty picture mean, as its metadata say it.
#pragma once

namespace unlit {

/// Key in the metadata of an uncertainty picture; EXR files keep it.
inline constexpr const char* kUncertaintyKey = "unlit.uncertainty";

/// Values of that key.
inline constexpr const char* kExpectedError = "expected absolute error";
inline constexpr const char* kMedianDeviation = "median absolute deviation of the ensemble";
inline constexpr const char* kStandardDeviation = "standard deviation of the ensemble";

} // namespace unlit
