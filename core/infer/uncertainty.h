// What the numbers of an uncertainty picture mean: how far the members of an ensemble disagree, or,
// for a calibrated model, the error that is to be expected.
#pragma once

#include "core/image/uncertainty_meaning.h"
#include "core/options/infer_options.h"
#include "core/weights/model_folder.h"

#include <string>

namespace unlit::infer {

/// Turns a spread, in the units of the target's picture, into the expected absolute error in the
/// same units, where the folder has a calibration that holds for these settings; else leaves it.
/// Says in the metadata which it is
/// (uncertainty_meaning.h). Throws Error::invalidInput for a calibration that cannot be
/// read.
void calibrateUncertainty(Image& uncertainty, const std::string& target, const UsedSettings& used,
                          const weights::ModelFolder& folder);

} // namespace unlit::infer
