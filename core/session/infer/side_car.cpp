#include "core/session/infer/side_car.h"

#include "core/base/atomic_file.h"
#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/base/json_depth.h"
#include "core/base/text_check.h"
#include "core/base/version.h"
#include "core/session/command_text.h"
#include "core/session/infer/inference_settings.h"
#include "core/session/infer/model_hash.h"
#include "core/strokes/stroke_json.h"

#include <fstream>
#include <iterator>

namespace unlit {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uintmax_t kLargestFile = 64u << 20; // a result of ten thousand pictures takes 10 MB

std::string absoluteText(const fs::path& path) {
    return fs::absolute(path).lexically_normal().string();
}

/// As seen from the side-car: the folder may be moved with all that is in it.
Json pathsJson(const std::map<std::string, fs::path>& paths, const fs::path& sideCar) {
    Json json = Json::object();
    for (const auto& [target, path] : paths)
        json[target] = path.lexically_relative(sideCar.parent_path()).string();
    return json;
}

/// Of the weights, and of what stands beside them about their strength.
std::string hashLora(const fs::path& lora) {
    std::string hash;
    for (const fs::path& file : loraFilesOf(lora))
        hash += (hash.empty() ? "" : "-") + hashText(hashFile(file));
    return hash;
}

/// One object for one, as the first version wrote it; else a list.
Json loraJson(const LoraChoices& loras) {
    Json json;
    for (const LoraChoice& choice : loras) {
        json.push_back({{"path", absoluteText(choice.file)}, {"hash", hashLora(choice.file)}});
        if (choice.scale != 1)
            json.back()["scale"] = choice.scale;
    }
    return loras.size() == 1 ? json[0] : json;
}

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
    throw Error::invalidInput(file.string() + " " + why,
                              "give a side-car, or what infer --json printed");
}

Json readJson(const fs::path& file) {
    std::error_code failed;
    const std::uintmax_t size = fs::file_size(file, failed);
    if (failed)
        refuse(file, "cannot be read: " + failed.message());
    if (size > kLargestFile)
        refuse(file, "is too large for a settings file");
    std::ifstream stream(file, std::ios::binary);
    const std::string text = checkedText(
        {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()}, file);
    if (isJsonTooDeep(text))
        refuse(file, "is nested too deeply for a settings file");
    try {
        return Json::parse(text);
    } catch (const Json::exception& error) {
        const std::string what = error.what();
        const std::size_t where = what.find("parse error");
        refuse(file, "is no JSON: " + what.substr(where == std::string::npos ? 0 : where));
    }
}

/// The one result that the file is about.
Json resultIn(const Json& json, const fs::path& file) {
    if (!json.is_object())
        refuse(file, "holds no JSON object");
    if (json.contains("settings"))
        return json;
    if (!json.contains("results"))
        return {{"settings", json}};
    const Json& results = json["results"];
    if (!results.is_array() || results.empty() || !results[0].is_object() ||
        !results[0].contains("settings"))
        refuse(file, "holds no result with settings");
    for (const Json& result : results)
        if (!result.is_object() || !result.contains("settings") ||
            result["settings"] != results[0]["settings"])
            refuse(file, "holds results with different settings; keep the one that is meant");
    Json one{{"settings", results[0]["settings"]}};
    if (results.size() == 1 && results[0].contains("strokes"))
        one["strokes"] = results[0]["strokes"];
    return one;
}

std::string textAt(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

SideCarSource sourceAt(const Json& json, const char* key) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_object())
        return {};
    return {textAt(*found, "path"), textAt(*found, "hash")};
}

std::vector<SideCarSource> lorasIn(const Json& json) {
    const auto found = json.find("lora");
    if (found == json.end() || !found->is_array())
        return {sourceAt(json, "lora")};
    std::vector<SideCarSource> sources;
    for (const Json& lora : *found)
        sources.push_back({textAt(lora, "path"), textAt(lora, "hash")});
    return sources;
}

/// The strokes lie in the side-car itself.
std::string commandOf(const InferenceResult& result) {
    InferenceRequest request = result.request;
    if (request.strokes && !result.sidecar.empty())
        request.strokesFrom = fs::absolute(result.sidecar).lexically_normal();
    return inferCommand(request);
}

bool isOther(const SideCarSource& source, const std::string& hash) {
    return !source.hash.empty() && source.hash != hash;
}

} // namespace

Json sequenceJson(const InferenceResult& result) {
    const SequencePlace& place = *result.request.sequence;
    return {{"pattern", place.pattern},
            {"frame", place.frame},
            {"frames", place.frames},
            {"factor", result.sequenceFactor}};
}

