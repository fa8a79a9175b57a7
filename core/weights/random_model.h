// A whole model of random weights, for trying the program out before a trained one is at hand.
#pragma once

#include "core/weights/model_recipe.h"
#include "core/weights/save_model_folder.h"

#include <cstdint>

namespace unlit::weights {

/// Networks of the recipe with random weights, drawn while they are saved: nothing but names and
/// shapes is held. Deterministic in `seed`. Marked as never trained. Throws as the networks'
/// options do.
ModelToSave randomModel(const ModelRecipe& recipe, std::uint64_t seed);

} // namespace unlit::weights
