#include "ui/settings/studio_settings.h"

#include <QFile>
#include <QTemporaryDir>

#include "ui/kit/cache_folder.h"

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
    settings.infer.loras = {{"/l/a, b.safetensors", 1}, {"/l/ä.safetensors", -0.35}};
    settings.infer.quality = Quality::Custom;
    settings.infer.setCustom({7, 3, 0});
    settings.infer.options.seed = 18446744073709551615ULL;
    settings.infer.options.precision = Precision::BFloat16;
    settings.infer.options.tiles.mode = TileMode::On;
    settings.infer.options.detail = DetailMode::Off;
    settings.infer.options.keepBlack = KeepBlack::Off;
    settings.infer.options.strength = 0.75;
    settings.infer.options.settledSpread = 0.05;
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
                     .moreColumns = {QStringLiteral("lr"), QStringLiteral("val/a, b/psnr")},
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

TEST(StudioSettings, OfEarlierVersionsOpenAndAreWrittenInWords) {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("studio.ini"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("[infer]\nquality=3\nsteps=7\nensemble=3\nprocessing_px=640\nseed=5\nprecision=2\n"
               "tiles=2\ndetail=0\nkeep_black=0\nends_settled=true\nstrength_percent=75\n"
               "[output]\nkind=7\nfolder=/o\nname={target}/{stem}\nuncertainty=true\n");
    file.close();
    StudioSettings expected;
    expected.infer.quality = Quality::Custom;
    expected.infer.setCustom({7, 3, 640});
    expected.infer.options.seed = 5;
    expected.infer.options.precision = Precision::BFloat16;
    expected.infer.options.tiles.mode = TileMode::On;
    expected.infer.options.detail = DetailMode::Off;
    expected.infer.options.keepBlack = KeepBlack::Off;
    expected.infer.options.settledSpread = 0.05;
    expected.infer.options.strength = 0.75;
    expected.infer.output.kind = OutputKind::LayeredFloat;
    expected.infer.output.folder = QStringLiteral("/o");
    expected.infer.output.name = QStringLiteral("{target}/{stem}");
    expected.infer.output.uncertainty = true;
    const StudioSettings read = loadSettings(path);
    EXPECT_EQ(read, expected);

    // Back to what is usual: what an earlier version wrote must not come back.
    StudioSettings changed = read;
    changed.infer.setCustom({7, 3, 768});
    changed.infer.options.strength.reset();
    ASSERT_TRUE(saveSettings(path, changed));
    EXPECT_EQ(loadSettings(path), changed);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    for (const char* line :
         {"quality=custom", "precision=bfloat16", "tiles=on", "kind=layered_float"})
        EXPECT_TRUE(text.contains(line)) << text.toStdString();
    EXPECT_FALSE(text.contains("processing_px"));
}

TEST(StudioSettings, OfTwoStudiosEachChangesWhatItsUserHasChanged) {
    QTemporaryDir folder;
    StudioSettings before;
    before.infer.options.seed = 5;
    before.recipe.last = QStringLiteral("/a.yaml");
    ASSERT_TRUE(saveSettings(fileIn(folder), before));
    StudioSettings one = before;
    StudioSettings other = before;
    one.theme = ThemeKind::Light;
    one.infer.options.seed = 7;
    one.infer.output.uncertainty = true;
    other.recipe.last = QStringLiteral("/b.yaml");
    ASSERT_TRUE(saveSettings(fileIn(folder), one, &before));
    ASSERT_TRUE(saveSettings(fileIn(folder), other, &before));
    StudioSettings both = one;
    both.recipe.last = other.recipe.last;
    EXPECT_EQ(loadSettings(fileIn(folder)), both);
    // Back to what is usual is a change, too.
    StudioSettings usual = both;
    usual.infer.output.uncertainty = false;
    ASSERT_TRUE(saveSettings(fileIn(folder), usual, &both));
    EXPECT_EQ(loadSettings(fileIn(folder)), usual);
}

TEST(StudioSettings, AFileThatCannotBeWrittenIsKnownBefore) {
    QTemporaryDir folder;
    EXPECT_TRUE(canSaveSettings(folder.filePath(QStringLiteral("a/b/studio.ini"))));
    QFile plain(folder.filePath(QStringLiteral("plain")));
    ASSERT_TRUE(plain.open(QIODevice::WriteOnly));
    EXPECT_FALSE(canSaveSettings(folder.filePath(QStringLiteral("plain/b/studio.ini"))));
    EXPECT_FALSE(saveSettings(folder.filePath(QStringLiteral("plain/b/studio.ini")), {}));
}

TEST(StudioSettings, AnEnsembleMayBeAsLargeAsTheCoreAllows) {
    QTemporaryDir folder;
    StudioSettings settings;
    settings.infer.setCustom({1000, 1000, 16384});
    ASSERT_TRUE(saveSettings(fileIn(folder), settings));
    EXPECT_EQ(loadSettings(fileIn(folder)).infer.custom(), (QualityValues{1000, 1000, 16384}));
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
    settings.options.detail = DetailMode::Off;
    settings.options.keepBlack = KeepBlack::Off;
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

TEST(InferSettings, ASuffixSaysWhatKindOfFileIsMeant) {
    const auto kind = [](const char* suffix, OutputKind chosen) {
        return kindForSuffix(QString::fromLatin1(suffix), chosen, "/s/a.png", false);
    };
    EXPECT_EQ(kind(".exr", OutputKind::LayeredFloat), OutputKind::LayeredFloat);
    EXPECT_EQ(kind(".exr", OutputKind::Png8), OutputKind::ExrHalf);
    EXPECT_EQ(kind(".PNG", OutputKind::Tiff), OutputKind::Png16);
    EXPECT_EQ(kind(".png", OutputKind::AsInput), OutputKind::Png8); // its input has 8 bits
    EXPECT_EQ(kind(".tiff", OutputKind::Tiff), OutputKind::Tiff);
    EXPECT_EQ(kind(".tif", OutputKind::Png16), OutputKind::Tiff16);
    EXPECT_FALSE(kind(".jpg", OutputKind::Png8));
    EXPECT_FALSE(kind("", OutputKind::Png8));
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
