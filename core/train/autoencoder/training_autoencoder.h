// The VAE of a model folder made ready for training; nothing else of the folder is loaded.
#pragma once

#include "core/nn/vae/autoencoder_kl.h"
#include "core/weights/save_model_folder.h"

#include <torch/types.h>

#include <memory>
#include <string>

namespace unlit::train {

struct TrainingAutoencoder {
    weights::ModelFolder folder;
    torch::Device device = torch::kCPU;
    nn::AutoencoderKL vae{nullptr}; ///< float32
    /// What a checkpoint writes; everything but `vae` is the folder's own, read when it is saved.
    weights::ModelToSave base;
};

/// `device` as in a config. Throws Error: InvalidInput for a folder with two VAEs; what reading
/// weights throws.
TrainingAutoencoder loadTrainingAutoencoder(const weights::ModelFolder& folder,
                                            const std::string& device);

} // namespace unlit::train
