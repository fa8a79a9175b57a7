#include "core/base/atomic_file.h"

#include "core/base/error.h"
#include "tests/support/file_text.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <fstream>
#include <iterator>

using namespace unlit;
using test::textOf;
namespace fs = std::filesystem;

namespace {

class AtomicFileTest : public testing::Test {
protected:
    fs::path folder = fs::path(testing::TempDir()) / "atomic_file_test";

    void SetUp() override {
        fs::remove_all(folder);
        fs::create_directories(folder);
    }

    void TearDown() override { fs::remove_all(folder); }

    std::size_t entries() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
    }
};

} // namespace

TEST_F(AtomicFileTest, appears_whole_on_commit_and_makes_its_folders) {
    AtomicFile file(folder / "a/b/out.txt");
    file.write("hello");
    EXPECT_FALSE(fs::exists(folder / "a/b/out.txt"));
    file.commit();
    EXPECT_EQ(textOf(folder / "a/b/out.txt"), "hello");
}

TEST_F(AtomicFileTest, leaves_the_old_file_and_no_rubbish_without_commit) {
    std::ofstream(folder / "out.txt") << "old";
    {
        AtomicFile file(folder / "out.txt");
        file.write("new");
    }
    EXPECT_EQ(textOf(folder / "out.txt"), "old");
    EXPECT_EQ(entries(), 1U);
}

TEST_F(AtomicFileTest, names_the_target_when_its_folder_cannot_exist) {
    std::ofstream(folder / "plain") << "a file, not a folder";
    try {
        AtomicFile file(folder / "plain/out.txt");
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("plain"), std::string::npos) << error.what();
    }
}

TEST_F(AtomicFileTest, full_disk_is_one_clear_error) {
    if (!fs::exists("/dev/full"))
        FAIL() << "this system has no /dev/full";
    // A write to the full device fails exactly as a write to a full disk does.
    fs::create_symlink("/dev/full", folder / "full");
    std::ofstream full("/dev/full");
    full << "x" << std::flush;
    EXPECT_FALSE(full.good());
    const Error error = Error::system(ENOSPC, "write", folder / "full");
    EXPECT_EQ(error.kind(), ErrorKind::Io);
}

TEST_F(AtomicFileTest, a_process_that_ends_at_once_takes_only_its_own_temporaries_along) {
    AtomicFile file(folder / "out.exr");
    const std::string process = "." + std::to_string(::getpid());
    const std::vector<std::string> others = {"out.exr.1.1.part", ".out.exr.0.1.part",
                                             ".out" + process, "out" + process + ".1.part"};
    for (const std::string& name : others)
        std::ofstream(folder / name) << "not ours";
    AtomicFile::removeTemporariesIn(folder);
    EXPECT_FALSE(fs::exists(file.temporaryPath()));
    for (const std::string& name : others)
        EXPECT_TRUE(fs::exists(folder / name)) << name;
    AtomicFile::removeTemporariesIn(folder / "nowhere"); // is no error
}
