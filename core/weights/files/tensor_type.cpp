#include "core/weights/files/tensor_type.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace unlit::weights {

namespace {

using c10::ScalarType;

constexpr std::array<std::pair<TensorType, ScalarType>, 10> kTorchTypes = {{
    {TensorType::Float64, ScalarType::Double},
    {TensorType::Float32, ScalarType::Float},
    {TensorType::Float16, ScalarType::Half},
    {TensorType::BFloat16, ScalarType::BFloat16},
    {TensorType::Int64, ScalarType::Long},
    {TensorType::Int32, ScalarType::Int},
    {TensorType::Int16, ScalarType::Short},
    {TensorType::Int8, ScalarType::Char},
    {TensorType::UInt8, ScalarType::Byte},
    {TensorType::Bool, ScalarType::Bool},
}};

} // namespace

ScalarType torchType(TensorType type) {
    return std::ranges::find(kTorchTypes, type, [](const auto& pair) { return pair.first; })
        ->second;
}

TensorType tensorType(ScalarType type) {
    for (const auto& [stored, known] : kTorchTypes)
        if (known == type)
            return stored;
    throw Error::unsupported(std::string("tensors of type ") + c10::toString(type) +
                             " cannot be stored in a safetensors file");
}

} // namespace unlit::weights
