// From a model and an image to a result on show, saved or copied.
#include "core/image/uncertainty_meaning.h"
#include "tests/ui/main_window_fixture.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>
#include <QSpinBox>

#include <fstream>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

class MainWindowResults : public MainWindowTest {};

TEST_F(MainWindowResults, ModelThatCannotBeReadStartsNothing) {
    chooseModel(QStringLiteral("/models/good"));
    chooseModel(QStringLiteral("/models/bad"));
    drop(m_window, {makePicture("a.png")});
    ASSERT_TRUE(waitFor([&] { return queue().rowCount() == 1; }));
    QTest::qWait(50);
    EXPECT_TRUE(m_log.submitted.empty());
}

TEST_F(MainWindowResults, ResultComesUpBesideItsInputAndSaveNeverReplacesUnasked) {
    ASSERT_TRUE(finishOne());
    EXPECT_TRUE(m_window.inferPage().viewerPanel().hasPicture());

    std::ofstream(m_root / "a_albedo.png") << "mine";
    emit m_window.inferPage().settingsPanel().saveAsked();
    EXPECT_TRUE(m_log.saves.empty());
    EXPECT_TRUE(m_window.inferPage().settingsPanel().message().isVisible());
    std::ofstream(m_root / "a_2_albedo.png") << "mine too";
    for (QPushButton* button :
         m_window.inferPage().settingsPanel().message().findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Keep both"))
            button->click();
    ASSERT_EQ(m_log.saves.size(), 1U);
    EXPECT_EQ(m_log.saves[0].name, "{stem}_3_{target}");
    EXPECT_FALSE(m_log.saves[0].overwrite);
    fs::remove(m_root / "a_albedo.png");
    emit m_window.inferPage().settingsPanel().saveAsked();
    ASSERT_EQ(m_log.saves.size(), 2U);
    EXPECT_EQ(m_log.saves[1].name, kDefaultOutputName);
    EXPECT_FALSE(m_log.saves[1].overwrite);
}

TEST_F(MainWindowResults, AnImageMayHaveSettingsOfItsOwn) {
    drop(m_window, {makePicture("a.png"), makePicture("b.png")});
    ASSERT_TRUE(waitFor([&] { return queue().rowCount() == 2; }));
    SettingsPanel& panel = m_window.inferPage().settingsPanel();
    emit panel.ownAsked(true); // of the first, which is on show
    ASSERT_TRUE(queue().at(0).own);
    EXPECT_TRUE(panel.isOwnShown());
    panel.findChildren<QSpinBox*>().at(0)->setValue(9);
    EXPECT_EQ(queue().at(0).own->custom().steps, 9);
    m_window.inferPage().queuePanel().step(1);
    EXPECT_FALSE(panel.isOwnShown());
    EXPECT_NE(panel.findChildren<QSpinBox*>().at(0)->value(), 9);
    auto& controller = m_window.inferPage().controller();
    EXPECT_EQ(*controller.requestFor(queue().at(0)).options.steps, 9);
    EXPECT_NE(*controller.requestFor(queue().at(1)).options.steps, 9);
}

TEST_F(MainWindowResults, ResultIsCopiedAsADeepPicture) {
    ASSERT_TRUE(finishOne());
    QGuiApplication::clipboard()->clear();
    m_window.inferPage().copyResult();
    ASSERT_TRUE(waitFor([] { return !QGuiApplication::clipboard()->image().isNull(); }));
    const QImage copied = QGuiApplication::clipboard()->image();
    ASSERT_EQ(copied.size(), QSize(8, 6));
    EXPECT_EQ(copied.pixelColor(3, 3).rgba64().red(), 16384); // 0.25 of 65535, rounded
}

TEST_F(MainWindowResults, ARunningEnsembleShowsItsMembersAndIsFinishedByTheButton) {
    SettingsPanel& panel = m_window.inferPage().settingsPanel();
    InferSettings settings = panel.settings();
    settings.quality = Quality::Custom;
    settings.setCustom({2, 6, 64});
    m_window.inferPage().setSettings(settings);
    chooseModel(QStringLiteral("/models/good"));
    drop(m_window, {makePicture("a.png")});
    ASSERT_TRUE(waitFor([&] { return m_log.submitted.size() == 1; }));
    EXPECT_EQ(m_log.submitted[0].options.ensemble, 6);
    auto& controller = m_window.inferPage().controller();
    ViewerPanel& viewer = m_window.inferPage().viewerPanel();
    postTo(controller.sink(), m_log.jobs[0], PreviewReady{makeResult(m_log.submitted[0], 8, 6)});
    ASSERT_TRUE(waitFor([&] { return viewer.hasResult(); }));

    QPushButton* finish = nullptr;
    for (QPushButton* button : panel.findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Finish now"))
            finish = button;
    ASSERT_NE(finish, nullptr);
    finish->click();
    EXPECT_EQ(m_log.finishedEarly, std::vector{m_log.jobs[0]});

    // Cancelled all the same: what was shown is no result.
    postTo(controller.sink(), m_log.jobs[0], Finished{Outcome::Cancelled, {}});
    ASSERT_TRUE(waitFor([&] { return queue().at(0).state == QueueState::Cancelled; }));
    EXPECT_FALSE(viewer.hasResult());
    EXPECT_EQ(finish->text(), QStringLiteral("Run again"));
}

TEST_F(MainWindowResults, UncertaintySaysWhetherItIsAnExpectedErrorOrASpread) {
    const auto layersFor = [&](const char* meaning) {
        const auto plain = makeResult({}, 8, 6);
        auto result = std::make_shared<InferenceResult>(*plain);
        Image uncertainty = plain->prediction.targets[0].image;
        uncertainty.space = ColorSpace::Raw;
        uncertainty.metadata[kUncertaintyKey] = meaning;
        result->prediction.targets[0].uncertainty = uncertainty;
        ViewerPanel& panel = m_window.inferPage().viewerPanel();
        panel.showResult(result);
        QStringList names;
        for (const ViewerLayer& layer : panel.viewer().layers())
            names += layer.name;
        return names;
    };
    const QStringList calibrated = layersFor(kExpectedError);
    EXPECT_TRUE(calibrated.contains(QStringLiteral("Expected error")));
    EXPECT_TRUE(calibrated.contains(QStringLiteral("Albedo · error")));
    const QStringList plain = layersFor(kMedianDeviation);
    EXPECT_TRUE(plain.contains(QStringLiteral("Spread")));
    EXPECT_TRUE(plain.contains(QStringLiteral("Albedo · spread")));
}

} // namespace

} // namespace unlit::ui
