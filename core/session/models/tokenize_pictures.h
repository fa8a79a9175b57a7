// Pictures to code maps and back, by the quantizer of a model's VAE, without torch in sight.
#pragma once

#include "core/base/failure.h"
#include "core/image/image_file.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace unlit {

struct TokenizeRequest {
    std::filesystem::path model;
    std::vector<std::filesystem::path> files; ///< pictures, or code maps
    std::filesystem::path output;             ///< a folder; made where there is none
    bool usesMean = false;                    ///< the running mean of the weights of a checkpoint
    bool overwrite = false;
    std::string device = "auto";
    std::optional<double> exposureEv; ///< to codes: stops, of scene-linear pictures; unset = auto
    FileFormat format = FileFormat::Png16; ///< from codes
};

struct TokenizedFile {
    std::filesystem::path input, output;
    int width = 0, height = 0; ///< of the picture
    std::int64_t cells = 0;    ///< codes in the map
    std::int64_t differentCodes = 0;
};

struct TokenizeFailure {
    std::filesystem::path input;
    Failure failure;
};

struct TokenizeResult {
    std::string codebook;  ///< hash of what gives the codes their meaning
    std::string quantizer; ///< "fsq 8x5x5"
    std::int64_t codeCount = 0;
    std::vector<TokenizedFile> done;
    std::vector<TokenizeFailure> failed; ///< the others went on
};

/// `progress` hears how many files are done, and may throw to stop.
using TokenizeProgress = std::function<void(std::size_t done, std::size_t total)>;

/// Writes STEM.codes.safetensors for each picture, which the model sees as in an inference, at its
/// own size. nullopt when stopped; what is written then stays. Throws Error: what opening the model
/// throws; InvalidInput for a model without a quantizer, for one with two VAEs, and where two files
/// would become one; NotFound where there is no running mean.
std::optional<TokenizeResult> tokenizePictures(const TokenizeRequest& request,
                                               const TokenizeProgress& progress,
                                               const std::stop_token& stop);

/// Writes a picture for each code map: integer formats as sRGB, EXR as linear light, at the
/// exposure that the picture had. Codes of another codebook fail. Otherwise as tokenizePictures.
std::optional<TokenizeResult> detokenizePictures(const TokenizeRequest& request,
                                                 const TokenizeProgress& progress,
                                                 const std::stop_token& stop);

} // namespace unlit
