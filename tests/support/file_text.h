// What a file holds, to compare files as wholes.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace unlit::test {

/// Every byte of a file; "" of one that is not there.
inline std::string textOf(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace unlit::test
