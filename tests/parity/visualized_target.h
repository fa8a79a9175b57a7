// The 8-bit pictures that diffusers draws of intrinsic targets, for comparison with the pack's
// PNGs.
#pragma once

#include <nlohmann/json.hpp>
#include <torch/types.h>

#include <map>
#include <string>

namespace unlit::test {

/// Name -> uint8 levels [H, W, 3] of one target: the target itself and the parts of a stack.
/// `planes_3HW` in [0,1]; `properties`: the pack's target_properties. Display-encoded values are
/// taken as they are, linear ones to the power 1/2.2, those of free scale divided by their maximum
/// first; parts of a stack are drawn dark on white. Everything truncates.
std::map<std::string, torch::Tensor> visualizedTarget(const std::string& name,
                                                      const torch::Tensor& planes_3HW,
                                                      const nlohmann::json& properties);

} // namespace unlit::test
