#include "core/weights/files/safetensors_header.h"

#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace unlit::weights {

namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::size_t kMaxDimensions = 16;
constexpr const char* kBrokenHint =
    "the file is damaged or was cut off; download or export it again";

struct TypeFacts {
    TensorType type;
    std::string_view name;
    std::size_t bytes;
};

constexpr std::array<TypeFacts, 10> kTypes = {{
    {TensorType::Float64, "F64", 8},
    {TensorType::Float32, "F32", 4},
    {TensorType::Float16, "F16", 2},
    {TensorType::BFloat16, "BF16", 2},
    {TensorType::Int64, "I64", 8},
    {TensorType::Int32, "I32", 4},
    {TensorType::Int16, "I16", 2},
    {TensorType::Int8, "I8", 1},
    {TensorType::UInt8, "U8", 1},
    {TensorType::Bool, "BOOL", 1},
}};

const TypeFacts& factsOf(TensorType type) {
    return *std::ranges::find(kTypes, type, &TypeFacts::type);
}

/// Types of the format that LibTorch 1.13 has no tensors for.
constexpr std::array<std::string_view, 10> kOtherDtypes = {
    "U16", "U32", "U64", "C64", "F8_E4M3", "F8_E5M2", "F8_E8M0", "F4", "F6_E2M3", "F6_E3M2"};

/// One file's header being read; carries the file name for the sentences.
class HeaderReader {
public:
    explicit HeaderReader(const std::filesystem::path& file) : m_file(file) {}

    SafetensorsHeader read(std::span<const std::byte> bytes) const;

private:
    [[noreturn]] void fail(const std::string& what) const {
        throw Error::corrupt(m_file, what, kBrokenHint);
    }

    std::string_view headerText(std::span<const std::byte> bytes) const;
    Json parse(std::string_view text) const;
    std::map<std::string, std::string> readMetadata(const Json& entry) const;
    TensorInfo readTensor(const std::string& name, const Json& entry,
                          std::uint64_t dataBytes) const;
    TensorType readDtype(const std::string& name, const Json& entry) const;
    std::vector<std::int64_t> readShape(const std::string& name, const Json& entry) const;
    std::uint64_t readOffset(const std::string& name, const Json& offset) const;
    void checkLayout(const SafetensorsHeader& header, std::uint64_t dataBytes) const;

    const std::filesystem::path& m_file;
};

std::string_view HeaderReader::headerText(std::span<const std::byte> bytes) const {
    if (bytes.empty()) {
        fail("the file is empty");
    }
    if (bytes.size() < kLengthBytes) {
        fail("the file has " + std::to_string(bytes.size()) +
             " bytes, too few for the header's length");
    }
    constexpr std::string_view pointer = "version https://git-lfs";
    if (bytes.size() > pointer.size() &&
        std::memcmp(bytes.data(), pointer.data(), pointer.size()) == 0)
        fail("this is a pointer of Git LFS in place of the weights: fetch them with git lfs pull");
    std::uint64_t length = 0;
    for (std::size_t i = 0; i < kLengthBytes; ++i)
        length |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
    if (length > kMaxHeaderBytes) {
        fail("the header claims " + std::to_string(length) + " bytes, more than the " +
             std::to_string(kMaxHeaderBytes) + " that are allowed; this is no safetensors file");
    }
    if (length > bytes.size() - kLengthBytes) {
        fail("the header claims " + std::to_string(length) + " bytes, but only " +
             std::to_string(bytes.size() - kLengthBytes) + " follow its length");
    }
    const auto* const text = reinterpret_cast<const char*>(bytes.data() + kLengthBytes);
    return {text, static_cast<std::size_t>(length)};
}

Json HeaderReader::parse(std::string_view text) const {
    if (text.empty() || text.front() != '{')
        fail("the header does not start with '{'");
    // The library keeps the last of two equal names without a word, and follows any nesting.
    std::set<std::string> seen;
    const auto check = [&](int depth, Json::parse_event_t event, Json& value) {
        if (depth > 3)
            fail("the header is nested deeper than the format allows");
        if (event == Json::parse_event_t::key && depth == 1 &&
            !seen.insert(value.get<std::string>()).second) {
            fail("the header names '" + value.get<std::string>() + "' twice");
        }
        return true;
    };
    try {
        return Json::parse(text, check);
    } catch (const Json::exception&) {
        fail("the header is not valid JSON");
    }
}

std::map<std::string, std::string> HeaderReader::readMetadata(const Json& entry) const {
    if (!entry.is_object())
        fail("__metadata__ is not an object of texts");
    std::map<std::string, std::string> metadata;
    for (const auto& [key, value] : entry.items()) {
        if (!value.is_string())
            fail("__metadata__ '" + key + "' is not a text");
        metadata[key] = value.get<std::string>();
    }
    return metadata;
}

TensorType HeaderReader::readDtype(const std::string& name, const Json& entry) const {
    const auto found = entry.find("dtype");
    if (found == entry.end() || !found->is_string())
        fail("tensor '" + name + "' has no dtype");
    const auto text = found->get<std::string>();
    for (const TypeFacts& known : kTypes)
        if (known.name == text)
            return known.type;
    if (std::find(kOtherDtypes.begin(), kOtherDtypes.end(), text) != kOtherDtypes.end()) {
        throw Error::unsupported(m_file.string() + ": tensor '" + name + "' is stored as " + text +
                                     ", which is not read here",
                                 "export the weights as float32, float16 or bfloat16");
    }
    fail("tensor '" + name + "' has the unknown dtype '" + text + "'");
}

