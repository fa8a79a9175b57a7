// Pictures as codes of a VAE's quantizer, and the files that hold them. Legend: h/w latent cells.
#pragma once

#include "core/image/image.h"
#include "core/nn/vae/autoencoder_kl.h"

#include <torch/types.h>

#include <filesystem>
#include <string>

namespace unlit::infer {

struct CodeMap {
    torch::Tensor codes_hw;    ///< int32, on the CPU
    std::string codebook;      ///< codebookHash of the VAE that made them
    int width = 0, height = 0; ///< of the picture, pixels; its last cells may be partly padding
    ColorSpace transfer = ColorSpace::Srgb; ///< of the picture as the network saw it
    double stops = 0;                       ///< that its light was raised by before that
    double headroom = 0; ///< stops of them that a person would not have wanted off
};

/// What gives codes their meaning: the quantizer and all weights of the encoder; 16 hexadecimal
/// digits. A decoder that is trained on alone reads the same codes. Precondition: a quantizer.
std::string codebookHash(const nn::AutoencoderKL& vae);

/// Display-encoded RGB in [0, 1] of any size; the last row and column are repeated up to whole
/// cells. `codebook`, `stops` and `headroom` are left to the caller.
CodeMap encodeToCodes(nn::AutoencoderKL& vae, const Image& display, torch::Device device);

/// Display-encoded RGB in [0, 1] in map.transfer, of the picture's size.
Image decodeCodes(nn::AutoencoderKL& vae, const CodeMap& map, torch::Device device);

/// A safetensors file with one tensor, "codes", int32 [h, w]; everything else stands in its
/// metadata. Replaces a file that is there. Throws Error::system.
void writeCodeMap(const std::filesystem::path& file, const CodeMap& map,
                  const nn::QuantizerOptions& quantizer);

/// Throws Error: what opening a safetensors file throws; Corrupt for one that holds no code map, or
/// one that contradicts itself; InvalidInput for codes of another codebook than `codebook`, that of
/// the model called `model`, whose VAE has `options`.
CodeMap readCodeMap(const std::filesystem::path& file, const std::string& codebook,
                    const nn::AutoencoderKLOptions& options, const std::string& model);

} // namespace unlit::infer
