// A model folder of a few kilobytes for tests that open, damage and save folders.
#pragma once

#include "core/weights/start/model_recipe.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>

namespace unlit::test {

/// Two resolutions (VAE factor 2), one layer, one albedo target; all configs written out here, in
/// diffusers' keys.
weights::ModelRecipe smallRecipe();

/// The recipe with random weights as a folder of the layout, without our unlit.json and with the
/// class name of an unknown trainer, so that a test can say what it wants there.
void writeSmallModel(const std::filesystem::path& folder, std::uint64_t seed = 1);

/// The same with a UNet that takes the noisy latents alone, as text-to-image models do: to be
/// widened.
void writeSmallTextToImageModel(const std::filesystem::path& folder, std::uint64_t seed = 1);

/// Gives a folder's tokenizer the letters a to z, each alone and at the end of a word.
void addLetters(const std::filesystem::path& folder);

/// Reads, changes and writes one JSON file.
void editJson(const std::filesystem::path& file, const std::function<void(nlohmann::json&)>& edit);

} // namespace unlit::test