std::vector<std::int64_t> HeaderReader::readShape(const std::string& name,
                                                  const Json& entry) const {
    const auto found = entry.find("shape");
    if (found == entry.end() || !found->is_array())
        fail("tensor '" + name + "' has no shape");
    if (found->size() > kMaxDimensions)
        fail("tensor '" + name + "' has " + std::to_string(found->size()) + " dimensions");
    std::vector<std::int64_t> shape;
    for (const Json& side : *found) {
        if (!side.is_number_unsigned() ||
            side.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX)) {
            fail("tensor '" + name + "' has the side " + side.dump() +
                 " in its shape, not a whole number from 0 up");
        }
        shape.push_back(side.get<std::int64_t>());
    }
    return shape;
}

std::uint64_t HeaderReader::readOffset(const std::string& name, const Json& offset) const {
    if (!offset.is_number_unsigned())
        fail("tensor '" + name + "' has the offset " + offset.dump() +
             ", not a whole number from 0 up");
    return offset.get<std::uint64_t>();
}

/// Unset when the product does not fit.
std::optional<std::uint64_t> bytesOf(const std::vector<std::int64_t>& shape, TensorType type) {
    std::uint64_t bytes = weights::bytesOf(type);
    for (const std::int64_t side : shape) {
        if (__builtin_mul_overflow(bytes, static_cast<std::uint64_t>(side), &bytes))
            return {};
    }
    return bytes;
}

TensorInfo HeaderReader::readTensor(const std::string& name, const Json& entry,
                                    std::uint64_t dataBytes) const {
    if (!entry.is_object())
        fail("the entry of tensor '" + name + "' is not an object");
    TensorInfo info;
    info.dtype = readDtype(name, entry);
    info.shape = readShape(name, entry);
    const auto offsets = entry.find("data_offsets");
    if (offsets == entry.end() || !offsets->is_array() || offsets->size() != 2)
        fail("tensor '" + name + "' has no pair of data_offsets");
    info.begin = readOffset(name, (*offsets)[0]);
    info.end = readOffset(name, (*offsets)[1]);
    if (info.begin > info.end)
        fail("tensor '" + name + "' ends before it begins");
    if (info.end > dataBytes) {
        fail("tensor '" + name + "' ends at byte " + std::to_string(info.end) +
             " of the data, but the file holds only " + std::to_string(dataBytes));
    }
    const std::optional<std::uint64_t> needed = bytesOf(info.shape, info.dtype);
    if (!needed)
        fail("the shape of tensor '" + name + "' is too large for any file");
    if (*needed != info.bytes()) {
        fail("tensor '" + name + "' needs " + std::to_string(*needed) +
             " bytes for its shape, but its offsets span " + std::to_string(info.bytes()));
    }
    return info;
}

void HeaderReader::checkLayout(const SafetensorsHeader& header, std::uint64_t dataBytes) const {
    std::vector<const std::pair<const std::string, TensorInfo>*> order;
    for (const auto& entry : header.tensors)
        order.push_back(&entry);
    std::sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
        return std::pair(a->second.begin, a->second.end) <
               std::pair(b->second.begin, b->second.end);
    });
    std::uint64_t reached = 0;
    for (const auto* entry : order) {
        const auto& [name, info] = *entry;
        if (info.begin < reached)
            fail("tensor '" + name + "' overlaps the one before it");
        if (info.begin > reached) {
            fail("there is a gap of " + std::to_string(info.begin - reached) +
                 " bytes before tensor '" + name + "'");
        }
        reached = info.end;
    }
    if (reached != dataBytes) {
        fail("the tensors end at byte " + std::to_string(reached) + " of the data, but " +
             std::to_string(dataBytes - reached) + " more follow");
    }
}

SafetensorsHeader HeaderReader::read(std::span<const std::byte> bytes) const {
    const std::string_view text = headerText(bytes);
    const std::uint64_t dataStart = kLengthBytes + text.size();
    const std::uint64_t dataBytes = bytes.size() - dataStart;
    const Json json = parse(text);
    SafetensorsHeader header;
    for (const auto& [name, entry] : json.items()) {
        if (name == "__metadata__")
            header.metadata = readMetadata(entry);
        else
            header.tensors.emplace(name, readTensor(name, entry, dataBytes));
    }
    checkLayout(header, dataBytes);
    for (auto& [name, info] : header.tensors) {
        info.begin += dataStart;
        info.end += dataStart;
    }
    return header;
}

} // namespace

std::size_t bytesOf(TensorType type) {
    return factsOf(type).bytes;
}

bool isFloating(TensorType type) {
    return type == TensorType::Float64 || type == TensorType::Float32 ||
           type == TensorType::Float16 || type == TensorType::BFloat16;
}

std::int64_t TensorInfo::elements() const {
    return static_cast<std::int64_t>(bytes() / bytesOf(dtype));
}

SafetensorsHeader parseSafetensorsHeader(std::span<const std::byte> bytes,
                                         const std::filesystem::path& file) {
    return HeaderReader(file).read(bytes);
}

std::string safetensorsName(TensorType type) {
    return std::string(factsOf(type).name);
}

} // namespace unlit::weights
