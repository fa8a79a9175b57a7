// The weights of one network by their names, and how they are found in a component's folder.
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <map>
#include <string>

namespace unlit::weights {

/// Name (diffusers' key) -> tensor. Tensors from files view the memory map and keep it alive, so a
/// StateDict of gigabytes costs no memory until its values are used.
using StateDict = std::map<std::string, torch::Tensor>;

/// Reads the weights in a component's folder (`unet/`, `vae/`, `text_encoder/`):
/// `diffusion_pytorch_model.safetensors` or `model.safetensors`, else the shards that
/// `….safetensors.index.json` names, else the same with `.fp16.` before `safetensors`. CPU tensors
/// in the file's own dtype. Throws Error: NotFound when there are none (or a shard is missing),
/// Unsupported when there is only pickle (`.bin`, `.ckpt`, `.pt`), Corrupt for damaged files and
/// for an index that names files outside the folder.
StateDict readWeights(const std::filesystem::path& componentFolder);

} // namespace unlit::weights
