#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/infer/codes/code_map.h"
#include "core/weights/files/safetensors.h"
#include "core/weights/files/safetensors_writer.h"

#include <torch/utils.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <sstream>

namespace unlit::infer {

namespace fs = std::filesystem;

namespace {

constexpr const char* kCodes = "codes";
constexpr const char* kFormatKey = "unlit_code_map";
constexpr const char* kFormatVersion = "1";
constexpr int kMostCodeMapSide = 1 << 20;

using Metadata = std::map<std::string, std::string>;

void addBytes(ContentHash& hash, const std::string& text) {
    hash.add(std::as_bytes(std::span(text)));
}

[[noreturn]] void refuseMap(const fs::path& file, const std::string& why) {
    throw Error::corrupt(file, why, "make it again with unlit model tokenize");
}

template <class T>
T numberAt(const Metadata& metadata, const char* key, const fs::path& file) {
    const auto found = metadata.find(key);
    T number = 0;
    if (found != metadata.end()) {
        const std::string& text = found->second;
        const auto end = text.data() + text.size();
        const auto parsed = std::from_chars(text.data(), end, number);
        if (parsed.ec == std::errc() && parsed.ptr == end)
            return number;
    }
    refuseMap(file, std::string("the code map does not say its ") + key);
}

std::string numberOf(double value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end.ptr};
}

/// Whether `cells` cover so many pixels, and no cell is without one.
bool covers(std::int64_t cells, std::int64_t pixels, std::int64_t factor) {
    return cells == (pixels + factor - 1) / factor;
}

void requireCodes(const CodeMap& map, const nn::AutoencoderKLOptions& options,
                  const fs::path& file) {
    const torch::Tensor& codes = map.codes_hw;
    if (codes.scalar_type() != torch::kInt32 || codes.dim() != 2 || codes.numel() == 0)
        refuseMap(file, "its codes are no table of 32-bit whole numbers");
    const std::int64_t factor = options.downscaleFactor();
    const bool hasSize = map.width > 0 && map.height > 0 && map.width <= kMostCodeMapSide &&
                         map.height <= kMostCodeMapSide;
    if (!hasSize || !covers(codes.size(0), map.height, factor) ||
        !covers(codes.size(1), map.width, factor))
        refuseMap(file, "its codes do not cover a picture of " + std::to_string(map.width) + "x" +
                            std::to_string(map.height) + " pixels");
    if (codes.min().item<std::int64_t>() < 0 ||
        codes.max().item<std::int64_t>() >= options.quantizer->codeCount())
        refuseMap(file, "it has codes that its codebook has not");
}

} // namespace

std::string codebookHash(const nn::AutoencoderKL& vae) {
    const torch::NoGradGuard noGrad;
    ContentHash hash;
    std::ostringstream words;
    const nn::AutoencoderKLOptions& options = vae->options();
    words << options.quantizer->text() << ' ' << options.normGroups << ' '
          << options.layersPerBlock;
    addBytes(hash, words.str());
    for (const auto& item : vae->named_parameters()) {
        if (item.key().starts_with("decoder.") || item.key().starts_with("post_quant_conv."))
            continue;
        addBytes(hash, item.key());
        const torch::Tensor flat = item.value().to(torch::kCPU, torch::kFloat32).contiguous();
        hash.add({static_cast<const std::byte*>(flat.data_ptr()), flat.nbytes()});
    }
    return hashText(hash.digest());
}

void writeCodeMap(const fs::path& file, const CodeMap& map, const nn::QuantizerOptions& quantizer) {
    Metadata metadata = weights::kTorchMetadata;
    metadata[kFormatKey] = kFormatVersion;
    metadata["codebook"] = map.codebook;
    metadata["quantizer"] = quantizer.text();
    metadata["width"] = std::to_string(map.width);
    metadata["height"] = std::to_string(map.height);
    metadata["transfer"] = toString(map.transfer);
    metadata["stops"] = numberOf(map.stops);
    metadata["headroom"] = numberOf(map.headroom);
    weights::writeSafetensors(file, {{kCodes, map.codes_hw}}, metadata);
}

CodeMap readCodeMap(const fs::path& file, const std::string& codebook,
                    const nn::AutoencoderKLOptions& options, const std::string& model) {
    const weights::SafetensorsFile opened(file);
    const Metadata& metadata = opened.metadata();
    const auto version = metadata.find(kFormatKey);
    if (version == metadata.end() || !opened.has(kCodes))
        throw Error::invalidInput(file.string() + " is no code map",
                                  "give files that unlit model tokenize wrote");
    if (version->second != kFormatVersion)
        throw Error::unsupported(file.string() + " is a code map of version " + version->second,
                                 "this program reads version " + std::string(kFormatVersion));
    CodeMap map;
    const auto of = metadata.find("codebook");
    map.codebook = of == metadata.end() ? std::string() : of->second;
    if (map.codebook != codebook)
        throw Error::invalidInput(
            file.string() + " holds codes of another codebook (" + map.codebook +
                ") than that of " + model + " (" + codebook + ")",
            "read it with the model that made it, and with --ema if that was given");
    map.width = numberAt<int>(metadata, "width", file);
    map.height = numberAt<int>(metadata, "height", file);
    map.stops = numberAt<double>(metadata, "stops", file);
    map.headroom = numberAt<double>(metadata, "headroom", file);
    const auto transfer = metadata.find("transfer");
    const auto space =
        transfer == metadata.end() ? std::nullopt : colorSpaceFromString(transfer->second);
    if (!space || !isDisplayEncoded(*space) || !std::isfinite(map.stops) ||
        !std::isfinite(map.headroom))
        refuseMap(file, "the code map does not say what its colours mean");
    map.transfer = *space;
    map.codes_hw = opened.tensor(kCodes).clone();
    requireCodes(map, options, file);
    return map;
}

} // namespace unlit::infer
