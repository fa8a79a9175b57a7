#include "ui/bridge/dragged_files.h"

#include "tests/support/temp_folder.h"
#include "tests/support/wait_for.h"
#include "tests/ui/fake_session.h"

#include <gtest/gtest.h>

#include <fstream>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

QueueItem doneItem(QueueItemId id, const fs::path& path) {
    QueueItem item;
    item.id = id;
    item.path = path;
    item.state = QueueState::Done;
    item.result = makeResult({}, 8, 6);
    return item;
}

TEST(DraggedFiles, AreWrittenFromWhenTheDragBegins) {
    const test::TempFolder folder;
    DraggedFiles dragged(folder.path());
    const QueueItem item = doneItem(1, "/scene/beauty.exr");
    dragged.begin(item);
    const auto count = [&] {
        int files = 0;
        for (const auto& entry : fs::recursive_directory_iterator(folder.path()))
            files += entry.path().extension() == ".png";
        return files;
    };
    EXPECT_TRUE(test::waitFor([&] { return count() == 1; })) << "nobody has asked for it yet";
    const auto files = dragged.of(item);
    ASSERT_EQ(files.size(), 1U);
    EXPECT_EQ(files.front().filename(), "beauty_albedo.png");
    const Image picture = readImage(files.front(), {}).image;
    EXPECT_EQ(picture.width, 8);
    EXPECT_NEAR(picture.samples.front(), 0.25F, 1E-4);
}

TEST(DraggedFiles, SavedOnesAreTakenAsTheyAre) {
    const test::TempFolder folder;
    const fs::path saved = folder.path() / "saved.exr";
    std::ofstream(saved) << "x";
    DraggedFiles dragged(folder.path() / "cache");
    QueueItem item = doneItem(1, "/scene/beauty.exr");
    item.saved = {saved, folder.path() / "saved.json"};
    dragged.begin(item);
    EXPECT_EQ(dragged.of(item), DraggedFiles::Paths{saved});
    EXPECT_FALSE(fs::exists(folder.path() / "cache"));
    fs::remove(saved); // somebody took it away: the result is there still
    const auto files = dragged.of(item);
    ASSERT_EQ(files.size(), 1U);
    EXPECT_TRUE(fs::exists(files.front()));
}

TEST(DraggedFiles, OneNameInTwoFoldersIsTwoFiles) {
    const test::TempFolder folder;
    DraggedFiles dragged(folder.path());
    const auto one = dragged.of(doneItem(1, "/one/beauty.exr"));
    const auto two = dragged.of(doneItem(2, "/two/beauty.exr"));
    ASSERT_EQ(one.size(), 1U);
    ASSERT_EQ(two.size(), 1U);
    EXPECT_NE(one.front(), two.front());
    EXPECT_EQ(one.front().filename(), two.front().filename());
}

TEST(DraggedFiles, ANewResultIsWrittenAnew) {
    const test::TempFolder folder;
    DraggedFiles dragged(folder.path());
    QueueItem item = doneItem(1, "/scene/beauty.exr");
    dragged.of(item);
    item.result = makeResult({}, 16, 6);
    EXPECT_EQ(readImage(dragged.of(item).front(), {}).image.width, 16);
}

TEST(DraggedFiles, WhereNothingCanBeWrittenThereAreNoneUntilItCan) {
    const test::TempFolder folder;
    const fs::path place = folder.path() / "file";
    std::ofstream(place) << "x"; // no folder can be made in it
    DraggedFiles dragged(place);
    const QueueItem item = doneItem(1, "/scene/beauty.exr");
    EXPECT_TRUE(dragged.of(item).empty());
    fs::remove(place);
    const auto files = dragged.of(item);
    ASSERT_EQ(files.size(), 1U);
    fs::remove(files.front()); // as who clears the cache does
    EXPECT_TRUE(fs::exists(dragged.of(item).at(0)));
    QueueItem waiting;
    waiting.id = 2;
    EXPECT_TRUE(dragged.of(waiting).empty());
}

} // namespace

} // namespace unlit::ui
