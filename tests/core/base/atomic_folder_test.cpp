#include "core/base/atomic_folder.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "tests/support/file_text.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

using namespace unlit;
using test::textOf;
namespace fs = std::filesystem;

namespace {

class AtomicFolderTest : public testing::Test {
protected:
    fs::path folder = fs::path(testing::TempDir()) / "atomic_folder_test";

    void SetUp() override {
        fs::remove_all(folder);
        fs::create_directories(folder);
    }

    void TearDown() override { fs::remove_all(folder); }

    static void write(const fs::path& path, const std::string& text) {
        fs::create_directories(path.parent_path());
        std::ofstream(path) << text;
    }

    std::size_t entries() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
    }
};

} // namespace

TEST_F(AtomicFolderTest, appears_whole_on_commit) {
    AtomicFolder out(folder / "a/model/"); // a slash at the end is no other folder
    write(out.temporaryPath() / "unet/config.json", "{}");
    EXPECT_FALSE(fs::exists(folder / "a/model"));
    out.commit();
    EXPECT_EQ(textOf(folder / "a/model/unet/config.json"), "{}");
}

TEST_F(AtomicFolderTest, without_commit_nothing_stays) {
    {
        AtomicFolder out(folder / "model");
        write(out.temporaryPath() / "x", "new");
    }
    EXPECT_EQ(entries(), 0U);
}

TEST_F(AtomicFolderTest, an_old_folder_is_replaced_with_everything_in_it) {
    write(folder / "model/old.txt", "old");
    {
        AtomicFolder out(folder / "model");
        write(out.temporaryPath() / "new.txt", "new");
        EXPECT_EQ(textOf(folder / "model/old.txt"), "old");
        out.commit();
    }
    EXPECT_FALSE(fs::exists(folder / "model/old.txt"));
    EXPECT_EQ(textOf(folder / "model/new.txt"), "new");
    EXPECT_EQ(entries(), 1U);
}

TEST_F(AtomicFolderTest, names_the_target_when_its_place_is_taken_by_a_file) {
    write(folder / "plain", "a file");
    try {
        AtomicFolder out(folder / "plain/model");
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("plain"), std::string::npos) << error.what();
    }
}

TEST_F(AtomicFolderTest, a_process_that_ends_at_once_takes_its_half_written_folder_along) {
    AtomicFolder out(folder / "model");
    write(out.temporaryPath() / "unet/config.json", "{}");
    AtomicFile::removeTemporariesIn(folder);
    EXPECT_EQ(entries(), 0U);
}

TEST_F(AtomicFolderTest, an_error_inside_names_the_place_that_is_meant) {
    const AtomicFolder made(folder / "made");
    fs::create_directory(made.temporaryPath() / "taken");
    AtomicFile inside(made.temporaryPath() / "taken");
    inside.write("x");
    try {
        inside.commit();
        FAIL() << "a folder is in its place";
    } catch (const Error& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find((folder / "made/taken").string()), std::string::npos) << text;
        EXPECT_EQ(text.find(".part"), std::string::npos) << text;
    }
}
