#include "core/weights/files/mapped_file.h"
#include "core/weights/files/safetensors.h"
#include "core/weights/files/tensor_type.h"
#include "core/weights/state_dict.h"

#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

namespace unlit::weights {

namespace {

constexpr std::uint64_t kSmallestMap = 16384; ///< bytes

} // namespace

torch::Tensor SafetensorsFile::tensor(const std::string& name) const {
    const TensorInfo& where = info(name);
    const auto options = torch::TensorOptions().dtype(torchType(where.dtype));
    if (where.bytes() == 0)
        return torch::empty(where.shape, options);
    auto map = std::make_shared<const MappedBytes>(*m_file, where.begin, where.bytes());
    std::byte* const data = map->bytes().data();
    // Nothing in the format aligns the data to the element size, and kernels need it; small tensors
    // are not worth the pages of a map.
    const bool isAligned = reinterpret_cast<std::uintptr_t>(data) % bytesOf(where.dtype) == 0;
    if (!isAligned || where.bytes() < kSmallestMap) {
        torch::Tensor copy = torch::empty(where.shape, options);
        std::memcpy(copy.data_ptr(), data, where.bytes());
        return copy;
    }
    return torch::from_blob(
        data, where.shape, [map = std::move(map)](void*) {}, options);
}

StateDict SafetensorsFile::all() const {
    StateDict all;
    for (const auto& [name, info] : m_header.tensors)
        all.emplace(name, tensor(name));
    return all;
}

} // namespace unlit::weights
