// A whole model that was never trained: to try the program out, or to train from the beginning.
#pragma once

#include "core/weights/save_model_folder.h"
#include "core/weights/start/model_recipe.h"

#include <cstdint>

namespace unlit::weights {

/// Networks of the recipe with random weights, drawn while they are saved: nothing but names and
/// shapes is held. Each layer's output is about as large as its input, so that pictures come out.
/// Deterministic in `seed`. Marked as never trained. Throws as the networks' options do.
ModelToSave randomModel(const ModelRecipe& recipe, std::uint64_t seed);

/// The same networks with the weights that training starts from: what torch gives each layer
/// (convolutions and linear layers uniform in ±1/sqrt(fan in), norms 1 and 0, embeddings normal
/// with 0.02), and zeros where the recipe asks for them, in the recipe's dtype. All of them are
/// held. Deterministic in `seed`. Marked as never trained. Throws as above.
ModelToSave newModel(const ModelRecipe& recipe, std::uint64_t seed);

} // namespace unlit::weights
