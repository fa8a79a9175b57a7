#include "core/base/large_pages.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

namespace unlit {

namespace {

/// Whether the system means to use large pages at this address.
bool hasWish(const void* address) {
    std::ifstream maps("/proc/self/smaps");
    bool isMine = false;
    for (std::string line; std::getline(maps, line);) {
        std::uintptr_t begin = 0;
        std::uintptr_t end = 0;
        char dash = 0;
        std::istringstream range(line);
        if (range >> std::hex >> begin >> dash >> end && dash == '-')
            isMine = begin <= reinterpret_cast<std::uintptr_t>(address) &&
                     reinterpret_cast<std::uintptr_t>(address) < end;
        else if (isMine && line.starts_with("VmFlags:"))
            return line.find(" hg") != std::string::npos;
    }
    return false;
}

} // namespace

TEST(LargePages, are_wished_for_inside_of_a_block_and_nowhere_else) {
    if (!std::filesystem::exists("/sys/kernel/mm/transparent_hugepage/enabled"))
        GTEST_SKIP() << "this system has no large pages";
    constexpr std::size_t page = std::size_t{2} << 20;
    const std::unique_ptr<char, decltype(&std::free)> block(
        static_cast<char*>(std::aligned_alloc(page, 6 * page)), &std::free);
    ASSERT_NE(block, nullptr);
    // From the middle of the first page to the middle of the fourth: two whole ones.
    preferLargePages(block.get() + page / 2, 3 * page);
    EXPECT_FALSE(hasWish(block.get() + page / 2));
    EXPECT_TRUE(hasWish(block.get() + page));
    EXPECT_TRUE(hasWish(block.get() + 3 * page - 1));
    EXPECT_FALSE(hasWish(block.get() + 3 * page));
    preferLargePages(block.get() + 4 * page + 1, page);
    EXPECT_FALSE(hasWish(block.get() + 4 * page + 1)) << "too small";
    preferLargePages(nullptr, 0);
}

} // namespace unlit
