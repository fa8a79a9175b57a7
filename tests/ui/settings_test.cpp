#include "ui/settings/studio_settings.h"

#include <QFile>
#include <QTemporaryDir>

#include "ui/bridge/file_finder.h"

#include <gtest/gtest.h>

namespace unlit::ui {

namespace {

QString fileIn(const QTemporaryDir& folder) {
    return folder.filePath(QStringLiteral("sub/studio.ini"));
}

TEST(StudioSettings, ComeBackAsTheyWere) {
    QTemporaryDir folder;
    StudioSettings settings;
    settings.theme = ThemeKind::Light;
    settings.windowGeometry = QByteArray("\x00\x01geometry", 10);
    settings.inferColumns = "columns";
    settings.infer.modelFolder = QStringLiteral("/models/ünlit, small");
    settings.infer.recentModels = {QStringLiteral("/a,b"), QStringLiteral("/c")};
    settings.infer.quality = Quality::Custom;
    settings.infer.custom = {7, 3, 0};
    settings.infer.seed = 18446744073709551615ULL;
    settings.infer.precision = Precision::BFloat16;
    settings.infer.tiles = TileMode::Auto;
    settings.infer.detail = DetailMode::Off;
    settings.infer.keepBlack = KeepBlack::Off;
    settings.infer.strengthPercent = 75;
    settings.infer.endsSettled = true;
    settings.infer.output.kind = OutputKind::LayeredFloat;
    settings.infer.output.folder = QStringLiteral("/out put");
    settings.infer.output.name = QStringLiteral("{target}/{stem}");
    settings.infer.output.uncertainty = false;
    settings.infer.output.sidecar = false;
    settings.infer.output.saveWhenDone = true;
    settings.infer.output.skipExisting = true;
    settings.viewer = {true, true, {0.03, 0.85}};
    settings.recipe = {.last = QStringLiteral("/recipes/ä, b.yaml"),
                       .recent = {QStringLiteral("/recipes/ä, b.yaml"), QStringLiteral("/c.yaml")},
                       .folder = QStringLiteral("/sets/ö"),
                       .showsText = true};
    settings.runs = {.roots = {QStringLiteral("/runs, a"), QStringLiteral("/b")},
                     .shown = {QStringLiteral("/b/x")},
                     .colors = {QStringLiteral("3")},
                     .mainFigure = QStringLiteral("train/loss"),
                     .sideFigures = {QStringLiteral("lr"), QStringLiteral("val/a/psnr")},
                     .xAxis = 2,
                     .isLogarithmic = false,
                     .smoothing = 7,
                     .view = 3,
                     .columns = "c",
                     .tableColumns = "t"};
    settings.language = Language::German;
    settings.recentPictures = {QStringLiteral("/a & b, c.exr"), QStringLiteral("/ü.png")};
    ASSERT_TRUE(saveSettings(fileIn(folder), settings));
    EXPECT_EQ(loadSettings(fileIn(folder)), settings);
}

TEST(StudioSettings, MissingAndNonsenseKeepTheDefaults) {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("studio.ini"));
    EXPECT_EQ(loadSettings(path), StudioSettings());
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("[infer]\nsteps=0\nensemble=lots\nquality=9\nseed=-4\n[window]\ntheme="
               "pink\nlanguage=klingon\n"
               "[viewer]\npaint_low=0.9\npaint_high=0.1\n");
    file.close();
    EXPECT_EQ(loadSettings(path), StudioSettings());
}

TEST(InferSettings, QualitiesFollowTheModelsOwnDefaults) {
    const ModelQuality model{.defaults = {6, 1, 1024}};
    EXPECT_EQ(valuesOf(Quality::Draft, model), (QualityValues{1, 1, 512}));
    EXPECT_EQ(valuesOf(Quality::Standard, model), (QualityValues{6, 5, 1024}));
    EXPECT_EQ(valuesOf(Quality::Best, model), (QualityValues{10, 10, 1024}));
    EXPECT_EQ(valuesOf(Quality::Draft, {.defaults = {4, 1, 256}}).processingRes, 256);
    const ModelQuality oneStep{.defaults = {1, 1, 512}, .mostMembers = 12, .isOneStep = true};
    EXPECT_EQ(valuesOf(Quality::Standard, oneStep), (QualityValues{1, 4, 512}));
    EXPECT_EQ(valuesOf(Quality::Best, oneStep), (QualityValues{1, 12, 512}));
}

TEST(InferSettings, OutputGoesBesideTheInputUnlessAFolderIsChosen) {
    OutputChoice choice;
    EXPECT_EQ(choice.optionsFor("/shots/a.exr", true).folder, "/shots");
    EXPECT_TRUE(choice.optionsFor("/shots/a.exr", true).layered);
    EXPECT_FALSE(choice.optionsFor("/shots/a.exr", true).overwrite);
    choice.folder = QStringLiteral("/out");
    choice.kind = OutputKind::Png16;
    EXPECT_EQ(choice.optionsFor("/shots/a.exr", true).folder, "/out");
    EXPECT_EQ(choice.optionsFor("/shots/a.exr", true).format, FileFormat::Png16);
}

TEST(InferSettings, DetailAndBlackAreAskedForOnlyWhereTheyAreNotUsual) {
    InferSettings settings;
    EXPECT_FALSE(settings.optionsWith({}).detail.has_value());
    EXPECT_EQ(settings.optionsWith({}).keepBlack, KeepBlack::Auto);
    settings.detail = DetailMode::Off;
    settings.keepBlack = KeepBlack::Off;
    EXPECT_EQ(settings.optionsWith({}).detail, DetailMode::Off);
    EXPECT_EQ(settings.optionsWith({}).keepBlack, KeepBlack::Off);
}

TEST(InferSettings, AFileGivesAFileOfItsKind) {
    const OutputChoice choice;
    EXPECT_TRUE(choice.optionsFor("/a.EXR", true).layered);
    EXPECT_EQ(choice.optionsFor("/a.png", true).format, FileFormat::Png8);
    EXPECT_EQ(choice.optionsFor("/a.png", true, true).format, FileFormat::Png16);
    EXPECT_EQ(choice.optionsFor("/a.jpeg", true).format, FileFormat::Png8);
    EXPECT_EQ(choice.optionsFor("/a.tif", true).format, FileFormat::Tiff);
    EXPECT_TRUE(choice.optionsFor("/a.tif", true).half);
    EXPECT_EQ(choice.optionsFor("/a.hdr", true, true).format, FileFormat::Exr);
    EXPECT_FALSE(choice.optionsFor("/a.hdr", true, true).layered);
    // and nothing else, unless it is asked for
    for (const char* input : {"/a.png", "/a.tif", "/a.hdr"})
        EXPECT_FALSE(choice.optionsFor(input, true).uncertainty) << input;
    EXPECT_TRUE(choice.optionsFor("/a.exr", true).uncertainty); // a layer
    EXPECT_FALSE(choice.optionsFor("/a.exr", true).sidecar);
}

TEST(InferSettings, WhereThereIsNoUncertaintyNoneIsWritten) {
    EXPECT_TRUE(OutputChoice().optionsFor("/shots/a.exr", true).uncertainty);
    EXPECT_FALSE(OutputChoice().optionsFor("/shots/a.exr", false).uncertainty);
}

TEST(InferSettings, PastedPicturesDoNotLeaveTheirResultsInTheCache) {
    const OutputOptions options = OutputChoice().optionsFor(pastedFolder() / "pasted_1.png", true);
    EXPECT_NE(options.folder, pastedFolder());
    EXPECT_EQ(options.folder.filename(), "Unlit");
}

} // namespace

} // namespace unlit::ui
