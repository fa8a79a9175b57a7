// What a checkpoint holds, in memory: a model, and what its training remembers.
#pragma once

#include "core/nn/lora/lora_adapters.h"
#include "core/weights/save_model_folder.h"
#include "core/weights/state_dict.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace unlit::train {

/// The networks whose weights the training moves.
enum class TrainedPart { Unet, Vae, UnetAndDecoder };

/// Tensors may be shared with the network that is being trained.
struct CheckpointContent {
    weights::ModelToSave model;          ///< weights of the trained part; everything else is frozen
    std::optional<nn::LoraWeights> lora; ///< set: these are trained, and the UNet is frozen, too
    TrainedPart trained = TrainedPart::Unet;
    weights::StateDict state; ///< "optimizer/…", "gradients/…", "seeds/…", "loader/…"
    nlohmann::json json;      ///< counts and settings of the training
};

/// LoRA alone moves none of the UNet's own weights.
bool isUnetTrained(const CheckpointContent& content);
bool isVaeTrained(const CheckpointContent& content);

/// The same with trained weights and state copied to the CPU; frozen parts stay views of files.
CheckpointContent copiedToCpu(const CheckpointContent& content);

/// Bytes of what copiedToCpu copies.
std::uint64_t trainedBytes(const CheckpointContent& content);

/// Bytes of the parts that training does not change.
std::uint64_t frozenBytes(const CheckpointContent& content);

} // namespace unlit::train
