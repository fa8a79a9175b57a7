// Playing the frames of a sequence: which come, what they look like, what is skipped.
#include "core/image/image_file.h"
#include "tests/support/wait_for.h"
#include "tests/ui/fake_session.h"
#include "ui/kit/text.h"
#include "ui/pages/infer/infer_page.h"

#include <QSignalSpy>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <algorithm>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;
using test::waitFor;

class SequencePlayerTest : public testing::Test {
protected:
    /// Of one grey, sRGB.
    fs::path grey(const std::string& name, float level) {
        Image picture = makeImage(40, 20, {"R", "G", "B"}, ColorSpace::Srgb);
        std::ranges::fill(picture.samples, level);
        writeImage(m_root / name, picture, {.format = FileFormat::Png8, .overwrite = true});
        return m_root / name;
    }

    /// Inputs of grey 0.2, albedos of 0.1 × the frame's number, but for those that are not done.
    std::vector<FramePictures> frames(int count, const std::vector<int>& notDone = {}) {
        std::vector<FramePictures> made;
        for (int i = 1; i <= count; ++i) {
            FramePictures frame;
            frame.input = grey("in." + std::to_string(i) + ".png", 0.2F);
            if (std::ranges::find(notDone, i) == notDone.end())
                frame.targets = {
                    {"albedo",
                     grey("albedo." + std::to_string(i) + ".png", 0.1F * static_cast<float>(i)),
                     {}}};
            made.push_back(frame);
        }
        return made;
    }

    static int levelOf(const QImage& still) { return qGreen(still.pixel(5, 5)); }

    QTemporaryDir m_folder;
    fs::path m_root = toPath(m_folder.path());
    SequencePlayer m_player;
};

} // namespace

TEST_F(SequencePlayerTest, plays_what_is_there_again_and_again) {
    m_player.setFrames(frames(4, {3}));
    std::vector<int> seen;
    std::vector<int> levels;
    QObject::connect(&m_player, &SequencePlayer::stillReady, &m_player, [&](const QImage& still) {
        seen.push_back(m_player.current());
        levels.push_back(levelOf(still));
    });
    m_player.play();
    EXPECT_TRUE(m_player.isPlaying());
    ASSERT_TRUE(waitFor([&] { return seen.size() >= 6; }));
    m_player.pause();
    EXPECT_FALSE(m_player.isPlaying());
    const auto second = std::ranges::find(seen, 1) - seen.begin();
    ASSERT_LT(second + 3, std::ssize(seen));
    EXPECT_EQ(seen[static_cast<std::size_t>(second) + 1], 3) << "what is not done is passed over";
    EXPECT_EQ(seen[static_cast<std::size_t>(second) + 2], 0);
    for (std::size_t i = 0; i < seen.size(); ++i)
        EXPECT_NEAR(levels[i], 25.5 * (seen[i] + 1), 1);
}

TEST_F(SequencePlayerTest, a_frame_that_is_looked_for_comes_at_once_and_then_whole) {
    m_player.setFrames(frames(3));
    QSignalSpy settled(&m_player, &SequencePlayer::settled);
    std::vector<int> levels;
    QObject::connect(&m_player, &SequencePlayer::stillReady, &m_player,
                     [&](const QImage& still) { levels.push_back(levelOf(still)); });
    m_player.show(1);
    m_player.step(1);
    m_player.step(5); // no farther than the last
    EXPECT_EQ(m_player.current(), 2);
    ASSERT_TRUE(waitFor([&] { return settled.count() == 1; }));
    EXPECT_TRUE(std::ranges::all_of(levels, [](int level) { return std::abs(level - 76) < 2; }))
        << "only of the frame that is wanted now";
    std::shared_ptr<const InferenceResult> whole;
    QObject::connect(&m_player, &SequencePlayer::wholeReady, &m_player,
                     [&](const auto& frame) { whole = frame; });
    m_player.readWhole();
    ASSERT_TRUE(waitFor([&] { return whole != nullptr; }));
    EXPECT_EQ(whole->request.input.filename(), "in.3.png");
    EXPECT_NEAR(whole->prediction.targets.at(0).image.samples[0], 0.3F, 0.01F);
    EXPECT_NEAR(whole->input->samples[0], 0.2F, 0.01F);
}

