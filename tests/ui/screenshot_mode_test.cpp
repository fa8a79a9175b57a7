#include "ui/screenshot/screenshot_mode.h"

#include "ui/screenshot/sample_scene.h"

#include <QImage>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace unlit::ui {

namespace {

TEST(ScreenshotMode, WritesFilesOfTheAskedSizeForEachState) {
    QTemporaryDir folder;
    const QStringList files =
        takeScreenshots(*qApp, {.folder = folder.filePath(QStringLiteral("new")),
                                .page = StudioPage::Infer,
                                .state = {},
                                .size = QSize(1100, 700)});
    ASSERT_EQ(files.size(), 9);
    EXPECT_TRUE(files[0].endsWith(QStringLiteral("infer-empty-dark.png")));
    QList<QImage> pictures;
    for (const QString& file : files) {
        pictures += QImage(file);
        EXPECT_EQ(pictures.back().size(), QSize(1100, 700)) << file.toStdString();
    }
    for (qsizetype i = 0; i < pictures.size(); ++i) {
        for (qsizetype j = 0; j < i; ++j)
            EXPECT_NE(pictures[i], pictures[j]) << files[i].toStdString();
    }
}

TEST(ScreenshotMode, AnEmptyDataPageIsOneOfItsStates) {
    QTemporaryDir folder;
    const QStringList files = takeScreenshots(*qApp, {.folder = folder.path(),
                                                      .page = StudioPage::Data,
                                                      .state = ScreenshotState::Empty,
                                                      .theme = ThemeKind::Light});
    ASSERT_EQ(files.size(), 1);
    EXPECT_TRUE(files[0].endsWith(QStringLiteral("data-empty-light.png")));
}

TEST(ScreenshotMode, ShowsTheRunsPageInItsStates) {
    QTemporaryDir folder;
    const QStringList files = takeScreenshots(
        *qApp,
        {.folder = folder.path(), .page = StudioPage::Runs, .state = {}, .size = QSize(1280, 800)});
    ASSERT_EQ(files.size(), 5);
    QList<QImage> pictures;
    for (const QString& file : files)
        pictures += QImage(file);
    for (qsizetype i = 0; i < pictures.size(); ++i) {
        for (qsizetype j = 0; j < i; ++j)
            EXPECT_NE(pictures[i], pictures[j]) << files[i].toStdString();
    }
}

TEST(ScreenshotMode, ShowsTheTrainPageInItsStates) {
    QTemporaryDir folder;
    const QStringList files = takeScreenshots(*qApp, {.folder = folder.path(),
                                                      .page = StudioPage::Train,
                                                      .state = {},
                                                      .size = QSize(1280, 800)});
    ASSERT_EQ(files.size(), 5);
    QList<QImage> pictures;
    for (const QString& file : files)
        pictures += QImage(file);
    for (qsizetype i = 0; i < pictures.size(); ++i) {
        for (qsizetype j = 0; j < i; ++j)
            EXPECT_NE(pictures[i], pictures[j]) << files[i].toStdString();
    }
}

TEST(SampleScene, AlbedoIsInRangeAndTheSameArgumentsGiveTheSamePicture) {
    const SampleScene scene = drawSampleScene(96, 96, 0);
    EXPECT_EQ(scene.beauty.space, ColorSpace::Linear);
    EXPECT_EQ(scene.albedo.space, ColorSpace::Srgb);
    for (const float value : scene.albedo.samples) {
        EXPECT_GE(value, 0.0F);
        EXPECT_LE(value, 1.0F);
    }
    const SampleScene again = drawSampleScene(96, 96, 0);
    EXPECT_EQ(scene.beauty.samples, again.beauty.samples);
}

} // namespace

} // namespace unlit::ui
