// What unlit.json keeps of a calibration: for which runs of the model it holds, and its curves.
#pragma once

#include "core/evaluate/calibration.h"
#include "core/evaluate/error_model.h"
#include "core/options/infer_options.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace unlit::weights {

struct TargetCalibration {
    std::string target;
    /// Errors are those of sRGB-encoded values for colours, of the numbers themselves for data.
    std::optional<evaluate::ErrorModel> model;
    evaluate::CalibrationCurve curve; ///< of the spread; what versions before 0.2 wrote instead
    double meanError = 0;             ///< of the prediction, on the pictures it was fitted on
    double calibrationError = 0;      ///< cross-validated, see evaluate::Reliability
    std::size_t samples = 0;
};

/// A model of errors holds for every way of running. A spread means something only for the
/// ensemble that it was measured with.
struct Calibration {
    int ensemble = 1; ///< members that it was measured with
    int steps = 1;
    Reduction reduction = Reduction::Median;
    double strength = 1;
    std::size_t pictures = 0;
    std::string set; ///< name of the list, for people
    std::vector<TargetCalibration> targets;

    /// Of any target.
    bool knowsErrors() const;

    /// Nullptr where there is none.
    const evaluate::ErrorModel* errorModelFor(const std::string& target) const;

    /// The curve of spreads for a run with these settings; nullptr where it does not hold for them.
    const evaluate::CalibrationCurve* curveFor(const std::string& target,
                                               const UsedSettings& used) const;
};

nlohmann::json toJson(const Calibration& calibration);

/// The inverse. Throws Error::invalidInput naming `file` and the key for anything that is no
/// calibration: curves that fall, lists of different lengths, numbers that are none.
Calibration calibrationFromJson(const nlohmann::json& json, const std::filesystem::path& file);

/// "5 members, 1 step, median, 60 pictures of heldout.txt; albedo: mean error 0.041, calibration
/// error 0.004".
std::string describe(const Calibration& calibration);

} // namespace unlit::weights