TEST_F(SequencePlayerTest, inputs_play_where_nothing_is_done) {
    m_player.setFrames(frames(3, {1, 2, 3}));
    EXPECT_FALSE(m_player.canPlay());
    m_player.play();
    EXPECT_FALSE(m_player.isPlaying());
    m_player.setShown(FrameShown::Input);
    EXPECT_TRUE(m_player.canPlay());
    int level = 0;
    QObject::connect(&m_player, &SequencePlayer::stillReady, &m_player,
                     [&](const QImage& still) { level = levelOf(still); });
    m_player.play();
    ASSERT_TRUE(waitFor([&] { return m_player.current() == 2; }));
    EXPECT_NEAR(level, 51, 1);
}

TEST_F(SequencePlayerTest, looks_as_the_view_does) {
    FramePictures frame = frames(1).front();
    StillLook look;
    look.tone.light.exposureEv = 1;
    const int brighter = levelOf(readStill(frame, FrameShown::Albedo, look, 1280));
    // 0.1 is 0.01002 of light; twice that is 0.1487 encoded.
    EXPECT_NEAR(brighter, 0.1487 * 255, 1.5);
    look.tone.light.exposureEv = 0;
    look.albedoScale = 2;
    EXPECT_NEAR(levelOf(readStill(frame, FrameShown::Albedo, look, 1280)), brighter, 1);
    frame.albedoScale = 2; // the file has it already
    EXPECT_NEAR(levelOf(readStill(frame, FrameShown::Albedo, look, 1280)), 25, 1);
    EXPECT_NEAR(readFrame(frame)->prediction.targets[0].image.samples[0], 0.0610F, 0.002F)
        << "as the model has it";
    EXPECT_EQ(readStill(frame, FrameShown::Input, {}, 10).size(), QSize(10, 5));
}

TEST_F(SequencePlayerTest, a_broken_frame_is_passed_over_and_says_why_when_looked_at) {
    auto made = frames(3);
    fs::remove(made[1].targets[0].file);
    m_player.setFrames(made);
    m_player.play();
    std::vector<int> seen;
    QObject::connect(&m_player, &SequencePlayer::changed, &m_player,
                     [&] { seen.push_back(m_player.current()); });
    ASSERT_TRUE(waitFor([&] { return seen.size() >= 12; }));
    m_player.pause();
    QSignalSpy failed(&m_player, &SequencePlayer::failed);
    m_player.show(1);
    m_player.readWhole();
    EXPECT_TRUE(waitFor([&] { return failed.count() == 1; }));
}

TEST_F(SequencePlayerTest, the_page_takes_frames_for_a_sequence_and_scrubs_it) {
    FakeSessionLog log;
    InferPage page(makeFake(log), describe);
    page.resize(1024, 640);
    page.show();
    std::vector<fs::path> files;
    for (int i = 1; i <= 3; ++i)
        files.push_back(
            grey("shot.000" + std::to_string(i) + ".png", 0.2F * static_cast<float>(i)));
    files.push_back(grey("other.png", 0.5F));
    page.addImages(files);
    InferenceQueueModel& queue = page.controller().queue();
    ASSERT_EQ(queue.rowCount(), 2);
    EXPECT_EQ(queue.at(0).path.filename(), "other.png");
    EXPECT_EQ(queue.at(1).name(), "shot.*.png");
    EXPECT_FALSE(page.viewerPanel().playerBar().isVisibleTo(&page));
    page.queuePanel().select(queue.at(1).id);
    EXPECT_TRUE(page.viewerPanel().playerBar().isVisibleTo(&page));
    EXPECT_EQ(page.viewerPanel().playerBar().slider().maximum(), 2);
    ASSERT_TRUE(waitFor([&] { return page.viewerPanel().hasPicture(); }));
    // Arrows over a picture that fits go from frame to frame.
    QTest::keyClick(&page.viewerPanel().view(), Qt::Key_Right);
    EXPECT_EQ(page.viewerPanel().player().current(), 1);
    EXPECT_TRUE(page.viewerPanel().playerBar().text().startsWith(QStringLiteral("2 / 3")));
    const auto shownLevel = [&] {
        return page.viewerPanel().viewer().layers().at(0).source->colorAt({3, 3})[0];
    };
    // 0.4 encoded is 0.133 of light
    EXPECT_TRUE(waitFor([&] { return std::abs(shownLevel() - 0.133F) < 0.01F; }));
    page.queuePanel().select(queue.at(0).id);
    EXPECT_FALSE(page.viewerPanel().playerBar().isVisibleTo(&page));
}

} // namespace unlit::ui
