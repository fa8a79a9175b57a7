// Files of run folders for tests, written byte by byte as another process would.
#pragma once

#include "tests/support/file_text.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace unlit::test {

inline void appendText(const std::filesystem::path& file, std::string_view text) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary | std::ios::app) << text;
}

inline void writeText(const std::filesystem::path& file, std::string_view text) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
}

} // namespace unlit::test
