// Weights from elsewhere for a module of the network that is trained.
#pragma once

#include "core/config/model_config.h"

#include <torch/nn/module.h>

#include <filesystem>
#include <string>

namespace unlit::train {

/// Throws Error::notFound where there is nothing at the path; a relative one starts at `root`.
void requireModuleWeights(const config::ModuleWeights& weights, const std::filesystem::path& root);

/// Copies them into `network`, whose own names the file has. Returns what is to be told: how many,
/// and where it is not strict what did not fit. Throws Error as WeightFiles does, and InvalidInput
/// for a module or a name to leave out that the network does not have, for a UNet's conv_in, whose
/// halves may lie in either order, for a file with nothing for the module, and, where it is strict,
/// for whatever does not fit; then nothing was copied.
std::string loadModuleWeights(torch::nn::Module& network, const config::ModuleWeights& weights,
                              const std::filesystem::path& root);

} // namespace unlit::train
