#include "core/train/writers/protobuf.h"

#include <bit>

namespace unlit::train {

namespace {

template <class T>
void appendLittleEndian(std::string& text, T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i)
        text += static_cast<char>((value >> (8 * i)) & 0xFF);
}

} // namespace

void ProtobufWriter::key(int field, int wireType) {
    varint(static_cast<std::uint64_t>(field) << 3 | static_cast<std::uint64_t>(wireType));
}

void ProtobufWriter::varint(std::uint64_t value) {
    while (value >= 0x80) {
        m_message += static_cast<char>((value & 0x7F) | 0x80);
        value >>= 7;
    }
    m_message += static_cast<char>(value);
}

void ProtobufWriter::integer(int field, std::int64_t value) {
    key(field, 0);
    varint(static_cast<std::uint64_t>(value));
}

void ProtobufWriter::number64(int field, double value) {
    key(field, 1);
    appendLittleEndian(m_message, std::bit_cast<std::uint64_t>(value));
}

void ProtobufWriter::number32(int field, float value) {
    key(field, 5);
    appendLittleEndian(m_message, std::bit_cast<std::uint32_t>(value));
}

void ProtobufWriter::bytes(int field, std::string_view value) {
    key(field, 2);
    varint(value.size());
    m_message += value;
}

std::nullopt_t ProtobufReader::damaged() {
    m_isDamaged = true;
    m_rest = {};
    return std::nullopt;
}

std::optional<std::uint64_t> ProtobufReader::varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64 && !m_rest.empty(); shift += 7) {
        const auto byte = static_cast<unsigned char>(m_rest.front());
        m_rest.remove_prefix(1);
        value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
        if ((byte & 0x80) == 0)
            return value;
    }
    return damaged();
}

std::optional<std::uint64_t> ProtobufReader::fixed(std::size_t size) {
    if (m_rest.size() < size)
        return damaged();
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
        value |= static_cast<std::uint64_t>(static_cast<unsigned char>(m_rest[i])) << (8 * i);
    m_rest.remove_prefix(size);
    return value;
}

std::optional<ProtobufField> ProtobufReader::next() {
    if (m_rest.empty())
        return std::nullopt;
    const std::optional<std::uint64_t> key = varint();
    if (!key)
        return std::nullopt;
    ProtobufField field;
    field.field = static_cast<int>(*key >> 3);
    field.wireType = static_cast<int>(*key & 7);
    std::optional<std::uint64_t> number;
    switch (field.wireType) {
    case 0:
    case 2:
        number = varint();
        break;
    case 1:
        number = fixed(8);
        break;
    case 5:
        number = fixed(4);
        break;
    default:
        return damaged();
    }
    if (!number)
        return std::nullopt;
    field.number = *number;
    if (field.wireType != 2)
        return field;
    if (*number > m_rest.size())
        return damaged();
    field.bytes = m_rest.substr(0, static_cast<std::size_t>(*number));
    m_rest.remove_prefix(static_cast<std::size_t>(*number));
    return field;
}

} // namespace unlit::train
