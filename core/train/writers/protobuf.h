// The wire format of protocol buffers, as much of it as TensorBoard's events need. Source: Protocol
// Buffers, "Encoding".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace unlit::train {

/// Builds one message; fields appear in the order of the calls.
class ProtobufWriter {
public:
    void integer(int field, std::int64_t value);
    void number64(int field, double value);
    void number32(int field, float value);
    void bytes(int field, std::string_view value); ///< texts and messages, too

    const std::string& message() const { return m_message; }

private:
    void key(int field, int wireType);
    void varint(std::uint64_t value);

    std::string m_message;
};

/// One field of a message. Which of the values counts depends on the wire type.
struct ProtobufField {
    int field = 0;
    int wireType = 0;         ///< 0 integer, 1 eight bytes, 2 bytes, 5 four bytes
    std::uint64_t number = 0; ///< of wire types 0, 1 and 5
    std::string_view bytes;   ///< of wire type 2
};

/// Walks over the fields of a message. The bytes must outlive it.
class ProtobufReader {
public:
    explicit ProtobufReader(std::string_view message) : m_rest(message) {}

    /// nullopt at the end, or where the bytes are no message: then isDamaged().
    std::optional<ProtobufField> next();

    bool isDamaged() const { return m_isDamaged; }

private:
    std::optional<std::uint64_t> varint();
    std::optional<std::uint64_t> fixed(std::size_t size);
    std::nullopt_t damaged();

    std::string_view m_rest;
    bool m_isDamaged = false;
};

} // namespace unlit::train
