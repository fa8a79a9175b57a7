// A model folder with its weights in memory, ready to run.
#pragma once

#include "core/diffusion/scheduler_config.h"
#include "core/nn/cuda/captured_call.h"
#include "core/nn/unet/unet_2d_condition.h"
#include "core/nn/vae/autoencoder_kl.h"
#include "core/options/infer_options.h"
#include "core/weights/lora/lora_choice.h"
#include "core/weights/model_folder.h"

#include <torch/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>

namespace unlit::infer {

class TextEmbedder;

/// Gigabytes for a full-size model; shared, never copied. Thread: whoever runs it, one at a time.
struct LoadedModel {
    weights::ModelFolder folder;
    torch::Device device = torch::kCPU;
    Precision precision = Precision::Float32; ///< of the UNet; never Auto
    torch::Dtype vaeDtype = torch::kFloat32;
    nn::UNet2DConditionModel unet{nullptr};
    nn::AutoencoderKL inputVae{nullptr};  ///< encodes the picture
    nn::AutoencoderKL targetVae{nullptr}; ///< decodes the targets; the same module if there is one
    torch::Tensor emptyText_1LD; ///< of the empty prompt: {BOS, EOS}; padded in a model of texts
    std::shared_ptr<TextEmbedder> texts{}; ///< of a model that sees texts, once one was asked for
    diffusion::SchedulerConfig scheduler;
    std::int64_t unetParameters = 0;
    /// On a GPU a forward pass of the UNet that comes again is replayed whole.
    std::shared_ptr<nn::cuda::CapturedCall> capturedUnet =
        std::make_shared<nn::cuda::CapturedCall>();
    std::shared_ptr<nn::cuda::CapturedCall> capturedEncoder =
        std::make_shared<nn::cuda::CapturedCall>();
    std::shared_ptr<nn::cuda::CapturedCall> capturedDecoder =
        std::make_shared<nn::cuda::CapturedCall>();
    AttentionSlicing attentionSlicing = AttentionSlicing::Off; ///< of the UNet
    AttentionProcessors attentionProcessors;                   ///< of the UNet
    bool offloadsVaes = false; ///< they live on the CPU and visit the device (visiting_vae.h)

    std::int64_t latentChannels() const { return folder.latentChannels; }

    std::int64_t targetCount() const { return static_cast<std::int64_t>(folder.targets.size()); }
};

/// Gives back the memory of recorded passes.
void forgetRecordings(LoadedModel& model);

/// Slices, tiles and offload of the next runs.
void applyMemoryOptions(LoadedModel& model, const MemoryOptions& options);

/// Loads UNet, VAEs and scheduler; low-rank additions that belong to the folder, and then
/// `loras` (the folder's own among them is not added twice, but counts as much as it says there),
/// are merged into the UNet in float32. The
/// text encoder only for its one embedding. openModelFolder has checked that the parts fit each
/// other; here the schedule is checked to be one that can be run and the UNet to be one that sees a
/// picture, before any weights are read. `device` and `precision` as in InferOptions. Throws Error
/// (InvalidInput, NotFound, Corrupt, Unsupported) naming the folder and the part; OutOfMemory when
/// the weights do not fit. Returns nothing where `stop` was requested: within one weight.
std::shared_ptr<LoadedModel> loadModel(const weights::ModelFolder& folder,
                                       const std::string& device = "auto",
                                       Precision precision = Precision::Auto,
                                       const LoraChoices& loras = {},
                                       const std::stop_token& stop = {});

/// The same for training, which widens a UNet that does not see a picture yet and brings its own
/// schedule: neither is asked for.
std::shared_ptr<LoadedModel> loadModelForTraining(const weights::ModelFolder& folder,
                                                  const std::string& device);

} // namespace unlit::infer
