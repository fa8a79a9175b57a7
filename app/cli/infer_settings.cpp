// Settings of a result as JSON, and back into flags: the names are those of the flags.
#include "app/cli/infer_flags.h"

#include "app/cli/usage_error.h"

#include <fstream>

namespace unlit::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kLargestFile = 64u << 20; // a result of ten thousand pictures takes 10 MB

template <class T>
std::string nameOrAuto(const std::optional<T>& value) {
    return value ? std::string(toString(*value)) : "auto";
}

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
    throw UsageError("--from: " + file.string() + " " + why);
}

Json readJson(const fs::path& file) {
    std::error_code failed;
    const std::uintmax_t size = fs::file_size(file, failed);
    if (failed)
        refuse(file, "cannot be read: " + failed.message());
    if (size > kLargestFile)
        refuse(file, "is too large for a settings file");
    std::ifstream stream(file, std::ios::binary);
    try {
        return Json::parse(stream);
    } catch (const Json::parse_error& error) {
        const std::string text = error.what();
        const std::size_t where = text.find("parse error");
        refuse(file, "is no JSON: " + text.substr(where == std::string::npos ? 0 : where));
    }
}

/// The settings object in whatever surrounds it.
Json settingsIn(const Json& json, const fs::path& file) {
    if (!json.is_object())
        refuse(file, "holds no JSON object; give what infer --json printed");
    if (json.contains("settings"))
        return json["settings"];
    if (!json.contains("results"))
        return json;
    const Json& results = json["results"];
    if (!results.is_array() || results.empty() || !results[0].is_object() ||
        !results[0].contains("settings"))
        refuse(file, "holds no result with settings");
    for (const Json& result : results)
        if (!result.is_object() || !result.contains("settings") ||
            result["settings"] != results[0]["settings"])
            refuse(file, "holds results with different settings; keep the one that is meant");
    return results[0]["settings"];
}

/// As the flag would be written; nothing for null.
std::optional<std::string> textOf(const Json& value, const std::string& key, const fs::path& file) {
    if (value.is_null())
        return std::nullopt;
    if (value.is_string())
        return value.get<std::string>();
    if (value.is_number() || value.is_boolean())
        return value.dump();
    if (!value.is_array())
        refuse(file, "has an object as value of \"" + key + "\"");
    std::vector<std::string> parts;
    for (const Json& part : value) {
        if (!part.is_string())
            refuse(file, "has something other than names in \"" + key + "\"");
        parts.push_back(part.get<std::string>());
    }
    return parts.empty() ? std::nullopt : std::optional(OptionSet::joined(parts, ","));
}

} // namespace

Json settingsJson(const InferenceResult& result) {
    const InferenceRequest& request = result.request;
    const UsedSettings& used = result.prediction.used;
    const OutputOptions output = request.output.value_or(OutputOptions{});
    std::vector<std::string> targets;
    for (const TargetPrediction& target : result.prediction.targets)
        targets.push_back(target.name);
    Json json;
    json["model"] = fs::absolute(request.model).string();
    json["lora"] = request.lora.empty()
                       ? Json()
                       : Json(fs::absolute(request.lora).lexically_normal().string());
    json["attention_slicing"] = toString(request.options.memory.attentionSlicing);
    json["vae_tiling"] = request.options.memory.vaeTiling;
    json["offload"] = request.options.memory.offload;
    json["steps"] = used.steps;
    json["processing_res"] = used.processingRes;
    json["ensemble"] = used.ensemble;
    json["reduction"] = toString(used.reduction);
    json["seed"] = used.seed;
    json["match_input_res"] = used.matchInputRes;
    json["resample"] = toString(used.resample);
    json["resize_convention"] = toString(used.resizeConvention);
    json["concat_order"] = toString(used.concatOrder);
    json["batch_size"] = used.batchSize;
    json["precision"] = toString(used.precision);
    json["device"] = used.device;
    json["targets"] = targets;
    json["layer"] = request.inputOptions.layer.empty() ? Json() : Json(request.inputOptions.layer);
    json["input_space"] = nameOrAuto(request.inputOptions.space);
    // "auto" stays: it depends on the picture, and gives the same exposure for the same one.
    json["exposure"] =
        request.inputOptions.exposureEv ? Json(*request.inputOptions.exposureEv) : Json("auto");
    json["format"] = toString(output.format);
    json["half"] = output.half;
    json["output_space"] = nameOrAuto(output.space);
    json["uncertainty"] = output.uncertainty;
    json["layered"] = output.layered;
    json["split_stack"] = output.splitStack;
    return json;
}

void applySettingsFile(const fs::path& file, OptionSet& set) {
    const Json settings = settingsIn(readJson(file), file);
    if (!settings.is_object())
        refuse(file, "has settings that are no object");
    for (const auto& [key, value] : settings.items()) {
        const std::optional<std::string> text = textOf(value, key, file);
        if (!text)
            continue;
        try {
            set.assignUnlessGiven(key, *text);
        } catch (const UsageError& error) {
            refuse(file, std::string("has a setting that cannot be used: ") + error.what());
        }
    }
}

} // namespace unlit::cli
