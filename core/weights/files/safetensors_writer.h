// Writing safetensors files: whole or not at all, the same bytes for the same tensors.
#pragma once

#include "core/base/atomic_file.h"
#include "core/weights/state_dict.h"

#include <torch/types.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace unlit::weights {

struct TensorSpec {
    std::string name;
    c10::ScalarType dtype = c10::ScalarType::Float;
    std::vector<std::int64_t> shape;
};

/// What PyTorch libraries expect to find in `__metadata__`.
inline const std::map<std::string, std::string> kTorchMetadata = {{"format", "pt"}};

/// Writes tensor by tensor, so that no more than one has to be in memory. The header is written
/// first from the specs and padded to 8 bytes; tensors lie by falling element size, then by name,
/// so that each is aligned. Call write() once per spec in the order of order(), then commit().
/// Without commit() nothing appears. Throws Error::system on a full disk, Error::internal for a
/// tensor that does not fit its spec.
class SafetensorsWriter {
public:
    SafetensorsWriter(const std::filesystem::path& file, std::vector<TensorSpec> specs,
                      const std::map<std::string, std::string>& metadata = kTorchMetadata);

    /// The order in which write() wants the tensors.
    const std::vector<TensorSpec>& order() const { return m_specs; }

    /// Any device and strides; dtype and shape as in the spec.
    void write(const torch::Tensor& tensor);
    void commit();

private:
    std::vector<TensorSpec> m_specs;
    std::size_t m_next = 0;
    AtomicFile m_file;
};

/// Writes all tensors of `state`. Throws as SafetensorsWriter.
void writeSafetensors(const std::filesystem::path& file, const StateDict& state,
                      const std::map<std::string, std::string>& metadata = kTorchMetadata);

} // namespace unlit::weights
