// What goes wrong while a queue runs is said in its place, and the queue goes on.
#include "core/image/image_file.h"
#include "tests/studio/studio_fixture.h"
#include "tests/support/full_disk.h"

#include <filesystem>
#include <optional>

using namespace unlit;
using namespace unlit::test;

using StudioTrouble = StudioTest;

TEST_F(StudioTrouble, AFullDiskCostsNoResultAndLeavesNoHalves) {
    ui::InferSettings asked = settings();
    asked.output.saveWhenDone = true;
    page().setSettings(asked);
    const std::string first = makePicture("a.exr", 64, 48);
    const std::string second = makePicture("b.exr", 64, 48);
    {
        const FullDisk full(1000);
        page().open({first, second});
        ASSERT_TRUE(waitForState(0, ui::QueueState::Done));
        ASSERT_TRUE(waitForState(1, ui::QueueState::Done));
    }
    EXPECT_TRUE(filesIn("out").empty());
    for (int row = 0; row < 2; ++row) {
        const ui::QueueItem& item = queue().at(row);
        ASSERT_TRUE(item.unsaved.has_value());
        EXPECT_NE(item.unsaved->message.find(row == 0 ? "a_albedo" : "b_albedo"), std::string::npos)
            << item.unsaved->message;
        EXPECT_FALSE(item.unsaved->hint.empty());
        ASSERT_NE(item.result, nullptr);
        EXPECT_TRUE(item.saved.empty());
        page().controller().upkeep().save(item.id, asked.output.optionsFor(item.path, 2));
    }
    ASSERT_TRUE(
        waitFor([&] { return !queue().at(0).saved.empty() && !queue().at(1).saved.empty(); }));
    EXPECT_EQ(filesIn("out"), (std::vector<std::string>{
                                  "a_albedo.exr", "a_albedo_uncertainty.exr", "a_unlit.json",
                                  "b_albedo.exr", "b_albedo_uncertainty.exr", "b_unlit.json"}));
}

TEST_F(StudioTrouble, AModelThatVanishesFailsWhatIsLeftAndComesBackWithRetry) {
    page().setSettings(settings());
    const std::filesystem::path folder = model();
    page().open({makePicture("a.exr")});
    ASSERT_TRUE(waitForState(0, ui::QueueState::Done));
    std::filesystem::rename(folder, path("elsewhere"));
    ui::InferSettings other = settings(); // another precision: it has to be loaded again
    other.options.precision = Precision::BFloat16;
    page().controller().setOwnSettings(queue().at(0).id, other);
    page().controller().runner().runAgain(queue().at(0).id);
    ASSERT_TRUE(waitForState(0, ui::QueueState::Failed));
    EXPECT_NE(queue().at(0).failure.message.find("model"), std::string::npos)
        << queue().at(0).failure.message;
    EXPECT_FALSE(queue().at(0).failure.hint.empty());
    std::filesystem::rename(path("elsewhere"), folder);
    page().controller().runner().retryFailed();
    EXPECT_TRUE(waitForState(0, ui::QueueState::Done));
}

TEST_F(StudioTrouble, BrokenFilesAmongGoodOnesStopNone) {
    page().setSettings(settings());
    const std::string broken = makeFile("b.exr", "no picture at all");
    const std::string empty = makeFile("c.png", "");
    page().open({makePicture("a.exr"), broken, empty, makePicture("d.exr")});
    ASSERT_TRUE(waitForState(3, ui::QueueState::Done));
    EXPECT_EQ(queue().at(0).state, ui::QueueState::Done);
    for (const int row : {1, 2}) {
        EXPECT_EQ(queue().at(row).state, ui::QueueState::Failed);
        EXPECT_FALSE(queue().at(row).failure.message.empty());
        EXPECT_FALSE(queue().at(row).failure.hint.empty());
    }
}
