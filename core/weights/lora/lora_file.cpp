#include "core/weights/lora/lora_file.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/weights/files/safetensors.h"
#include "core/weights/files/safetensors_writer.h"
#include "core/weights/json_file.h"
#include "core/weights/lora/kohya_names.h"
#include "core/weights/lora/lora_strength.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace unlit::weights {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

constexpr const char* kMetadata = "lora_adapter_metadata";
constexpr std::string_view kUnetPrefix = "unet.";
constexpr std::string_view kPeftPrefix = "base_model.model.";

constexpr std::string_view kKohyaPrefix = "lora_unet_";
constexpr std::array<std::string_view, 2> kTextEncoders = {"text_encoder", "lora_te"};

enum class Part { Down, Up, Alpha };

struct LoraPlace {
    std::string layer;
    Part part = Part::Down;
};

/// Ends of keys, newest form first.
constexpr std::array<std::pair<std::string_view, Part>, 9> kEnds = {
    {{".lora_A.weight", Part::Down},
     {".lora_B.weight", Part::Up},
     {".lora_A.default.weight", Part::Down},
     {".lora_B.default.weight", Part::Up},
     {".lora.down.weight", Part::Down},
     {".lora.up.weight", Part::Up},
     {".lora_down.weight", Part::Down},
     {".lora_up.weight", Part::Up},
     {".alpha", Part::Alpha}}};

/// "attn1.processor.to_out_lora.down.weight": how attention processors once held them.
std::optional<LoraPlace> processorPlace(std::string_view key) {
    constexpr std::string_view kMiddle = ".processor.";
    const std::size_t middle = key.find(kMiddle);
    if (middle == std::string_view::npos)
        return {};
    const std::string_view rest = key.substr(middle + kMiddle.size());
    for (const char* const target : {"to_q", "to_k", "to_v", "to_out"}) {
        const std::string layer = std::string(key.substr(0, middle)) + "." + target +
                                  (std::string_view(target) == "to_out" ? ".0" : "");
        if (rest == std::string(target) + "_lora.down.weight")
            return LoraPlace{layer, Part::Down};
        if (rest == std::string(target) + "_lora.up.weight")
            return LoraPlace{layer, Part::Up};
    }
    return {};
}

std::optional<LoraPlace> placeOf(std::string_view key) {
    for (const std::string_view prefix : {kPeftPrefix, kUnetPrefix})
        if (key.starts_with(prefix))
            key.remove_prefix(prefix.size());
    if (auto place = processorPlace(key))
        return place;
    for (const auto& [end, part] : kEnds) {
        if (!key.ends_with(end))
            continue;
        const std::string_view layer = key.substr(0, key.size() - end.size());
        if (!layer.starts_with(kKohyaPrefix))
            return LoraPlace{std::string(layer), part};
        if (auto name = layerOfKohya(layer.substr(kKohyaPrefix.size())))
            return LoraPlace{std::move(*name), part};
        return {};
    }
    return {};
}

bool isOfTextEncoder(const std::string& key) {
    return key.starts_with(kTextEncoders[0]) || key.starts_with(kTextEncoders[1]);
}

[[noreturn]] void refuseKey(const fs::path& file, const std::string& key) {
    if (isOfTextEncoder(key))
        throw Error::unsupported(file.string() + " adapts the text encoder, too (" + key + ")",
                                 "its prompt is always empty here: use a LoRA of the UNet alone");
    throw Error::unsupported(file.string() + ": " + key + " is no part of a plain LoRA",
                             "use a file with lora_A and lora_B matrices, as diffusers saves it, "
                             "or one of kohya's in diffusers' layer names");
}

nlohmann::ordered_json metadataOf(const SafetensorsFile& file) {
    const auto found = file.metadata().find(kMetadata);
    if (found == file.metadata().end())
        return nlohmann::ordered_json::object();
    auto json = nlohmann::ordered_json::parse(found->second, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object())
        throw Error::corrupt(file.path(), std::string("its ") + kMetadata + " is no JSON object",
                             "save the LoRA again");
    return json;
}

/// What peft's file beside the weights says, else the metadata inside of them.
LoraStrength strengthOf(const std::vector<fs::path>& files, const SafetensorsFile& file) {
    if (files.size() > 1)
        return {readOrderedJsonObject(files[1]), "", files[1]};
    const nlohmann::ordered_json metadata = metadataOf(file);
    const bool isOfParts =
        std::any_of(metadata.items().begin(), metadata.items().end(),
                    [](const auto& item) { return item.key().starts_with(kUnetPrefix); });
    return {metadata, isOfParts ? std::string(kUnetPrefix) : "", file.path()};
}

/// Kernels of one pixel are matrices.
torch::Tensor matrixOf(const torch::Tensor& tensor) {
    return tensor.dim() == 4 && tensor.size(2) == 1 && tensor.size(3) == 1 ? tensor.flatten(1)
                                                                           : tensor;
}

} // namespace

