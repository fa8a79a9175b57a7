#include "core/session/inference_settings.h"

#include <nlohmann/json.hpp>

namespace unlit {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

template <class T>
std::string nameOrAuto(const std::optional<T>& value) {
    return value ? std::string(toString(*value)) : "auto";
}

void addUsed(Json& json, const InferenceResult& result) {
    const UsedSettings& used = result.prediction.used;
    std::vector<std::string> targets;
    for (const TargetPrediction& target : result.prediction.targets)
        targets.push_back(target.name);
    json["steps"] = used.steps;
    json["processing_res"] = used.processingRes;
    json["ensemble"] = used.ensemble;
    json["settled_spread"] = used.settledSpread;
    // The noise is drawn for all that were asked for, so that number has to stay.
    json["stop_after"] = used.members < used.ensemble ? used.members : 0;
    json["reduction"] = toString(used.reduction);
    json["strength"] = used.strength;
    json["seed"] = used.seed;
    json["match_input_res"] = used.matchInputRes;
    json["resample"] = toString(used.resample);
    json["resize_convention"] = toString(used.resizeConvention);
    json["concat_order"] = toString(used.concatOrder);
    json["batch_size"] = used.batchSize;
    json["tiles"] = toString(used.tiled ? TileMode::On : TileMode::Off);
    json["tile_size"] = used.tileSize;
    json["tile_overlap"] = used.tileOverlap;
    json["detail"] = toString(used.detail);
    json["keep_black"] = toString(used.keepBlack);
    json["precision"] = toString(used.precision);
    json["device"] = used.device;
    json["targets"] = targets;
}

void addOutput(Json& json, const OutputOptions& output) {
    json["format"] = toString(output.format);
    json["half"] = output.half;
    json["dither"] = output.dither;
    json["output_space"] = nameOrAuto(output.space);
    json["uncertainty"] = output.uncertainty;
    json["layered"] = output.layered;
    json["split_stack"] = output.splitStack;
    json["name"] = output.name;
    json["sidecar"] = output.sidecar;
    json["albedo_scale"] = output.albedoScale;
    json["paint_limits"] =
        Json(output.paintLimits.low).dump() + "," + Json(output.paintLimits.high).dump();
}

/// As the flags would be written: one text, or several; null for none.
Json loraSettings(const LoraChoices& loras) {
    Json json;
    for (LoraChoice choice : loras) {
        choice.file = fs::absolute(choice.file).lexically_normal();
        json.push_back(toText(choice));
    }
    return loras.size() == 1 ? json[0] : json;
}

} // namespace

Json settingsJson(const InferenceResult& result) {
    const InferenceRequest& request = result.request;
    Json json;
    json["model"] = fs::absolute(request.model).string();
    json["lora"] = loraSettings(request.loras);
    json["attention_slicing"] = toString(request.options.memory.attentionSlicing);
    json["vae_tiling"] = request.options.memory.vaeTiling;
    json["offload"] = request.options.memory.offload;
    addUsed(json, result);
    json["layer"] = request.inputOptions.layer.empty() ? Json() : Json(request.inputOptions.layer);
    json["input_space"] = nameOrAuto(request.inputOptions.space);
    // "auto" stays: it depends on the picture, and gives the same exposure for the same one.
    json["exposure"] =
        request.inputOptions.exposureEv ? Json(*request.inputOptions.exposureEv) : Json("auto");
    const InputOptions& input = request.inputOptions;
    json["mask"] =
        input.mask.empty() ? Json() : Json(fs::absolute(input.mask).lexically_normal().string());
    json["mask_layer"] = input.maskLayer.empty() ? Json() : Json(input.maskLayer);
    json["sequence"] = request.sequence.has_value();
    addOutput(json, request.output.value_or(OutputOptions{}));
    return json;
}

} // namespace unlit
