// The header of a safetensors file: parsed, and every number in it checked against the file's size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace unlit::weights {

/// Types of the format that can be read. As torch's own: tensor_type.h.
enum class TensorType {
    Float64,
    Float32,
    Float16,
    BFloat16,
    Int64,
    Int32,
    Int16,
    Int8,
    UInt8,
    Bool,
};

/// Of one element.
std::size_t bytesOf(TensorType type);

bool isFloating(TensorType type);

/// Where one tensor lies. begin and end count bytes from the start of the file; the bytes are row
/// major, little endian.
struct TensorInfo {
    TensorType dtype = TensorType::Float32;
    std::vector<std::int64_t> shape; ///< empty = a scalar
    std::uint64_t begin = 0;
    std::uint64_t end = 0;

    std::uint64_t bytes() const { return end - begin; }

    std::int64_t elements() const;
};

struct SafetensorsHeader {
    std::map<std::string, TensorInfo> tensors;
    std::map<std::string, std::string> metadata;
};

/// Largest header that is read; the same bound as the format's reference implementation.
inline constexpr std::uint64_t kMaxHeaderBytes = 100'000'000;

/// Reads the header from the whole file's bytes without touching tensor data. Checked before use:
/// the file holds the 8-byte length and the header; the header is a JSON object without duplicate
/// names; each entry has a known dtype, a shape of non-negative numbers whose product does not
/// overflow, and offsets inside the file whose distance equals shape times dtype; the tensors fill
/// the data section without overlap or gap. Throws Error::corrupt, or Error::unsupported for a
/// dtype that the format knows and we do not; `file` is named in the sentence. Format:
/// https://github.com/huggingface/safetensors#format
SafetensorsHeader parseSafetensorsHeader(std::span<const std::byte> bytes,
                                         const std::filesystem::path& file);

/// "F32", …
std::string safetensorsName(TensorType type);

} // namespace unlit::weights