nn::LoraWeights readLora(const fs::path& fileOrFolder) {
    const std::vector<fs::path> files = loraFilesOf(fileOrFolder);
    const fs::path& path = files.front();
    const SafetensorsFile file(path);
    const LoraStrength strength = strengthOf(files, file);
    nn::LoraWeights weights;
    std::set<std::string> withAlpha;
    for (const std::string& key : file.names()) {
        const std::optional<LoraPlace> place = placeOf(key);
        if (!place || isOfTextEncoder(key))
            refuseKey(path, key);
        nn::LoraPair& pair = weights[place->layer];
        const torch::Tensor tensor = file.tensor(key).to(torch::kFloat32);
        if (place->part == Part::Alpha) {
            if (tensor.numel() != 1)
                throw Error::corrupt(path, key + " is not one number", "save the LoRA again");
            pair.alpha = tensor.item<double>();
            if (!std::isfinite(pair.alpha))
                throw Error::corrupt(path, key + " is no finite number", "save the LoRA again");
            withAlpha.insert(place->layer);
        } else {
            torch::Tensor& matrix = place->part == Part::Down ? pair.down : pair.up;
            if (matrix.defined())
                throw Error::corrupt(path, place->layer + " is there twice, under two spellings",
                                     "use a file that one program saved");
            matrix = matrixOf(tensor);
        }
    }
    for (auto& [layer, pair] : weights) {
        if (!pair.down.defined() || !pair.up.defined() || pair.down.dim() < 1 ||
            pair.down.size(0) == 0)
            throw Error::corrupt(path, layer + " has only one of its two matrices",
                                 "take another copy of the file");
        if (pair.down.dim() > 2 || pair.up.dim() > 2)
            throw Error::unsupported(path.string() + " adapts convolutions, too (" + layer + ")",
                                     "merge it with the library that made it");
        if (!withAlpha.contains(layer))
            pair.alpha = strength.alphaOf(layer, pair.down.size(0));
    }
    if (weights.empty())
        throw Error::corrupt(path, "it holds no LoRA", "name the file that the training saved");
    return weights;
}

namespace {

/// A name that fits nothing would be a setting that does nothing.
void requireLayer(const std::string& part, const nn::LoraWeights& weights, const fs::path& file) {
    std::set<std::string> parts;
    for (const auto& [layer, pair] : weights) {
        if (isPartOfLayer(part, layer))
            return;
        for (std::size_t at = 0; at < layer.size();) {
            const std::size_t dot = std::min(layer.find('.', at), layer.size());
            if (const std::string name = layer.substr(at, dot - at);
                name.find_first_not_of("0123456789") != std::string::npos)
                parts.insert(name);
            at = dot + 1;
        }
    }
    const std::string nearest =
        nearestName(part, std::vector<std::string>(parts.begin(), parts.end()));
    std::string all;
    for (const std::string& name : parts)
        all += (all.empty() ? "" : ", ") + name;
    throw Error::notFound(file.string() + " adapts no layer with " + part + " in its name" +
                              (nearest.empty() ? "" : " (did you mean " + nearest + "?)"),
                          "parts of its layers' names are " + all);
}

} // namespace

nn::LoraWeights readLora(const LoraChoice& choice) {
    nn::LoraWeights weights = readLora(choice.file);
    for (const auto& [part, factor] : choice.layers)
        requireLayer(part, weights, choice.file);
    for (auto& [layer, pair] : weights)
        pair.alpha *= scaleOf(choice, layer);
    return weights;
}

void writeLora(const fs::path& file, const nn::LoraWeights& weights) {
    StateDict state;
    std::set<std::pair<std::int64_t, double>> strengths;
    std::set<std::string> targets;
    for (const auto& [layer, pair] : weights) {
        const std::string name = std::string(kUnetPrefix) + layer + ".";
        state.emplace(name + nn::kLoraDown, pair.down);
        state.emplace(name + nn::kLoraUp, pair.up);
        strengths.emplace(pair.down.size(0), pair.alpha);
        const std::string last = layer.ends_with(".to_out.0")
                                     ? std::string("to_out.0")
                                     : layer.substr(layer.find_last_of('.') + 1);
        targets.insert(last);
    }
    if (strengths.size() != 1)
        throw Error::internal("a LoRA with layers of several ranks or alphas");
    const auto& [rank, alpha] = *strengths.begin();
    const Json metadata = {
        {"unet.r", rank}, {"unet.lora_alpha", alpha}, {"unet.target_modules", targets}};
    std::map<std::string, std::string> words = kTorchMetadata;
    words[kMetadata] = metadata.dump(2);
    writeSafetensors(file, state, words);
}

} // namespace unlit::weights
