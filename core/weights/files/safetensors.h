// Reading safetensors files by memory map. Who asks for tensors includes state_dict.h, too.
#pragma once

#include "core/weights/files/safetensors_header.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace at {
class Tensor;
}

namespace unlit::weights {

class OpenFile;

/// An open, checked file. Cheap to copy; thread-safe to read. Opening checks the header as
/// parseSafetensorsHeader says and reads no tensor data.
class SafetensorsFile {
public:
    /// Throws Error: NotFound / Io when it cannot be opened, Corrupt / Unsupported as
    /// parseSafetensorsHeader.
    explicit SafetensorsFile(std::filesystem::path file);

    const std::filesystem::path& path() const;

    /// Sorted by name.
    std::vector<std::string> names() const;
    bool has(const std::string& name) const;

    const std::map<std::string, TensorInfo>& tensors() const { return m_header.tensors; }

    /// Throws Error::notFound naming file and tensor.
    const TensorInfo& info(const std::string& name) const;

    /// A CPU tensor on a memory map of its own (small ones are copied), which lives as long as the
    /// tensor: dropping the tensor gives its memory back. Changing it in place changes this
    /// process's copy, never the file. Throws Error::notFound.
    at::Tensor tensor(const std::string& name) const;

    /// Every tensor, as tensor(): a StateDict.
    std::map<std::string, at::Tensor> all() const;

    const std::map<std::string, std::string>& metadata() const { return m_header.metadata; }

private:
    std::shared_ptr<const OpenFile> m_file;
    SafetensorsHeader m_header;
};

} // namespace unlit::weights
