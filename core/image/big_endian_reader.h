// Numbers in network byte order, front to back out of a file.
#pragma once

#include "core/image/readable_file.h"

#include <array>
#include <cstdint>

namespace unlit {

/// Throws what ReadableFile throws: Corrupt at the end of the file.
class BigEndianReader {
public:
    explicit BigEndianReader(ReadableFile& file) : m_file(file) {}

    std::uint64_t number(int bytes) {
        std::array<unsigned char, 8> buffer{};
        m_file.readAll({buffer.data(), static_cast<std::size_t>(bytes)});
        std::uint64_t value = 0;
        for (int i = 0; i < bytes; ++i)
            value = value << 8U | buffer[static_cast<std::size_t>(i)];
        return value;
    }

    std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }

    std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }

    void skip(std::uint64_t bytes) {
        const std::uint64_t position = m_file.position();
        // Checked here, for the sum may wrap around.
        m_file.seek(bytes > m_file.size() - position ? m_file.size() + 1 : position + bytes);
    }

private:
    ReadableFile& m_file;
};

} // namespace unlit
