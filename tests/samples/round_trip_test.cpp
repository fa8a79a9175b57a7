// Renders of others, copied: everything that they hold comes back.
#include "core/base/error.h"
#include "core/image/exr/exr_copy.h"
#include "tests/core/image/exr_compare.h"
#include "tests/samples/sample_files.h"

#include <gtest/gtest.h>

#include <iostream>

using namespace unlit;
namespace fs = std::filesystem;

TEST(Samples, renders_come_back_with_every_layer_part_window_and_attribute) {
    const fs::path out = fs::path(testing::TempDir()) / "copy.exr";
    int copied = 0;
    int recompressed = 0;
    int refused = 0;
    for (const fs::path& path : filesUnder(samplesDir() / "renders")) {
        if (path.extension() != ".exr")
            continue;
        try {
            copyExr(path, out, {.overwrite = true});
            EXPECT_EQ(differenceOfExr(path, out), "") << path;
            ++copied;
            copyExr(path, out, {.compression = ExrCompression::Piz, .overwrite = true});
            EXPECT_EQ(differenceOfExr(path, out, {.ignoreCompression = true}), "") << path;
            ++recompressed;
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::Unsupported) << error.what(); // deep data
            std::cout << "refused: " << error.what() << "\n";
            ++refused;
        }
    }
    std::cout << copied << " renders equal after a copy, " << recompressed
              << " with another compression, " << refused << " refused\n";
    EXPECT_GT(copied, 0);
    EXPECT_EQ(copied, recompressed);
}
