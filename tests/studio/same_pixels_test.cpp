// One picture by the page, by the command that it copies and by its side-car: the same pixels.
#include "core/image/image_file.h"
#include "tests/studio/studio_fixture.h"

#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

using namespace unlit;
using namespace unlit::test;

namespace {

std::vector<float> pixelsOf(const std::string& file) {
    return readImage(file).image.samples;
}

} // namespace

class SamePixels : public StudioTest {
protected:
    /// The page's own files, in `out`.
    void makeByPage(const ui::InferSettings& settings) {
        page().setSettings(settings);
        const std::string picture = makePicture("shot.exr", 40, 24);
        page().open({picture});
        ASSERT_TRUE(waitForState(0, ui::QueueState::Done));
        page().clipboard().copyCommand();
        m_command = QGuiApplication::clipboard()->text().toStdString();
        page().controller().upkeep().save(
            queue().at(0).id, settings.output.optionsFor(picture, settings.custom().ensemble > 1));
        ASSERT_TRUE(waitFor([&] { return !queue().at(0).saved.empty(); }));
    }

    void expectSame(const std::string& folder) {
        for (const std::string name : {"shot_albedo.exr", "shot_albedo_uncertainty.exr"})
            EXPECT_EQ(pixelsOf(text(folder + "/" + name)), pixelsOf(text("out/" + name))) << name;
    }

    void expectAllTheSame() {
        ASSERT_EQ(m_command.rfind("unlit infer ", 0), 0U) << m_command;
        std::filesystem::rename(path("out"), path("page"));
        const std::string command =
            std::string(UNLIT_PROGRAM) + m_command.substr(5) + " --quiet >/dev/null";
        ASSERT_EQ(std::system(command.c_str()), 0) << command;
        expectSame("page");
        const ProcessResult again =
            runUnlit({"infer", "--from", text("page/shot_unlit.json"), "--output", text("again")});
        ASSERT_EQ(again.exitCode, 0) << again.errors;
        expectSame("again");
    }

    std::string m_command;
};

TEST_F(SamePixels, OfAWholePicture) {
    ASSERT_NO_FATAL_FAILURE(makeByPage(settings()));
    expectAllTheSame();
    // They depend on what was asked for: another seed gives others.
    ui::InferSettings other = settings();
    other.options.seed = 100;
    other.output.folder = ui::toQString(path("other"));
    page().setSettings(other);
    ASSERT_TRUE(waitFor([&] { return page().settings().options.seed == 100; }));
    page().controller().runner().runAgain(queue().at(0).id);
    ASSERT_TRUE(waitForState(0, ui::QueueState::Done));
    page().controller().upkeep().save(queue().at(0).id,
                                      other.output.optionsFor(path("shot.exr"), true));
    ASSERT_TRUE(waitFor([&] { return !queue().at(0).saved.empty(); }));
    EXPECT_NE(pixelsOf(text("other/shot_albedo.exr")), pixelsOf(text("out/shot_albedo.exr")));
}

TEST_F(SamePixels, OfAnExposureAndSettingsOfItsOwn) {
    page().setSettings(settings());
    const std::string picture = makePicture("shot.exr", 40, 24);
    page().controller().hold().set(true);
    page().open({picture});
    ASSERT_TRUE(waitFor([&] { return queue().rowCount() == 1; }));
    const ui::QueueItemId id = queue().at(0).id;
    page().controller().setInput(id, {"", ColorSpace::AcesCg, -0.75});
    ui::InferSettings own = settings();
    own.options.seed = 7;
    own.options.steps = 1;
    page().controller().setOwnSettings(id, own);
    page().controller().hold().set(false);
    ASSERT_TRUE(waitForState(0, ui::QueueState::Done));
    page().clipboard().copyCommand();
    m_command = QGuiApplication::clipboard()->text().toStdString();
    page().controller().upkeep().save(id, own.output.optionsFor(picture, true));
    ASSERT_TRUE(waitFor([&] { return !queue().at(0).saved.empty(); }));
    expectAllTheSame();
}

// The uncertainty is asked for; a draft of one member has none, and is written all
// the same.
TEST_F(SamePixels, OfADraftThatIsSavedWhenItIsDone) {
    ui::InferSettings draft = settings();
    draft.setCustom({1, 1, 64});
    draft.output.saveWhenDone = true;
    ASSERT_TRUE(draft.output.uncertainty);
    page().setSettings(draft);
    page().open({makePicture("shot.exr", 40, 24)});
    ASSERT_TRUE(waitForState(0, ui::QueueState::Done)) << queue().at(0).failure.message;
    EXPECT_EQ(filesIn("out"), (std::vector<std::string>{"shot_albedo.exr", "shot_unlit.json"}));
    page().clipboard().copyCommand();
    m_command = QGuiApplication::clipboard()->text().toStdString();
    std::filesystem::rename(path("out"), path("page"));
    const std::string command =
        std::string(UNLIT_PROGRAM) + m_command.substr(5) + " --quiet >/dev/null";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
    const ProcessResult again =
        runUnlit({"infer", "--from", text("page/shot_unlit.json"), "--output", text("again")});
    ASSERT_EQ(again.exitCode, 0) << again.errors;
    for (const std::string folder : {"out", "again"})
        EXPECT_EQ(pixelsOf(text(folder + "/shot_albedo.exr")),
                  pixelsOf(text("page/shot_albedo.exr")));
}

// No run lies between: the network's answer is still there.
TEST_F(SamePixels, OfADetailAndABlackThatWereChangedAfterTheRun) {
    page().setSettings(settings());
    const std::string picture = makePicture("shot.exr", 40, 24);
    page().open({picture});
    ASSERT_TRUE(waitForState(0, ui::QueueState::Done));
    const JobId run = queue().at(0).job;
    ui::InferSettings other = settings();
    other.options.detail = DetailMode::Off;
    other.options.keepBlack = KeepBlack::Off;
    page().setSettings(other);
    ASSERT_TRUE(
        waitFor([&] { return queue().at(0).result->prediction.used.detail == DetailMode::Off; }));
    EXPECT_EQ(queue().at(0).job.value, run.value);
    EXPECT_FALSE(queue().at(0).isStale);
    page().clipboard().copyCommand();
    m_command = QGuiApplication::clipboard()->text().toStdString();
    EXPECT_NE(m_command.find("--detail off"), std::string::npos) << m_command;
    page().controller().upkeep().save(queue().at(0).id, other.output.optionsFor(picture, true));
    ASSERT_TRUE(waitFor([&] { return !queue().at(0).saved.empty(); }));
    expectAllTheSame();
}
