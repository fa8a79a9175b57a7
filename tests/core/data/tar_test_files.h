// Tar archives byte by byte, the bad ones too.
#pragma once

#include "tests/support/file_text.h"

#include <cstdio>
#include <cstring>
#include <string>

namespace unlit::test {

/// One header block with a right checksum, then the content in whole blocks.
inline std::string tarMember(const std::string& name, const std::string& content, char type = '0') {
    std::string header(512, '\0');
    const auto put = [&](std::size_t at, const std::string& text) {
        header.replace(at, text.size(), text);
    };
    char number[32];
    put(0, name.substr(0, 100));
    put(100, "0000644");
    std::snprintf(number, sizeof number, "%011zo", content.size());
    put(124, number);
    put(136, "00000001750"); // 1000 seconds
    header[156] = type;
    put(257, std::string("ustar\0", 6) + "00");
    put(148, "        ");
    unsigned sum = 0;
    for (const char c : header)
        sum += static_cast<unsigned char>(c);
    std::snprintf(number, sizeof number, "%06o", sum);
    put(148, std::string(number) + '\0' + ' ');
    std::string padded = content;
    padded.resize((content.size() + 511) / 512 * 512);
    return header + padded;
}

inline std::string tarEnd() {
    return std::string(1024, '\0');
}

} // namespace unlit::test