Json sideCarJson(const InferenceResult& result) {
    const InferenceRequest& request = result.request;
    const UsedSettings& used = result.prediction.used;
    const auto& targets = result.prediction.targets;
    Json json;
    json["program"] = "unlit";
    json["version"] = version();
    json["input"] = {{"path", absoluteText(request.input)},
                     {"hash", result.inputHash},
                     {"layer", result.layer},
                     {"space_reason", result.spaceReason},
                     {"exposure_ev", result.exposureEv}};
    json["model"] = {{"path", absoluteText(request.model)}, {"hash", result.modelHash}};
    json["lora"] = loraJson(request.loras);
    if (request.sequence)
        json["sequence"] = sequenceJson(result);
    if (request.strokes)
        json["strokes"] = strokesJson(*request.strokes);
    json["settings"] = settingsJson(result);
    json["command"] = commandOf(result);
    json["outputs"] = pathsJson(result.outputs, result.sidecar);
    json["uncertainty"] = pathsJson(result.uncertaintyOutputs, result.sidecar);
    json["width"] = targets.empty() ? 0 : targets.front().image.width;
    json["height"] = targets.empty() ? 0 : targets.front().image.height;
    json["network_width"] = used.networkWidth;
    json["network_height"] = used.networkHeight;
    json["members"] = used.members;
    json["seconds"] = result.seconds;
    return json;
}

void writeSideCar(const fs::path& file, const InferenceResult& result) {
    std::error_code unknown;
    if (!result.request.output->overwrite && fs::exists(file, unknown))
        throw Error(ErrorKind::Io, file.string() + " exists already",
                    "choose another name, or allow overwriting");
    AtomicFile target(file);
    // Names of files may be any bytes; the text has to stay JSON.
    target.write(sideCarJson(result).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    target.commit();
}

SideCar readSideCar(const fs::path& file) {
    const Json json = resultIn(readJson(file), file);
    SideCar sideCar;
    sideCar.settings = json["settings"];
    if (!sideCar.settings.is_object())
        refuse(file, "has settings that are no object");
    // Earlier versions had neither, and their pixels are wanted.
    for (const char* key : {"detail", "keep_black"})
        if (!sideCar.settings.contains(key))
            sideCar.settings[key] = "off";
    sideCar.input = sourceAt(json, "input");
    sideCar.model = sourceAt(json, "model");
    sideCar.loras = lorasIn(json);
    sideCar.version = textAt(json, "version");
    sideCar.isFrame = json.contains("sequence");
    if (const auto strokes = json.find("strokes"); strokes != json.end() && !strokes->is_null())
        sideCar.strokes = strokesFromJson(*strokes, file.string());
    return sideCar;
}

std::vector<fs::path> outputsOfSideCar(const fs::path& file) {
    std::vector<fs::path> outputs;
    try {
        const Json json = readJson(file);
        if (!json.is_object() || textAt(json, "program") != "unlit")
            return outputs;
        for (const char* key : {"outputs", "uncertainty"}) {
            const auto found = json.find(key);
            if (found == json.end() || !found->is_object())
                continue;
            for (const auto& [target, path] : found->items())
                if (path.is_string())
                    outputs.push_back(file.parent_path() / path.get<std::string>());
        }
    } catch (const Error&) {
        return {};
    }
    return outputs;
}

NamedResult resultOfSideCar(const fs::path& file) {
    try {
        const Json json = readJson(file);
        if (!json.is_object() || textAt(json, "program") != "unlit" ||
            (json.contains("sequence") && !json["sequence"].is_null()))
            return {};
        NamedResult named;
        named.input = sourceAt(json, "input").path;
        const auto outputs = json.find("outputs");
        if (outputs != json.end() && outputs->is_object())
            for (const auto& [target, path] : outputs->items())
                if (path.is_string())
                    named.outputs[target] = file.parent_path() / path.get<std::string>();
        return named;
    } catch (const Error&) {
        return {};
    }
}

std::vector<SideCarMismatch> compareWithSideCar(const SideCar& sideCar, const fs::path& sideCarFile,
                                                const InferenceRequest& request) {
    using What = SideCarMismatch::What;
    std::vector<SideCarMismatch> found;
    const std::string made = " is not the one that made " + sideCarFile.string();
    if (!sideCar.input.hash.empty() && isOther(sideCar.input, hashText(hashFile(request.input))))
        found.push_back({What::Input, "the input " + request.input.string() + made});
    if (!sideCar.model.hash.empty() && isOther(sideCar.model, hashModel(request.model)))
        found.push_back({What::Model, "the model " + request.model.string() + made});
    for (std::size_t i = 0; i < std::min(sideCar.loras.size(), request.loras.size()); ++i) {
        const fs::path& lora = request.loras[i].file;
        if (!sideCar.loras[i].hash.empty() && isOther(sideCar.loras[i], hashLora(lora)))
            found.push_back({What::Lora, "the LoRA " + lora.string() + made});
    }
    if (!sideCar.version.empty() && sideCar.version != version())
        found.push_back({What::Version, sideCarFile.string() + " was made by version " +
                                            sideCar.version + " of the program, this is " +
                                            std::string(version())});
    return found;
}

} // namespace unlit
