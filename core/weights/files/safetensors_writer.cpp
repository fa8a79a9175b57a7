#include "core/weights/files/safetensors_writer.h"

#include "core/base/error.h"
#include "core/weights/files/tensor_type.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace unlit::weights {

namespace {

constexpr std::size_t kHeaderAlignment = 8;

std::uint64_t bytesOf(const TensorSpec& spec) {
    std::uint64_t bytes = c10::elementSize(spec.dtype);
    for (const std::int64_t side : spec.shape)
        bytes *= static_cast<std::uint64_t>(side);
    return bytes;
}

std::vector<TensorSpec> sorted(std::vector<TensorSpec> specs) {
    std::sort(specs.begin(), specs.end(), [](const TensorSpec& a, const TensorSpec& b) {
        const std::size_t sizeA = c10::elementSize(a.dtype);
        const std::size_t sizeB = c10::elementSize(b.dtype);
        return sizeA != sizeB ? sizeA > sizeB : a.name < b.name;
    });
    return specs;
}

/// The length in eight little-endian bytes, then the JSON, padded with spaces.
std::string headerOf(const std::vector<TensorSpec>& specs,
                     const std::map<std::string, std::string>& metadata) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    if (!metadata.empty())
        json["__metadata__"] = metadata;
    std::uint64_t offset = 0;
    for (const TensorSpec& spec : specs) {
        const std::uint64_t end = offset + bytesOf(spec);
        json[spec.name] = {{"dtype", safetensorsName(tensorType(spec.dtype))},
                           {"shape", spec.shape},
                           {"data_offsets", std::array{offset, end}}};
        offset = end;
    }
    std::string text = json.dump();
    text.append((kHeaderAlignment - text.size() % kHeaderAlignment) % kHeaderAlignment, ' ');
    std::string header;
    for (std::size_t i = 0; i < 8; ++i)
        header.push_back(static_cast<char>(text.size() >> (8 * i) & 0xff));
    return header + text;
}

} // namespace

SafetensorsWriter::SafetensorsWriter(const std::filesystem::path& file,
                                     std::vector<TensorSpec> specs,
                                     const std::map<std::string, std::string>& metadata)
    : m_specs(sorted(std::move(specs))), m_file(file) {
    m_file.write(headerOf(m_specs, metadata));
}

void SafetensorsWriter::write(const torch::Tensor& tensor) {
    if (m_next >= m_specs.size())
        throw Error::internal("more tensors were written than announced");
    const TensorSpec& spec = m_specs[m_next++];
    if (tensor.scalar_type() != spec.dtype || tensor.sizes() != c10::IntArrayRef(spec.shape))
        throw Error::internal("tensor '" + spec.name + "' differs from what was announced");
    const torch::Tensor plain = tensor.detach().to(torch::kCPU).contiguous();
    m_file.write(
        std::as_bytes(std::span(static_cast<const char*>(plain.data_ptr()), plain.nbytes())));
}

void SafetensorsWriter::commit() {
    if (m_next != m_specs.size())
        throw Error::internal("fewer tensors were written than announced");
    m_file.commit();
}

void writeSafetensors(const std::filesystem::path& file, const StateDict& state,
                      const std::map<std::string, std::string>& metadata) {
    std::vector<TensorSpec> specs;
    for (const auto& [name, tensor] : state)
        specs.push_back({name, tensor.scalar_type(), tensor.sizes().vec()});
    SafetensorsWriter writer(file, std::move(specs), metadata);
    for (const TensorSpec& spec : writer.order())
        writer.write(state.at(spec.name));
    writer.commit();
}

} // namespace unlit::weights
