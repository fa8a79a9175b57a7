// Types of stored tensors as torch names them.
#pragma once

#include "core/weights/files/safetensors_header.h"

#include <c10/core/ScalarType.h>

namespace unlit::weights {

c10::ScalarType torchType(TensorType type);

/// Throws Error::unsupported for a torch type that safetensors files do not have.
TensorType tensorType(c10::ScalarType type);

} // namespace unlit::weights
