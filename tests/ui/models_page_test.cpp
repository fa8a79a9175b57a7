#include "ui/pages/models/models_page.h"

#include "core/image/image_file.h"
#include "tests/support/file_text.h"
#include "tests/ui/models_page_fixture.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QTextBrowser>

#include <algorithm>
#include <fstream>
#include <string>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

TEST_F(ModelsPageTest, AnEmptyPageTeachesTheNextStep) {
    open();
    EXPECT_EQ(m_page.found().model().rowCount(), 0);
    EXPECT_TRUE(hasNotice());
    makeModel("m");
    m_page.found().lookNow();
    ASSERT_TRUE(waitFor([&] { return !m_page.found().isLooking(); }));
    EXPECT_FALSE(hasNotice());
}

TEST_F(ModelsPageTest, ListsModelsAndADamagedOneSaysWhy) {
    const QAbstractItemModelTester tester(&m_page.found().model(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    const fs::path good = makeModel("good");
    const fs::path bad = makeModel("bad");
    fs::remove(bad / "vae/config.json");
    open();
    ASSERT_EQ(m_page.found().model().rowCount(), 2);
    EXPECT_EQ(text(good, ModelsModel::Targets), QStringLiteral("albedo"));
    EXPECT_EQ(text(good, ModelsModel::Type), QStringLiteral("float32"));
    EXPECT_EQ(text(bad, ModelsModel::Targets), QStringLiteral("cannot be used"));
    const QString tip = m_page.found()
                            .model()
                            .index(m_page.found().model().rowOf(bad), 0)
                            .data(Qt::ToolTipRole)
                            .toString();
    EXPECT_TRUE(tip.contains(QStringLiteral("vae"))) << tip.toStdString();
}

TEST_F(ModelsPageTest, AModelIsUsedOnlyIfItCanBe) {
    const fs::path good = makeModel("good");
    const fs::path bad = makeModel("bad");
    fs::remove(bad / "vae/config.json");
    open();
    QStringList used;
    QObject::connect(&m_page, &ModelsPage::useAsked, &m_page,
                     [&](const QString& folder) { used += folder; });
    choose(bad);
    m_page.views().use();
    EXPECT_TRUE(used.isEmpty());
    choose(good);
    m_page.views().use();
    EXPECT_EQ(used, QStringList{toQString(good)});
}

TEST_F(ModelsPageTest, AStrengthOfItsOwnStandsAmongTheFacts) {
    const fs::path model = makeModel("m");
    std::string unlit = test::textOf(model / "unlit.json");
    unlit.replace(unlit.find('{'), 1, R"({"strength": 0.85,)");
    unlit.replace(unlit.find("srgb"), 4, "log100");
    std::ofstream(model / "unlit.json") << unlit;
    makeModel("plain");
    open();
    const auto says = [this](const QString& part) {
        return std::ranges::any_of(m_page.findChildren<QLabel*>(), [&](const QLabel* label) {
            return label->isVisible() && label->text().contains(part);
        });
    };
    choose(model);
    EXPECT_TRUE(waitFor([&] { return says(QStringLiteral("85 % of its correction")); }));
    EXPECT_TRUE(says(QStringLiteral("logarithms (log100)")));
    choose(m_root / "plain");
    EXPECT_TRUE(waitFor([&] { return !says(QStringLiteral("of its correction")); }));
}

TEST_F(ModelsPageTest, ACardReadsNothingButItself) {
    const fs::path model = makeModel("m");
    const QUrl picture = QUrl::fromLocalFile(m_folder.filePath(QStringLiteral("large.png")));
    QImage large(300, 200, QImage::Format_RGB32);
    large.fill(Qt::red);
    ASSERT_TRUE(large.save(picture.toLocalFile()));
    std::ofstream(model / "README.md")
        << "# m\n\n![a](" << picture.toString().toStdString() << ")\n";
    open();
    choose(model);
    const auto views = m_page.findChildren<QTextBrowser*>();
    ASSERT_FALSE(views.isEmpty());
    for (QTextBrowser* view : views) {
        const QVariant read = view->loadResource(QTextDocument::ImageResource, picture);
        EXPECT_EQ(read.value<QImage>().size(), QSize(1, 1));
        EXPECT_FALSE(view->openLinks());
    }
}

TEST_F(ModelsPageTest, AModelThatIsGoneLeavesTheTable) {
    const fs::path first = makeModel("first");
    makeModel("second");
    open();
    choose(first);
    fs::remove_all(first);
    m_page.found().lookNow();
    ASSERT_TRUE(waitFor([&] { return !m_page.found().isLooking(); }));
    EXPECT_EQ(m_page.found().model().rowCount(), 1);
    EXPECT_EQ(m_page.found().model().rowOf(first), -1);
}

TEST_F(ModelsPageTest, ARootThatIsGoneIsSaid) {
    m_page.roots().add(toQString(m_root / "unplugged"));
    ASSERT_TRUE(waitFor([&] { return !m_page.found().isLooking(); }));
    EXPECT_TRUE(m_page.table().message().isVisibleTo(&m_page));
}

TEST_F(ModelsPageTest, CheckListsEveryFaultAndTheHashOfASoundModel) {
    const fs::path good = makeModel("good");
    const fs::path bad = makeModel("bad");
    fs::remove(bad / "vae/diffusion_pytorch_model.safetensors");
    fs::resize_file(bad / "unet/diffusion_pytorch_model.safetensors", 100);
    open();
    choose(bad);
    m_page.work().check();
    waitForWork();
    const QString faults = m_page.views().check().lines().join(u'\n');
    EXPECT_TRUE(faults.contains(QStringLiteral("unet"))) << faults.toStdString();
    EXPECT_TRUE(faults.contains(QStringLiteral("no weights"), Qt::CaseInsensitive))
        << faults.toStdString();
    choose(good);
    m_page.work().check();
    waitForWork();
    const QString fine = m_page.views().check().lines().join(u'\n');
    EXPECT_TRUE(fine.contains(QStringLiteral("Hash "))) << fine.toStdString();
    EXPECT_FALSE(fine.contains(QStringLiteral("no weights"), Qt::CaseInsensitive));
}

TEST_F(ModelsPageTest, ConvertWritesAModelThatIsListed) {
    const fs::path model = makeModel("m");
    open();
    choose(model);
    m_page.views().convert().type().setCurrent(1);
    emit m_page.views().convert().type().chosen(1);
    const fs::path output = toPath(m_page.views().convert().output().text());
    EXPECT_EQ(output, m_root / "m-float16");
    m_page.work().convert();
    waitForWork();
    ASSERT_TRUE(waitFor([&] { return m_page.found().model().rowOf(output) >= 0; }))
        << m_page.views().convert().said().toStdString();
    EXPECT_EQ(text(output, ModelsModel::Type), QStringLiteral("float16"));
}

TEST_F(ModelsPageTest, ConvertKeepsWhatIsThereAndSaysWhyItDoesNot) {
    const fs::path model = makeModel("m");
    std::ofstream(m_root / "notes.txt") << "precious";
    open();
    choose(model);
    m_page.views().convert().output().setText(toQString(m_root));
    m_page.work().convert();
    waitForWork();
    EXPECT_TRUE(m_page.views().convert().said().contains(QStringLiteral("holds no model")))
        << m_page.views().convert().said().toStdString();
    EXPECT_TRUE(fs::exists(m_root / "notes.txt"));
    m_page.views().convert().output().setText(toQString(m_root / "out"));
    m_page.views().convert().lora().setText(toQString(m_root / "notes.txt"));
    m_page.work().convert();
    waitForWork();
    EXPECT_FALSE(m_page.views().convert().said().isEmpty());
    EXPECT_FALSE(fs::exists(m_root / "out"));
}

TEST_F(ModelsPageTest, AnOutputThatWasTypedStaysWhenTheTypeChanges) {
    choose(makeModel("m"));
    open();
    m_page.views().convert().output().setText(QStringLiteral("/somewhere/else"));
    emit m_page.views().convert().type().chosen(1);
    EXPECT_EQ(m_page.views().convert().output().text(), QStringLiteral("/somewhere/else"));
}

TEST_F(ModelsPageTest, WhereAConvertedModelGoes) {
    EXPECT_EQ(suggestedOutput("/models/m", ModelPlace::Own, "float16"), "/models/m-float16");
    const fs::path bundled =
        suggestedOutput("/usr/share/unlit/models/m", ModelPlace::Bundled, "bfloat16");
    EXPECT_EQ(bundled.filename(), "m-bfloat16");
    EXPECT_NE(bundled.parent_path(), "/usr/share/unlit/models");
    EXPECT_EQ(
        suggestedOutput("/hub/models--a--b/snapshots/1234", ModelPlace::Hub, "float16").filename(),
        "a--b-float16");
}

TEST_F(ModelsPageTest, CompareRunsBothModelsOnOnePictureWithoutSettingsOfItsOwn) {
    const fs::path a = makeModel("a");
    const fs::path b = makeModel("b");
    open();
    choose(a);
    ModelsCompare& compare = m_page.views().compare();
    compare.compare(); // no picture yet
    EXPECT_FALSE(compare.comparer().isBusy());
    compare.setPicture("/pictures/hall.exr");
    compare.compare();
    ASSERT_EQ(m_log.submitted.size(), 1U);
    EXPECT_EQ(m_log.submitted[0].model, a);
    const auto answer = [&](float value) {
        auto result = std::make_shared<InferenceResult>();
        auto picture = makeImage(4, 4, {"R", "G", "B"}, ColorSpace::Linear);
        result->input = std::make_shared<const Image>(picture);
        picture.samples.assign(picture.samples.size(), value);
        TargetPrediction albedo;
        albedo.name = "albedo";
        albedo.image = picture;
        result->prediction.targets.push_back(albedo);
        EventSink& sink = compare.comparer().sink();
        const JobId job = compare.comparer().job();
        sink.post({job, {}, ResultReady{result}});
        sink.post({job, {}, Finished{Outcome::Done, {}}});
    };
    answer(0.25F);
    ASSERT_TRUE(waitFor([&] { return m_log.submitted.size() == 2; }));
    EXPECT_EQ(m_log.submitted[1].model, b);
    EXPECT_EQ(m_log.submitted[1].input, "/pictures/hall.exr");
    EXPECT_EQ(m_log.submitted[1].options.seed, m_log.submitted[0].options.seed);
    answer(0.5F);
    ASSERT_TRUE(waitFor([&] { return compare.viewer().layers().size() == 3; }));
    EXPECT_EQ(compare.viewer().layers()[1].name, QStringLiteral("a · albedo"));
    EXPECT_EQ(compare.viewer().layers()[2].name, QStringLiteral("b · albedo"));
}

TEST_F(ModelsPageTest, ALongNameOfAPictureDoesNotWidenThePage) {
    makeModel("a");
    makeModel("b");
    open();
    ModelsCompare& compare = m_page.views().compare();
    compare.setPicture("/pictures/" + std::string(200, 'w') + "&x.exr");
    EXPECT_LE(compare.minimumSizeHint().width(), 620);
    const auto buttons = compare.findChildren<QPushButton*>();
    EXPECT_TRUE(std::ranges::any_of(buttons, [](const QPushButton* button) {
        return button->toolTip().contains(QStringLiteral("w&x.exr")) &&
               button->text().endsWith(QStringLiteral("&&x.exr"));
    }));
}

TEST_F(ModelsPageTest, AComparisonThatFailsSaysWhyAndCanBeBegunAnew) {
    makeModel("a");
    makeModel("b");
    open();
    ModelsCompare& compare = m_page.views().compare();
    compare.setPicture("/pictures/none.exr");
    compare.compare();
    compare.comparer().sink().post(
        {compare.comparer().job(),
         {},
         Finished{Outcome::Failed, Failure{ErrorKind::NotFound, "no such picture", "look", {}}}});
    ASSERT_TRUE(waitFor([&] { return !compare.comparer().isBusy(); }));
    EXPECT_FALSE(compare.notice().isHidden());
    compare.compare();
    EXPECT_TRUE(compare.comparer().isBusy());
}

TEST_F(ModelsPageTest, RootsAndViewComeBackAfterARestart) {
    makeModel("m");
    open();
    m_page.views().showView(ModelsView::Convert);
    ModelsPage next(makeFake(m_log), {});
    next.setSettings(m_page.settings());
    EXPECT_EQ(next.settings().roots, QStringList{toQString(m_root)});
    EXPECT_EQ(next.settings().view, static_cast<int>(ModelsView::Convert));
    next.show();
    EXPECT_TRUE(waitFor([&] { return next.found().model().rowCount() == 1; }));
}

} // namespace

} // namespace unlit::ui
