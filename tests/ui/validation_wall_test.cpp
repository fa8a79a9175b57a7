#include "ui/train/validation_wall.h"

#include "core/train/writers/picture_figures.h"
#include "tests/ui/fake_session.h"
#include "tests/ui/sample_run_folder.h"
#include "ui/kit/text.h"

#include <QDir>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <cmath>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

class ValidationWallTest : public testing::Test {
protected:
    ValidationWallTest() {
        m_wall.resize(900, 500);
        m_wall.show();
    }

    SampleRunFolder makeRun(const std::string& name) {
        SampleRunFolder run(m_root / name);
        for (const int step : {10, 20, 30})
            for (const char* sample : {"a.exr", "b.exr"})
                run.addPictures(step, sample, static_cast<float>(step) / 100.0F);
        return run;
    }

    bool settle() {
        return waitFor([&] { return m_wall.isSettled(); });
    }

    void show(const fs::path& run) {
        m_wall.setRun(run);
        ASSERT_TRUE(waitFor([&] { return m_wall.content().step >= 0 && m_wall.isSettled(); }));
    }

    QTemporaryDir m_folder;
    fs::path m_root = m_folder.path().toStdString();
    ValidationWall m_wall;
};

TEST(Psnr, IsThatOfTheDefinition) {
    QImage black(8, 4, QImage::Format_RGB32);
    black.fill(Qt::black);
    QImage grey = black;
    grey.fill(QColor(51, 51, 51)); // a fifth of white
    EXPECT_NEAR(*psnrOf(black, grey), 20 * std::log10(5.0), 1e-9);
    EXPECT_TRUE(std::isinf(*psnrOf(grey, grey)));
    EXPECT_FALSE(psnrOf(grey, QImage(4, 4, QImage::Format_RGB32)));
    EXPECT_FALSE(psnrOf({}, {}));
}

TEST_F(ValidationWallTest, TellsWhatTheTrainerMeasuredWhereItWasWritten) {
    const SampleRunFolder run = makeRun("run");
    const fs::path last = run.path() / "visualization" / "iter_000030";
    const fs::path set = fs::directory_iterator(last)->path();
    runs::writePictureFigures(set, {{"mae", "psnr"}, {{"b.exr", {0.1, 12.345}}}});
    show(run.path());
    const std::vector<WallRow>& rows = m_wall.wall().rows();
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_FALSE(rows[0].psnr);
    EXPECT_EQ(rows[1].psnr, 12.345);
}

TEST_F(ValidationWallTest, ShowsTheNewestStepAndStaysThereWhileTheRunGrows) {
    const SampleRunFolder run = makeRun("run");
    show(run.path());
    EXPECT_EQ(m_wall.content().step, 30);
    ASSERT_EQ(m_wall.wall().rows().size(), 2U);
    EXPECT_EQ(m_wall.wall().rows()[0].sample, QStringLiteral("a.exr"));
    EXPECT_FALSE(m_wall.wall().rows()[0].truth.empty());
    EXPECT_TRUE(m_wall.wall().rows()[0].uncertainty.empty());
    run.addPictures(40, "a.exr", 0.4F);
    m_wall.refresh();
    EXPECT_TRUE(waitFor([&] { return m_wall.content().step == 40; }));
}

TEST_F(ValidationWallTest, AStepWhosePicturesAreJustWrittenIsNotThereYet) {
    const SampleRunFolder run = makeRun("run");
    const std::filesystem::path set = run.run().visualization("hall", 40);
    run.addPictures(40, "first", 0.4F); // as a training begins it, and a kill leaves it
    std::filesystem::rename(set, set.parent_path() / ".hall.part");
    show(run.path());
    EXPECT_EQ(m_wall.content().step, 30);
    EXPECT_EQ(m_wall.content().steps.size(), 3U);
}

TEST_F(ValidationWallTest, AStepThatWasChosenStaysWhileTheRunGrows) {
    const SampleRunFolder run = makeRun("run");
    show(run.path());
    m_wall.stepBy(-1);
    ASSERT_TRUE(waitFor([&] { return m_wall.content().step == 20; }));
    run.addPictures(40, "a.exr", 0.4F);
    m_wall.refresh();
    ASSERT_TRUE(waitFor([&] { return m_wall.content().steps.size() == 4; }));
    EXPECT_EQ(m_wall.content().step, 20);
    m_wall.stepBy(5); // behind the last
    EXPECT_TRUE(waitFor([&] { return m_wall.content().step == 40; }));
}

