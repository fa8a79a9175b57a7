#include "core/infer/uncertainty.h"

#include "core/weights/calibration.h"

namespace unlit::infer {

void calibrateUncertainty(Image& uncertainty, const std::string& target, const UsedSettings& used,
                          const weights::ModelFolder& folder) {
    uncertainty.metadata[kUncertaintyKey] =
        used.reduction == Reduction::Median ? kMedianDeviation : kStandardDeviation;
    if (folder.unlit.calibration.is_null())
        return;
    const weights::Calibration calibration =
        weights::calibrationFromJson(folder.unlit.calibration, weights::unlitFileOf(folder));
    const evaluate::CalibrationCurve* curve = calibration.curveFor(target, used);
    if (curve == nullptr)
        return;
    for (float& value : uncertainty.samples)
        value = static_cast<float>(curve->expectedError(value));
    uncertainty.metadata[kUncertaintyKey] = kExpectedError;
}

} // namespace unlit::infer
