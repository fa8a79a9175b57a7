#include "core/weights/files/safetensors.h"

#include "core/base/error.h"
#include "core/weights/files/mapped_file.h"

#include <utility>

namespace unlit::weights {

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

} // namespace unlit::weights
