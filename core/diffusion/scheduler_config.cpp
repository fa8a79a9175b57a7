#include "core/diffusion/scheduler_config.h"

#include "core/base/error.h"
#include "core/diffusion/named_choice.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace unlit::diffusion {

namespace {

using Json = nlohmann::json;

constexpr std::int64_t kMostTrainTimesteps = 100000;

constexpr NamedChoices<BetaSchedule, 3> kBetaSchedules = {{
    {BetaSchedule::Linear, "linear"},
    {BetaSchedule::ScaledLinear, "scaled_linear"},
    {BetaSchedule::SquaredCosCapV2, "squaredcos_cap_v2"},
}};

constexpr NamedChoices<TimestepSpacing, 3> kSpacings = {{
    {TimestepSpacing::Leading, "leading"},
    {TimestepSpacing::Trailing, "trailing"},
    {TimestepSpacing::Linspace, "linspace"},
}};

constexpr NamedChoices<VarianceType, 2> kVarianceTypes = {{
    {VarianceType::FixedSmall, "fixed_small"},
    {VarianceType::FixedLarge, "fixed_large"},
}};

constexpr std::array<std::string_view, 3> kReadableClasses = {"DDIMScheduler", "DDPMScheduler",
                                                              "PNDMScheduler"};

/// Reads typed values by key and remembers which keys it was asked for.
class ConfigReader {
public:
    ConfigReader(const Json& json, const std::string& where) : m_json(json), m_where(where) {
        if (!json.is_object()) {
            throw Error::invalidInput(where + ": the scheduler's settings are not a JSON object",
                                      "take the file of the original model");
        }
    }

    const Json* find(const std::string& key) {
        m_asked.insert(key);
        const auto found = m_json.find(key);
        return found == m_json.end() ? nullptr : &*found;
    }

    void read(const std::string& key, bool& value) {
        if (const Json* found = find(key)) {
            require(found->is_boolean(), key, "true or false");
            value = found->get<bool>();
        }
    }

    void read(const std::string& key, double& value, double least, double most) {
        if (const Json* found = find(key)) {
            require(found->is_number(), key, "a number");
            value = found->get<double>();
            require(value >= least && value <= most, key,
                    "between " + Json(least).dump() + " and " + Json(most).dump());
        }
    }

    void read(const std::string& key, std::int64_t& value, std::int64_t least, std::int64_t most) {
        if (const Json* found = find(key)) {
            require(found->is_number_integer(), key, "a whole number");
            // Compared as a double first: an unsigned value past 2^63 would wrap.
            const double wide = found->get<double>();
            require(wide >= static_cast<double>(least) && wide <= static_cast<double>(most), key,
                    "between " + std::to_string(least) + " and " + std::to_string(most));
            value = found->get<std::int64_t>();
        }
    }

    template <typename Value, std::size_t N>
    void read(const std::string& key, Value& value, const NamedChoices<Value, N>& choices) {
        if (const Json* found = find(key)) {
            require(found->is_string(), key, "a text");
            value = choiceNamed(choices, found->get<std::string>(), key, m_where);
        }
    }

    void require(bool holds, const std::string& key, const std::string& expectation) const {
        if (!holds) {
            throw Error::invalidInput(m_where + ": " + key + " is " +
                                          m_json.at(key).dump().substr(0, 60) + ", but must be " +
                                          expectation,
                                      "correct the file, or take that of the original model");
        }
    }