TEST_F(ValidationWallTest, WipesBetweenTwoStepsAndTwoRuns) {
    const SampleRunFolder run = makeRun("run");
    const SampleRunFolder other = makeRun("other");
    show(run.path());
    m_wall.setMode(WallMode::Wipe);
    ASSERT_TRUE(waitFor([&] { return m_wall.content().otherStep == 10; }));
    EXPECT_EQ(m_wall.wall().rows()[0].other.parent_path(), run.run().visualization("hall", 10));
    m_wall.wipeAgainst(other.path(), 25);
    ASSERT_TRUE(waitFor([&] { return m_wall.content().otherStep == 20; }));
    EXPECT_EQ(m_wall.wall().rows()[1].other.parent_path(), other.run().visualization("hall", 20));
    // Left of the line the other run's grey of a fifth, right of it this one's of three tenths.
    ASSERT_TRUE(settle());
    m_wall.wall().setWipe(0.5);
    const auto greyAt = [&](double share) {
        const QImage picture = m_wall.wall().viewport()->grab().toImage();
        const double ratio = picture.devicePixelRatio();
        const int count = 4;
        const int width = (m_wall.wall().viewport()->width() - 24 - 3 * 6) / count;
        return QColor(picture.pixel(static_cast<int>((12 + width + 6 + share * width) * ratio),
                                    static_cast<int>(70 * ratio)))
            .red();
    };
    ASSERT_TRUE(waitFor([&] { return greyAt(0.3) == 51; })) << greyAt(0.3);
    EXPECT_NEAR(greyAt(0.7), 77, 1); // 0.3 of 255 is 76.5
}

TEST_F(ValidationWallTest, ARowOpensInTheViewerAtTheSameStep) {
    const SampleRunFolder run = makeRun("run");
    show(run.path());
    m_wall.stepBy(-2);
    ASSERT_TRUE(waitFor([&] { return m_wall.content().step == 10; }));
    QTest::keyClick(&m_wall.wall(), Qt::Key_Down);
    QTest::keyClick(&m_wall.wall(), Qt::Key_Return);
    ASSERT_TRUE(m_wall.isViewerOpen());
    ASSERT_TRUE(waitFor([&] { return m_wall.viewer().viewer().layers().size() == 4; }));
    EXPECT_EQ(m_wall.wall().current(), 1);
    m_wall.closeViewer();
    EXPECT_FALSE(m_wall.isViewerOpen());
}

TEST_F(ValidationWallTest, OneZoomForAllAndItStaysInsideThePictures) {
    show(makeRun("run").path());
    PictureWall& wall = m_wall.wall();
    for (int i = 0; i < 40; ++i)
        QTest::keyClick(&wall, Qt::Key_Plus);
    EXPECT_EQ(wall.zoom(), 32);
    QTest::keyClick(&wall, Qt::Key_F);
    EXPECT_EQ(wall.zoom(), 1);
    QTest::keyClick(&wall, Qt::Key_Minus);
    EXPECT_EQ(wall.zoom(), 1);
    wall.setWipe(7);
    EXPECT_EQ(wall.wipe(), 1);
}

TEST_F(ValidationWallTest, PicturesThatAreWrittenAnewReplaceTheOldOnes) {
    const SampleRunFolder run = makeRun("run");
    show(run.path());
    WallPictures pictures;
    const auto answerOf = [&] { return answerTo({{run.path(), 30}, {}, {}}); };
    const WallAnswer before = answerOf();
    const fs::path file = before.rows[0].prediction;
    fs::last_write_time(file, fs::last_write_time(file) - std::chrono::hours(1));
    EXPECT_NE(answerOf().rows[0].stamp, before.rows[0].stamp);
}

TEST_F(ValidationWallTest, ARunWithoutPicturesAndAPictureThatIsNoneAreNoTrouble) {
    const SampleRunFolder none(m_root / "none");
    m_wall.setRun(none.path());
    ASSERT_TRUE(settle());
    bool isSaid = false;
    for (const NoticeCard* card : m_wall.wall().findChildren<NoticeCard*>())
        isSaid = isSaid || card->isVisible();
    EXPECT_TRUE(isSaid);
    const SampleRunFolder broken = makeRun("broken");
    for (const char* what : {"prediction", "error"})
        std::ofstream(broken.run().visualization("hall", 30) /
                      (std::string("a.exr_") + what + ".png"))
            << "no picture";
    show(broken.path());
    EXPECT_EQ(m_wall.wall().rows().size(), 2U);
    m_wall.wall().viewport()->grab(); // and it is drawn
}

} // namespace

} // namespace unlit::ui
