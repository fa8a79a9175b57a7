// Folders and tar archives as sources of pictures.
#include "core/data/source/picture_source.h"
#include "core/data/source/tar_index.h"
#include "tests/core/data/tar_test_files.h"
#include "tests/core/data/test_scene.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace unlit;
using namespace unlit::data;
using namespace unlit::test;
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class Source : public testing::Test {
protected:
    fs::path write(const std::string& name, const std::string& bytes) const {
        fs::create_directories((m_folder / name).parent_path());
        std::ofstream(m_folder / name, std::ios::binary) << bytes;
        return m_folder / name;
    }

    TempFolder m_folder;
};

} // namespace

TEST_F(Source, a_tar_gives_the_same_pictures_as_the_folder) {
    const ScenePair pair = makeScene(1, 40, 30);
    writeExrFile(m_folder / "set/hall/a_beauty.exr", pair.beauty);
    const std::string bytes = textOf(m_folder / "set/hall/a_beauty.exr");
    write("set.tar", tarMember("./", "", '5') + tarMember("./hall/", "", '5') +
                         tarMember("./hall/a_beauty.exr", bytes) + tarEnd());
    const auto folder = PictureSource::open(m_folder / "set");
    const auto tar = PictureSource::open(m_folder / "set.tar");
    EXPECT_THAT(folder->list().files, ElementsAre("hall/a_beauty.exr"));
    EXPECT_EQ(tar->list().files, folder->list().files);
    EXPECT_EQ(tar->read({"hall/a_beauty.exr", ""}).image.samples,
              folder->read({"hall/a_beauty.exr", ""}).image.samples);
    EXPECT_EQ(tar->info("hall/a_beauty.exr").width, 40);
    EXPECT_EQ(tar->stamp("hall/a_beauty.exr"), (FileStamp{1000, bytes.size()}));
    EXPECT_TRUE(tar->has("hall/a_beauty.exr"));
    EXPECT_FALSE(tar->has("hall/none.exr"));
}

TEST_F(Source, errors_of_a_member_name_archive_and_member) {
    write("set.tar", tarMember("hall/bad.exr", "no picture") + tarEnd());
    const auto tar = PictureSource::open(m_folder / "set.tar");
    try {
        tar->read({"hall/bad.exr", ""});
        ADD_FAILURE() << "no error";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("set.tar: hall/bad.exr"));
        EXPECT_THAT(error.what(), testing::Not(HasSubstr("/proc")));
    }
    expectError(ErrorKind::NotFound, {"set.tar", "none.exr"}, [&] { tar->read({"none.exr", ""}); });
}

TEST_F(Source, long_names_and_pax_headers_are_read) {
    const std::string longName = std::string(120, 'n') + ".exr";
    const std::string pax = "17 path=p\xC3\xA4x.exr\n"; // the length counts itself
    write("set.tar", tarMember("././@LongLink", longName + '\0', 'L') + tarMember("short", "one") +
                         tarMember("header", pax, 'x') + tarMember("other", "three") + tarEnd());
    const TarIndex index(m_folder / "set.tar");
    ASSERT_EQ(index.members().size(), 2U);
    ASSERT_NE(index.find(longName), nullptr);
    EXPECT_EQ(index.find(longName)->size, 3U);
    ASSERT_NE(index.find("p\xC3\xA4x.exr"), nullptr);
    EXPECT_EQ(index.find("p\xC3\xA4x.exr")->size, 5U);
}

TEST_F(Source, a_file_without_a_name_is_refused_and_an_empty_pax_path_says_nothing) {
    write("own.tar", tarMember("./", "") + tarMember("header", "8 path=\n", 'x') +
                         tarMember("a.exr", "1") + tarEnd());
    EXPECT_NE(TarIndex(m_folder / "own.tar").find("a.exr"), nullptr);
    for (const char* name : {"", "."}) {
        write("none.tar", tarMember(name, "1") + tarEnd());
        expectError(ErrorKind::Corrupt, {"none.tar", "without a name"},
                    [&] { TarIndex{m_folder / "none.tar"}; });
    }
}

TEST_F(Source, members_that_lead_out_of_the_archive_are_refused) {
    for (const std::string name : {"/etc/passwd", "../up.exr", "a/../../up.exr"}) {
        write("bad.tar", tarMember("good.exr", "x") + tarMember(name, "x") + tarEnd());
        expectError(ErrorKind::InvalidInput, {"bad.tar", name},
                    [&] { PictureSource::open(m_folder / "bad.tar"); });
    }
}

TEST_F(Source, damaged_archives_are_refused) {
    const std::string good = tarMember("a.exr", std::string(2000, 'x'));
    const auto refused = [&](const std::string& bytes) {
        write("bad.tar", bytes);
        expectError(ErrorKind::Corrupt, {"bad.tar"},
                    [&] { PictureSource::open(m_folder / "bad.tar"); });
    };
    refused(good.substr(0, 1000)); // ends within its member
    refused("short");
    refused(std::string(4096, 'z'));
    refused("\x1f\x8b" + good); // compressed
    std::string flipped = good + good;
    flipped[good.size() + 3] = 'Q';
    refused(flipped);
}

TEST_F(Source, links_that_lead_in_circles_end) {
    write("set/a/one.png", "x");
    fs::create_directory_symlink("..", m_folder / "set/a/up");
    fs::create_directory_symlink("a", m_folder / "set/z");
    fs::create_symlink("nowhere.png", m_folder / "set/gone.png");
    const SourceListing listing = PictureSource::open(m_folder / "set")->list();
    EXPECT_THAT(listing.files, ElementsAre("a/one.png"));
    ASSERT_EQ(listing.skipped.size(), 3U);
    for (const auto& skipped : listing.skipped)
        EXPECT_FALSE(skipped.reason.empty()) << skipped.path;
}

TEST_F(Source, files_come_in_natural_order_without_hidden_ones) {
    for (const char* name : {"set/f10.png", "set/f2.png", "set/.hidden.png", "set/.git/x.png"})
        write(name, "x");
    EXPECT_THAT(PictureSource::open(m_folder / "set")->list().files,
                ElementsAre("f2.png", "f10.png"));
}

TEST_F(Source, names_cannot_lead_out_of_a_folder) {
    write("secret.png", "x");
    fs::create_directories(m_folder / "set");
    const auto set = PictureSource::open(m_folder / "set");
    EXPECT_FALSE(set->has("../secret.png"));
    expectError(ErrorKind::InvalidInput, {"../secret.png"}, [&] {
        set->read({"../secret.png", ""});
    });
    expectError(ErrorKind::NotFound, {"none"}, [&] { PictureSource::open(m_folder / "none"); });
}
