#include "core/base/content_hash.h"

#include "core/base/error.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

using namespace unlit;

namespace {

std::string hashOf(const std::string& text) {
    ContentHash hash;
    hash.add(std::as_bytes(std::span(text)));
    return hashText(hash.digest());
}

} // namespace

TEST(ContentHash, agrees_with_the_published_values_of_xxh64) {
    EXPECT_EQ(hashOf(""), "ef46db3751d8e999");
    EXPECT_EQ(hashOf("a"), "d24ec4f1a98c6e5b");
    EXPECT_EQ(hashOf("abc"), "44bc2cf5ad770999");
    EXPECT_EQ(hashOf("Nobody inspects the spammish repetition"), "fbcea83c8a378bf1");
}

TEST(ContentHash, does_not_depend_on_the_pieces) {
    const std::string text(1000, 'x');
    ContentHash hash;
    for (std::size_t at = 0, size = 1; at < text.size(); at += size, size = size * 2 + 1)
        hash.add(std::as_bytes(std::span(text)).subspan(at, std::min(size, text.size() - at)));
    EXPECT_EQ(hashText(hash.digest()), hashOf(text));
}

TEST(ContentHash, reads_files_and_tells_one_changed_byte) {
    const test::TempFolder folder;
    const std::string text(3 << 20, 'x');
    std::ofstream(folder / "a", std::ios::binary) << text;
    EXPECT_EQ(hashText(hashFile(folder / "a")), hashOf(text));
    std::string changed = text;
    changed[2'000'000] = 'y';
    EXPECT_NE(hashOf(changed), hashOf(text));
    EXPECT_THROW(hashFile(folder / "missing"), Error);
}
