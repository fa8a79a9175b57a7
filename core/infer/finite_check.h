// A model that produces numbers that are none must not become a picture.
#pragma once

#include "core/infer/loaded_model.h"

#include <torch/types.h>

#include <string>

namespace unlit::infer {

/// Throws Error::invalidInput naming the model folder and `doing` ("decoding albedo") when any
/// value is NaN or infinite. Waits for the device.
void requireFinite(const torch::Tensor& values, const std::string& doing, const LoadedModel& model);

} // namespace unlit::infer
