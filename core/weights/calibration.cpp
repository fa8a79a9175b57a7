#include "core/weights/calibration.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace unlit::weights {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostKnots = 10000;

/// Reads one calibration; carries the file for the sentences.
class CalibrationReader {
public:
    explicit CalibrationReader(const std::filesystem::path& file) : m_file(file) {}

    [[noreturn]] void fail(const std::string& key, const std::string& expectation) const {
        throw Error::invalidInput(m_file.string() + ": calibration." + key + " must be " +
                                      expectation,
                                  "calibrate the model anew with `unlit model calibrate`");
    }

    const Json& at(const Json& json, const std::string& key) const {
        const auto found = json.find(key);
        if (found == json.end())
            fail(key, "there");
        return *found;
    }

    int whole(const Json& json, const std::string& key, int least) const {
        const Json& value = at(json, key);
        if (!value.is_number_integer() || value < least || value > 1'000'000'000)
            fail(key, "a whole number of at least " + std::to_string(least));
        return value.get<int>();
    }

    double error(const Json& json, const std::string& key) const {
        const Json& value = at(json, key);
        if (!value.is_number() || !std::isfinite(value.get<double>()) || value < 0)
            fail(key, "a number of at least 0");
        return value.get<double>();
    }

    std::string text(const Json& json, const std::string& key) const {
        const Json& value = at(json, key);
        if (!value.is_string())
            fail(key, "a text");
        return value.get<std::string>();
    }

    std::vector<double> numbers(const Json& json, const std::string& key) const {
        const Json& list = at(json, key);
        if (!list.is_array() || list.empty() || list.size() > kMostKnots)
            fail(key, "a list of numbers");
        std::vector<double> values;
        for (const Json& value : list) {
            if (!value.is_number() || !std::isfinite(value.get<double>()) || value < 0)
                fail(key, "a list of numbers of at least 0");
            values.push_back(value.get<double>());
        }
        return values;
    }

    double number(const Json& json, const std::string& key) const {
        const Json& value = at(json, key);
        if (!value.is_number() || !std::isfinite(value.get<double>()))
            fail(key, "a number");
        return value.get<double>();
    }

    evaluate::ErrorModel errorModel(const Json& json) const {
        evaluate::ErrorModel model;
        model.intercept = number(json, "intercept");
        const Json& features = at(json, "features");
        if (!features.is_object())
            fail("features",
                 "an object with " + std::to_string(model.features.size()) + " features");
        for (std::size_t i = 0; i < model.features.size(); ++i) {
            const Json& entry = at(features, std::string(evaluate::kErrorFeatureNames[i]));
            if (!entry.is_object())
                fail("features", "objects");
            model.features[i] = {.weight = number(entry, "weight"),
                                 .mean = number(entry, "mean"),
                                 .scale = number(entry, "scale"),
                                 .low = number(entry, "low"),
                                 .high = number(entry, "high")};
            if (!(model.features[i].scale > 0))
                fail("scale", "above 0");
            if (!(model.features[i].low <= model.features[i].high))
                fail("low", "at most high");
        }
        model.curve = curve(json, "regression");
        return model;
    }

    evaluate::CalibrationCurve curve(const Json& json, const std::string& knots) const {
        evaluate::CalibrationCurve curve{numbers(json, knots), numbers(json, "error")};
        if (curve.spread.size() != curve.error.size())
            fail("error", "as long as " + knots);
        const auto notRising = [](double before, double after) { return after <= before; };
        if (std::ranges::adjacent_find(curve.spread, notRising) != curve.spread.end())
            fail(knots, "rising");
        if (!std::ranges::is_sorted(curve.error))
            fail("error", "never falling");
        return curve;
    }

private:
    const std::filesystem::path& m_file;
};

std::string rounded(double number) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4f", number);
    return text.data();
}

std::string counted(std::size_t count, const std::string& one) {
    return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

} // namespace

bool Calibration::knowsErrors() const {
    return std::ranges::any_of(
        targets, [](const TargetCalibration& target) { return target.model.has_value(); });
}

