// What the numbers of an uncertainty picture mean: how far the members of an ensemble disagree, or,
// for a calibrated model, the error that is to be expected.
#pragma once

#include "core/infer/infer_options.h"
#include "core/weights/model_folder.h"

#include <string>

namespace unlit::infer {

/// Metadata key of an uncertainty picture: what its numbers are. EXR files keep it.
inline constexpr const char* kUncertaintyKey = "unlit.uncertainty";

/// Values of that key.
inline constexpr const char* kExpectedError = "expected absolute error";
inline constexpr const char* kMedianDeviation = "median absolute deviation of the ensemble";
inline constexpr const char* kStandardDeviation = "standard deviation of the ensemble";

/// Turns a spread, in the units of the target's picture, into the expected absolute error in the
/// same units, where the folder has a calibration that holds for these settings; else leaves it.
/// Says in the metadata which it is. Throws Error::invalidInput for a calibration that cannot be
/// read.
void calibrateUncertainty(Image& uncertainty, const std::string& target, const UsedSettings& used,
                          const weights::ModelFolder& folder);

} // namespace unlit::infer
