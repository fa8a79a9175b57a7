#include "core/session/infer/inference_settings.h"

#include "core/session/infer/request_schema.h"

#include <nlohmann/json.hpp>

namespace unlit {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

/// What the network was really told, in place of what was asked.
InferOptions usedOptions(const InferenceResult& result) {
    const UsedSettings& used = result.prediction.used;
    InferOptions options = result.request.options;
    options.steps = used.steps;
    options.processingRes = used.processingRes;
    options.ensemble = used.ensemble;
    options.settledSpread = used.settledSpread;
    // The noise is drawn for all that were asked for, so that number has to stay.
    options.stopAfter = used.members < used.ensemble ? used.members : 0;
    options.reduction = used.reduction;
    options.strength = used.strength;
    options.seed = used.seed;
    options.matchInputRes = used.matchInputRes;
    options.resample = used.resample;
    options.resizeConvention = used.resizeConvention;
    options.concatOrder = used.concatOrder;
    options.batchSize = used.batchSize;
    options.tiles = {used.tiled ? TileMode::On : TileMode::Off, used.tileSize, used.tileOverlap};
    options.detail = used.detail;
    options.keepBlack = used.keepBlack;
    options.condition = used.condition;
    options.precision = used.precision;
    options.device = used.device;
    options.targets.clear();
    for (const TargetPrediction& target : result.prediction.targets)
        options.targets.push_back(target.name);
    return options;
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
    InferOptions options = usedOptions(result);
    // "auto" stays as exposure: it depends on the picture, and is the same for the same one.
    InputOptions input = request.inputOptions;
    if (!input.mask.empty())
        input.mask = fs::absolute(input.mask).lexically_normal().string();
    OutputOptions output = request.output.value_or(OutputOptions{});
    Json json;
    json["model"] = fs::absolute(request.model).string();
    json["lora"] = loraSettings(request.loras);
    json.update(jsonOf(describe(options)));
    json.update(jsonOf(describe(input)));
    json["sequence"] = request.sequence.has_value();
    if (request.strokes) // the strokes themselves are no setting: see side_car.h
        json["strokes_for_all"] = request.strokesForAll;
    json.update(jsonOf(describe(output)));
    json.erase("overwrite"); // is of the files that were there, not of the result
    return json;
}

} // namespace unlit
