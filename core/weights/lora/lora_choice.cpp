#include "core/weights/lora/lora_choice.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace unlit {

namespace fs = std::filesystem;

namespace {

constexpr const char* kPeftWeights = "adapter_model.safetensors";
constexpr const char* kPeftConfig = "adapter_config.json";

/// Infinities and NaN too: they are to be refused, not to be taken for a part of the name.
std::optional<double> scaleIn(std::string_view text) {
    double number = 0;
    const auto [stop, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || failure != std::errc{} || stop != text.data() + text.size())
        return {};
    return number;
}

std::string shortestText(double value) {
    std::array<char, 32> buffer{};
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), written.ptr};
}

bool isLayerName(std::string_view name) {
    return !name.empty() &&
           name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "_.") == std::string_view::npos;
}

/// "0.5,to_q=0.2"; false where the text is something else.
bool readScales(std::string_view text, LoraChoice& choice) {
    if (text.ends_with(','))
        return false;
    for (bool isFirst = true; !text.empty() || isFirst; isFirst = false) {
        const std::size_t comma = std::min(text.find(','), text.size());
        const std::string_view one = text.substr(0, comma);
        text.remove_prefix(std::min(comma + 1, text.size()));
        const std::size_t equals = one.find('=');
        const bool isWhole = equals == std::string_view::npos;
        const auto scale = scaleIn(isWhole ? one : one.substr(equals + 1));
        if (!scale || (isWhole ? !isFirst : !isLayerName(one.substr(0, equals))))
            return false;
        if (isWhole)
            choice.scale = *scale;
        else
            choice.layers.emplace_back(one.substr(0, equals), *scale);
    }
    return true;
}

fs::path weightsIn(const fs::path& folder) {
    for (const char* const name : {"pytorch_lora_weights.safetensors", kPeftWeights})
        if (std::error_code failed; fs::is_regular_file(folder / name, failed))
            return folder / name;
    throw Error::notFound("there is no LoRA in the folder " + folder.string(),
                          "it would be called pytorch_lora_weights.safetensors or "
                          "adapter_model.safetensors; or name the file itself");
}

} // namespace

std::optional<LoraChoice> loraChoiceFrom(const std::string& text) {
    if (text.empty())
        return {};
    std::error_code failed;
    const std::size_t colon = text.rfind(':');
    if (colon == std::string::npos || colon == 0 || fs::exists(text, failed))
        return LoraChoice{text, 1};
    LoraChoice choice{text.substr(0, colon), 1};
    if (!readScales(std::string_view(text).substr(colon + 1), choice))
        return LoraChoice{text, 1};
    const auto isBounded = [](double scale) {
        return std::isfinite(scale) && std::abs(scale) <= kMostLoraScale;
    };
    for (const auto& [layer, scale] : choice.layers)
        if (!isBounded(scale))
            return {};
    return isBounded(choice.scale) ? std::optional(choice) : std::nullopt;
}

std::string toText(const LoraChoice& choice) {
    std::string scales;
    if (choice.scale != 1)
        scales = shortestText(choice.scale);
    for (const auto& [layer, scale] : choice.layers)
        scales += (scales.empty() ? "" : ",") + layer + "=" + shortestText(scale);
    return choice.file.string() + (scales.empty() ? "" : ":" + scales);
}

bool isPartOfLayer(std::string_view part, std::string_view layer) {
    for (std::size_t at = layer.find(part); at != std::string_view::npos && !part.empty();
         at = layer.find(part, at + 1)) {
        const std::size_t end = at + part.size();
        if ((at == 0 || layer[at - 1] == '.') && (end == layer.size() || layer[end] == '.'))
            return true;
    }
    return false;
}

double scaleOf(const LoraChoice& choice, std::string_view layer) {
    double scale = choice.scale;
    for (const auto& [part, factor] : choice.layers)
        if (isPartOfLayer(part, layer))
            scale *= factor;
    return scale;
}

std::vector<fs::path> loraFilesOf(const fs::path& fileOrFolder) {
    std::error_code failed;
    const fs::path weights =
        fs::is_directory(fileOrFolder, failed) ? weightsIn(fileOrFolder) : fileOrFolder;
    if (!fs::is_regular_file(weights, failed))
        throw Error::notFound("there is no LoRA at " + fileOrFolder.string(),
                              "name a safetensors file that a training or diffusers saved, or "
                              "peft's folder");
    std::vector<fs::path> files = {weights};
    const fs::path config = weights.parent_path() / kPeftConfig;
    if (weights.filename() == kPeftWeights && fs::is_regular_file(config, failed))
        files.push_back(config);
    return files;
}

} // namespace unlit
