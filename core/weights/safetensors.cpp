#include "core/weights/safetensors.h"

#include "core/base/error.h"
#include "core/weights/mapped_file.h"

#include <cstdint>
#include <cstring>
#include <utility>

namespace unlit::weights {

namespace {

constexpr std::uint64_t kSmallestMap = 16384; ///< bytes

} // namespace

SafetensorsFile::SafetensorsFile(std::filesystem::path file)
    : m_file(std::make_shared<const OpenFile>(std::move(file))) {
    const MappedBytes whole(*m_file, 0, m_file->size());
    m_header = parseSafetensorsHeader(whole.bytes(), m_file->path());
}

const std::filesystem::path& SafetensorsFile::path() const {
    return m_file->path();
}

std::vector<std::string> SafetensorsFile::names() const {
    std::vector<std::string> names;
    for (const auto& [name, info] : m_header.tensors)
        names.push_back(name);
    return names;
}

bool SafetensorsFile::has(const std::string& name) const {
    return m_header.tensors.contains(name);
}

const TensorInfo& SafetensorsFile::info(const std::string& name) const {
    const auto found = m_header.tensors.find(name);
    if (found == m_header.tensors.end())
        throw Error::notFound(path().string() + " has no tensor '" + name + "'");
    return found->second;
}

torch::Tensor SafetensorsFile::tensor(const std::string& name) const {
    const TensorInfo& where = info(name);
    const auto options = torch::TensorOptions().dtype(where.dtype);
    if (where.bytes() == 0)
        return torch::empty(where.shape, options);
    auto map = std::make_shared<const MappedBytes>(*m_file, where.begin, where.bytes());
    std::byte* const data = map->bytes().data();
    // Nothing in the format aligns the data to the element size, and kernels need it; small tensors
    // are not worth the pages of a map.
    const bool isAligned =
        reinterpret_cast<std::uintptr_t>(data) % c10::elementSize(where.dtype) == 0;
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
