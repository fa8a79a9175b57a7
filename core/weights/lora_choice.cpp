#include "core/weights/lora_choice.h"

#include "core/base/error.h"

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
    const auto scale = scaleIn(std::string_view(text).substr(colon + 1));
    if (!scale)
        return LoraChoice{text, 1};
    if (!std::isfinite(*scale) || std::abs(*scale) > kMostLoraScale)
        return {};
    return LoraChoice{text.substr(0, colon), *scale};
}

std::string toText(const LoraChoice& choice) {
    if (choice.scale == 1)
        return choice.file.string();
    std::array<char, 32> buffer{};
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), choice.scale);
    return choice.file.string() + ":" + std::string(buffer.data(), written.ptr);
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
