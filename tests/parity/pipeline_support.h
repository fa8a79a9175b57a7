// What the pipeline's parity tests share: models and pictures of the pack, settings out of its
// JSON.
#pragma once

#include "core/infer/loaded_model.h"
#include "core/infer/tensor_run.h"
#include "core/tensor/interpolate.h"
#include "tests/support/comparison.h"
#include "tests/support/reference_pack.h"

#include <nlohmann/json.hpp>
#include <torch/types.h>

#include <memory>
#include <string>

namespace unlit::test {

/// Tolerance of normal deviates, whose last bits depend on the vector width (rng/torch_cpu).
inline constexpr double kNoiseTolerance = 3e-6;
/// Of the picture as the network gets it.
inline constexpr double kInputTolerance = 2e-5;
inline constexpr double kBicubicTolerance = 5e-5;

/// The model folder that a pack names by the first word of its "model", in float32 on the CPU.
std::shared_ptr<infer::LoadedModel> loadReferenceModel(const nlohmann::json& pack);

/// A PNG of pipeline/ as float32 [1, 3, H, W] in [0,1]; through the program's reader where it is
/// built, which then has to agree with the tests' own.
torch::Tensor readReferencePicture(const std::string& file);

/// uint8 [H, W, C].
torch::Tensor readReferencePixels(const std::string& file);

bool referencePictureExists(const std::string& file);

/// A seed is a JSON number or a decimal string; negative ones are taken as two's complement.
std::uint64_t seedOf(const nlohmann::json& seed);

/// A run that leaves its tensors in `trace`, which has to outlive it.
infer::RunControl tracedInto(infer::RunTrace& trace);

Reduction reductionOf(const nlohmann::json& name);

/// A failure of the test where nothing has the name that torch gives an interpolation.
infer::Interpolation interpolationOf(const std::string& name);

/// Truncated 8-bit levels [H, W, C] of planes [C, H, W] in [0,1].
torch::Tensor truncatedLevels(const torch::Tensor& planes);

} // namespace unlit::test