const evaluate::ErrorModel* Calibration::errorModelFor(const std::string& target) const {
    const auto found = std::ranges::find(targets, target, &TargetCalibration::target);
    return found == targets.end() || !found->model ? nullptr : &*found->model;
}

const evaluate::CalibrationCurve* Calibration::curveFor(const std::string& target,
                                                        const UsedSettings& used) const {
    if (used.members != ensemble || used.steps != steps || used.reduction != reduction ||
        used.strength != strength)
        return nullptr;
    const auto found = std::ranges::find(targets, target, &TargetCalibration::target);
    return found == targets.end() || found->curve.spread.empty() ? nullptr : &found->curve;
}

Json toJson(const Calibration& calibration) {
    Json targets = Json::object();
    for (const TargetCalibration& target : calibration.targets) {
        Json& entry = targets[target.target];
        entry = {{"mean_error", target.meanError},
                 {"calibration_error", target.calibrationError},
                 {"samples", target.samples}};
        if (!target.model) {
            entry["spread"] = target.curve.spread;
            entry["error"] = target.curve.error;
            continue;
        }
        entry["intercept"] = target.model->intercept;
        for (std::size_t i = 0; i < target.model->features.size(); ++i) {
            const evaluate::FeatureWeight& feature = target.model->features[i];
            entry["features"][std::string(evaluate::kErrorFeatureNames[i])] = {
                {"weight", feature.weight},
                {"mean", feature.mean},
                {"scale", feature.scale},
                {"low", feature.low},
                {"high", feature.high}};
        }
        entry["regression"] = target.model->curve.spread;
        entry["error"] = target.model->curve.error;
    }
    return {{"ensemble", calibration.ensemble},
            {"steps", calibration.steps},
            {"reduction", toString(calibration.reduction)},
            {"strength", calibration.strength},
            {"pictures", calibration.pictures},
            {"set", calibration.set},
            {"targets", targets}};
}

Calibration calibrationFromJson(const Json& json, const std::filesystem::path& file) {
    const CalibrationReader reader(file);
    if (!json.is_object())
        reader.fail("", "an object");
    Calibration calibration;
    calibration.ensemble = reader.whole(json, "ensemble", 1);
    calibration.steps = reader.whole(json, "steps", 1);
    const auto reduction = reductionFromString(reader.text(json, "reduction"));
    if (!reduction)
        reader.fail("reduction", "median or mean");
    calibration.reduction = *reduction;
    if (json.contains("strength")) // older ones were of full strength
        calibration.strength = reader.error(json, "strength");
    calibration.pictures = static_cast<std::size_t>(reader.whole(json, "pictures", 0));
    calibration.set = reader.text(json, "set");
    const Json& targets = reader.at(json, "targets");
    if (!targets.is_object() || targets.empty())
        reader.fail("targets", "an object with a curve for a target");
    for (const auto& [name, entry] : targets.items()) {
        if (!entry.is_object())
            reader.fail("targets." + name, "an object");
        TargetCalibration target;
        target.target = name;
        if (entry.contains("features"))
            target.model = reader.errorModel(entry);
        else if (calibration.ensemble < 2)
            reader.fail("ensemble", "a whole number of at least 2");
        else
            target.curve = reader.curve(entry, "spread");
        target.meanError = reader.error(entry, "mean_error");
        target.calibrationError = reader.error(entry, "calibration_error");
        target.samples = static_cast<std::size_t>(reader.whole(entry, "samples", 0));
        calibration.targets.push_back(std::move(target));
    }
    return calibration;
}

std::string describe(const Calibration& calibration) {
    std::string text = calibration.knowsErrors()
                           ? "expected errors"
                           : counted(static_cast<std::size_t>(calibration.ensemble), "member") +
                                 ", " +
                                 counted(static_cast<std::size_t>(calibration.steps), "step") +
                                 ", " + std::string(toString(calibration.reduction));
    text += ", " + counted(calibration.pictures, "picture") + " of " + calibration.set;
    for (const TargetCalibration& target : calibration.targets)
        text += "; " + target.target + ": mean error " + rounded(target.meanError) +
                ", calibration error " + rounded(target.calibrationError);
    return text;
}

} // namespace unlit::weights
