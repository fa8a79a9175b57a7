// Encoded pictures on disk: what the VAE has encoded once need not be encoded again.
#pragma once

#include "core/nn/vae/autoencoder_kl.h"

#include <torch/types.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace unlit::train {

/// What latents depend on beside the picture: config and weights of the VAE, their type and device,
/// tiling. 16 hexadecimal digits. Reads all weights: a fraction of a second for a full-size VAE.
std::string fingerprintOf(const nn::AutoencoderKL& vae);

/// FOLDER/VAE/ab/HASH.safetensors, one tensor "latent" each. HASH is that of the numbers that the
/// VAE would see, so that file, exposure, display curve, size, crop, flip and turn are all in it,
/// and an entry can never stand for another picture. Entries appear whole (AtomicFile), so that
/// several runs may share a folder. Thread: one.
class LatentCache {
public:
    /// `vaes`: fingerprints of those that will be asked for. Nothing is created before the first
    /// entry.
    LatentCache(std::filesystem::path folder, const std::vector<std::string>& vaes);

    /// The latent [1, L, h, w] of `picture_13HW` (float32, CPU) by the VAE of that fingerprint:
    /// read, or made by `encode` and kept, on the CPU. An entry that is damaged, or was made by
    /// another VAE, is not used but made anew. A folder that cannot be written to stops the
    /// keeping, not the run.
    torch::Tensor get(const std::string& vae, const torch::Tensor& picture_13HW,
                      const std::function<torch::Tensor()>& encode);

    /// Sentences for the user since the last call: other VAEs' entries, damaged entries, a folder
    /// that cannot be written to.
    std::vector<std::string> takeNotes();

    std::int64_t hits() const { return m_hits; }

    std::int64_t misses() const { return m_misses; }

private:
    std::filesystem::path fileOf(const std::string& vae, const torch::Tensor& picture) const;
    /// Undefined when there is no usable entry.
    torch::Tensor read(const std::filesystem::path& file, const std::string& vae);
    void keep(const std::filesystem::path& file, const std::string& vae,
              const torch::Tensor& latent);
    void noteOtherVaes(const std::vector<std::string>& vaes);

    std::filesystem::path m_folder;
    std::vector<std::string> m_notes;
    std::int64_t m_hits = 0;
    std::int64_t m_misses = 0;
    bool m_canWrite = true;
};

} // namespace unlit::train