    std::vector<std::string> unaskedKeys() const {
        std::vector<std::string> keys;
        for (const auto& [key, value] : m_json.items()) {
            if (!m_asked.contains(key) && !key.starts_with('_')) {
                keys.push_back(key);
            }
        }
        return keys;
    }

private:
    const Json& m_json;
    const std::string& m_where;
    std::set<std::string> m_asked;
};

/// Returns the class that the file names, "DDIMScheduler" when it names none.
std::string readClassName(ConfigReader& reader, const std::string& where) {
    const Json* name = reader.find("_class_name");
    if (name == nullptr) {
        return "DDIMScheduler";
    }
    reader.require(name->is_string(), "_class_name", "a text");
    auto text = name->get<std::string>();
    if (std::ranges::find(kReadableClasses, text) == kReadableClasses.end()) {
        throw Error::unsupported(where + ": the scheduler class \"" + text +
                                     "\" is not one that this program can run",
                                 "use the folder's DDIMScheduler, DDPMScheduler or PNDMScheduler "
                                 "file, or export the model with one of them");
    }
    return text;
}

void readTrainedBetas(ConfigReader& reader, SchedulerConfig& config) {
    const std::string key = "trained_betas";
    const Json* found = reader.find(key);
    if (found == nullptr || found->is_null()) {
        return;
    }
    reader.require(found->is_array(), key, "null or a list of numbers");
    reader.require(found->size() == static_cast<std::size_t>(config.numTrainTimesteps), key,
                   "a list of num_train_timesteps (" + std::to_string(config.numTrainTimesteps) +
                       ") numbers");
    for (const Json& beta : *found) {
        const bool usable =
            beta.is_number() && beta.get<double>() >= 0.0 && beta.get<double>() <= 1.0;
        reader.require(usable, key, "numbers between 0 and 1");
        config.trainedBetas.push_back(beta.get<double>());
    }
}

void readSchedule(ConfigReader& reader, SchedulerConfig& config) {
    constexpr double kBelowOne = 1.0 - 1e-9;
    reader.read("num_train_timesteps", config.numTrainTimesteps, 1, kMostTrainTimesteps);
    reader.read("beta_start", config.betaStart, 0.0, kBelowOne);
    reader.read("beta_end", config.betaEnd, 0.0, kBelowOne);
    reader.read("beta_schedule", config.betaSchedule, kBetaSchedules);
    readTrainedBetas(reader, config);
    reader.read("rescale_betas_zero_snr", config.rescaleBetasZeroSnr);
}

void readSampler(ConfigReader& reader, SchedulerConfig& config, const std::string& where) {
    constexpr double kLargest = 1e6;
    reader.read("clip_sample", config.clipSample);
    reader.read("clip_sample_range", config.clipSampleRange, 1e-6, kLargest);
    reader.read("set_alpha_to_one", config.setAlphaToOne);
    reader.read("steps_offset", config.stepsOffset, 0, kMostTrainTimesteps);
    reader.read("thresholding", config.thresholding);
    reader.read("dynamic_thresholding_ratio", config.dynamicThresholdingRatio, 0.0, 1.0);
    reader.read("sample_max_value", config.sampleMaxValue, 1.0, kLargest);
    reader.read("timestep_spacing", config.timestepSpacing, kSpacings);
    if (const Json* found = reader.find("prediction_type")) {
        reader.require(found->is_string(), "prediction_type", "a text");
        config.predictionType = predictionTypeFromString(found->get<std::string>(), where);
    }
}

/// Whether no signal is left at some timestep, so that a noise prediction says nothing of it.
bool reachesPureNoise(const SchedulerConfig& config) {
    return config.rescaleBetasZeroSnr ||
           std::ranges::find(config.trainedBetas, 1.0) != config.trainedBetas.end();
}

} // namespace

std::string_view toString(BetaSchedule schedule) {
    return nameOf(kBetaSchedules, schedule);
}

std::string_view toString(TimestepSpacing spacing) {
    return nameOf(kSpacings, spacing);
}

TimestepSpacing timestepSpacingFromString(std::string_view text, const std::string& where) {
    return choiceNamed(kSpacings, text, "timestep_spacing", where);
}

SchedulerConfig schedulerConfigFromJson(const Json& json, const std::string& where) {
    ConfigReader reader(json, where);
    SchedulerConfig config;
    const std::string className = readClassName(reader, where);
    readSchedule(reader, config);
    readSampler(reader, config, where);
    if (className == "DDPMScheduler") {
        reader.read("variance_type", config.varianceType, kVarianceTypes);
    }
    config.unusedKeys = reader.unaskedKeys();
    return config;
}

Json schedulerConfigToJson(const SchedulerConfig& config, SchedulerClass schedulerClass) {
    const bool ddim = schedulerClass == SchedulerClass::Ddim;
    Json json = {
        {"_class_name", ddim ? "DDIMScheduler" : "DDPMScheduler"},
        {"num_train_timesteps", config.numTrainTimesteps},
        {"beta_start", config.betaStart},
        {"beta_end", config.betaEnd},
        {"beta_schedule", toString(config.betaSchedule)},
        {"trained_betas", config.trainedBetas.empty() ? Json(nullptr) : Json(config.trainedBetas)},
        {"clip_sample", config.clipSample},
        {"clip_sample_range", config.clipSampleRange},
        {"steps_offset", config.stepsOffset},
        {"prediction_type", toString(config.predictionType)},
        {"thresholding", config.thresholding},
        {"dynamic_thresholding_ratio", config.dynamicThresholdingRatio},
        {"sample_max_value", config.sampleMaxValue},
        {"timestep_spacing", toString(config.timestepSpacing)},
        {"rescale_betas_zero_snr", config.rescaleBetasZeroSnr},
        // Not a key of DDPM, but kept for the DDIM scheduler that is later made from its file.
        {"set_alpha_to_one", config.setAlphaToOne},
    };
    if (!ddim) {
        json["variance_type"] = nameOf(kVarianceTypes, config.varianceType);
    }
    return json;
}

void validate(const SchedulerConfig& config) {
    if (config.predictionType == PredictionType::Epsilon && reachesPureNoise(config)) {
        throw Error::invalidInput(
            "the scheduler combines prediction_type \"epsilon\" with a noise schedule that ends in "
            "pure noise (zero terminal SNR): at timestep " +
                std::to_string(config.numTrainTimesteps - 1) +
                " the picture would be divided by zero",
            "set prediction_type to \"v_prediction\" if the model was trained so, or "
            "rescale_betas_zero_snr to false");
    }
}

} // namespace unlit::diffusion
