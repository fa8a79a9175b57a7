// From a model and an image to a result on show, saved or copied.
#include "core/image/made_by.h"
#include "core/image/uncertainty_meaning.h"
#include "tests/ui/main_window_fixture.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QLayout>
#include <QMessageBox>
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

TEST_F(MainWindowResults, WhatTheQueueSaysOfItselfDoesNotWidenItsColumn) {
    chooseModel(QStringLiteral("/models/bad"));
    drop(m_window, {makePicture("a.png"), makePicture("b.png")});
    ASSERT_TRUE(waitFor([&] { return queue().rowCount() == 2; }));
    QueuePanel& panel = m_window.inferPage().queuePanel();
    const int width = panel.minimumSizeHint().width();
    const QString much = QStringLiteral("about eleven hours and fifty-nine minutes, or a bit more");
    panel.setTimeLeft(much);
    bool isSaid = false;
    for (const QLabel* label : panel.findChildren<QLabel*>())
        isSaid = isSaid || (label->toolTip().contains(much) &&
                            label->text().startsWith(QStringLiteral("2 left")));
    EXPECT_TRUE(isSaid) << "a test that cannot tell";
    panel.layout()->activate();
    EXPECT_EQ(panel.minimumSizeHint().width(), width);
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

TEST_F(MainWindowResults, SaveAsTakesNameAndKindFromItsDialog) {
    ASSERT_TRUE(finishOne());
    // How many bits the input has is read in the background; until then it may be sixteen.
    ASSERT_TRUE(waitFor([&] { return queue().at(0).hasWideSamples.has_value(); }));
    QAction* saveAs = nullptr;
    for (QAction* action : m_window.inferPage().pageActions())
        if (action->text() == QStringLiteral("Save result as…"))
            saveAs = action;
    ASSERT_NE(saveAs, nullptr);
    saveAs->trigger();
    auto* dialog = m_window.inferPage().findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(dialog->acceptMode(), QFileDialog::AcceptSave);
    EXPECT_EQ(dialog->directory().absolutePath(), toQString(m_root));
    EXPECT_EQ(dialog->selectedFiles(), QStringList{toQString(m_root / "a_albedo.png")});
    EXPECT_EQ(dialog->selectedNameFilter(), QStringLiteral("PNG (*.png)"));
    emit dialog->fileSelected(toQString(m_root / "other" / "mine.exr"));
    ASSERT_EQ(m_log.saves.size(), 1U);
    EXPECT_EQ(m_log.saves[0].folder, m_root / "other");
    EXPECT_EQ(m_log.saves[0].name, "mine");
    EXPECT_EQ(m_log.saves[0].format, FileFormat::Exr);
    EXPECT_FALSE(m_log.saves[0].overwrite);
    emit dialog->fileSelected(toQString(m_root / "mine.gif"));
    EXPECT_EQ(m_log.saves.size(), 1U) << "no kind of file that can be written";
    std::ofstream(m_root / "there.png") << "the dialog has asked about it";
    emit dialog->fileSelected(toQString(m_root / "there.png"));
    ASSERT_EQ(m_log.saves.size(), 2U);
    EXPECT_TRUE(m_log.saves[1].overwrite);
    EXPECT_EQ(m_log.saves[1].format, FileFormat::Png8) << "the input has 8 bits";
    dialog->close();
}

TEST_F(MainWindowResults, AFolderWithResultsShowsThemAndRunsTheRest) {
    chooseModel(QStringLiteral("/models/good"));
    const fs::path shots = m_root / "shots";
    const fs::path done = makePicture("shots/done.png");
    makePicture("shots/new.png");
    Image result = makeImage(8, 6, {"R", "G", "B"}, ColorSpace::Srgb);
    result.metadata[kMadeByKey] = "albedo";
    writeImage(shots / "done_albedo.png", result, {.format = FileFormat::Png8});
    const auto dropFolder = [&] {
        drop(m_window, {shots});
        QTest::qWait(200);
    };
    dropFolder();
    ASSERT_TRUE(waitFor([&] { return queue().rowCount() == 2; }));
    ASSERT_EQ(m_log.submitted.size(), 1U);
    EXPECT_EQ(m_log.submitted[0].input.filename(), "new.png");
    const auto ids = queue().doneFor(std::map<fs::path, int>{{done, 0}});
    ASSERT_EQ(ids.size(), 1U);
    EXPECT_EQ(queue().find(ids[0])->saved, std::vector{shots / "done_albedo.png"});
    dropFolder();
    EXPECT_EQ(queue().rowCount(), 2) << "no second row";
    for (QPushButton* button :
         m_window.inferPage().settingsPanel().message().findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Run them again"))
            button->click();
    EXPECT_EQ(queue().find(ids[0])->state, QueueState::Waiting);
}

TEST_F(MainWindowResults, SavingTwiceIsNoError) {
    ASSERT_TRUE(finishOne());
    auto& controller = m_window.inferPage().controller();
    const QueueItemId id = queue().at(0).id;
    const auto save = [&](const char* name) {
        emit m_window.inferPage().settingsPanel().saveAsked();
        std::ofstream(m_root / name) << "result";
        auto written = std::make_shared<InferenceResult>();
        written->outputs["albedo"] = m_root / name;
        postTo(controller.sink(), m_log.lastSave,
               ResultReady{std::shared_ptr<const InferenceResult>(written)});
        postTo(controller.sink(), m_log.lastSave, Finished{});
        ASSERT_TRUE(waitFor([&] { return controller.upkeep().saving().asked == 0; }));
    };
    save("a_albedo.png");
    controller.upkeep().save(id, {}); // under another name meanwhile
    auto other = std::make_shared<InferenceResult>();
    other->outputs["albedo"] = m_root / "other.png";
    postTo(controller.sink(), m_log.lastSave,
           ResultReady{std::shared_ptr<const InferenceResult>(other)});
    postTo(controller.sink(), m_log.lastSave, Finished{});
    ASSERT_TRUE(waitFor([&] { return controller.upkeep().saving().asked == 0; }));
    emit m_window.inferPage().settingsPanel().saveAsked();
    const MessageBar& message = m_window.inferPage().settingsPanel().message();
    EXPECT_EQ(message.property("kind").toString(), QStringLiteral("good"));
    EXPECT_EQ(m_log.saves.size(), 2U);
}

TEST_F(MainWindowResults, SaveAllTellsHowManyCouldNotBeSavedAndWhy) {
    ASSERT_TRUE(finishOne());
    drop(m_window, {makePicture("b.png")});
    ASSERT_TRUE(waitFor([&] { return m_log.submitted.size() == 2; }));
    auto& controller = m_window.inferPage().controller();
    postTo(controller.sink(), m_log.jobs[1], ResultReady{makeResult(m_log.submitted[1], 8, 6)});
    postTo(controller.sink(), m_log.jobs[1], Finished{});
    ASSERT_TRUE(waitFor([&] { return controller.upkeep().unsaved().size() == 2; }));
    for (QAction* action : m_window.inferPage().pageActions())
        if (action->shortcut() == QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S))
            action->trigger();
    ASSERT_EQ(m_log.saves.size(), 2U);
    const JobId last = m_log.lastSave;
    postTo(controller.sink(), JobId{last.value - 1},
           Finished{Outcome::Failed, Failure{ErrorKind::Io, "disk full", "make room", {}}});
    auto written = std::make_shared<InferenceResult>();
    written->outputs["albedo"] = "/out/x.png";
    postTo(controller.sink(), last, ResultReady{std::shared_ptr<const InferenceResult>(written)});
    postTo(controller.sink(), last, Finished{});
    ASSERT_TRUE(waitFor([&] { return controller.upkeep().saving().asked == 0; }));
    QString said;
    for (const QLabel* label :
         m_window.inferPage().settingsPanel().message().findChildren<QLabel*>())
        said += label->text() + u' ';
    EXPECT_TRUE(said.contains(QStringLiteral("1 of 2 results could not be saved")))
        << qPrintable(said);
    EXPECT_TRUE(said.contains(QStringLiteral("Disk full. Make room."))) << qPrintable(said);
}

TEST_F(MainWindowResults, ClosingWithResultsThatAreNotSavedAsks) {
    ASSERT_TRUE(finishOne());
    const auto answer = [&](const char* words) {
        auto* question = m_window.findChild<QMessageBox*>();
        ASSERT_NE(question, nullptr);
        for (QAbstractButton* button : question->buttons())
            if (button->text() == QLatin1String(words)) {
                button->click();
                return;
            }
        FAIL() << words;
    };
    m_window.close();
    EXPECT_TRUE(m_window.isVisible());
    answer("Stay");
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_TRUE(m_window.isVisible());
    m_window.close();
    answer("Save all and close");
    ASSERT_EQ(m_log.saves.size(), 1U);
    EXPECT_TRUE(m_window.isVisible()) << "until they are written";
    auto& controller = m_window.inferPage().controller();
    auto written = std::make_shared<InferenceResult>();
    written->outputs["albedo"] = m_root / "a_albedo.png";
    postTo(controller.sink(), m_log.lastSave,
           ResultReady{std::shared_ptr<const InferenceResult>(written)});
    postTo(controller.sink(), m_log.lastSave, Finished{});
    EXPECT_TRUE(waitFor([&] { return !m_window.isVisible(); }));
}

TEST_F(MainWindowResults, AModelThatCannotBeUsedIsNotOnOffer) {
    InferSettings settings = m_window.inferPage().settings();
    settings.recentModels = {QStringLiteral("/models/good"), QStringLiteral("/models/bad"),
                             QStringLiteral("/models/one-step")};
    settings.modelFolder = QStringLiteral("/models/good");
    m_window.inferPage().setSettings(settings);
    const auto offers = [&] {
        QStringList folders;
        for (const QComboBox* box : m_window.inferPage().settingsPanel().findChildren<QComboBox*>())
            for (int i = 0; i < box->count(); ++i)
                folders += box->itemData(i).toString();
        return folders;
    };
    EXPECT_TRUE(waitFor([&] { return !offers().contains(QStringLiteral("/models/bad")); }));
    EXPECT_TRUE(offers().contains(QStringLiteral("/models/one-step")));
    EXPECT_TRUE(
        m_window.inferPage().settings().recentModels.contains(QStringLiteral("/models/bad")))
        << "it may lie on a drive that comes back";
    chooseModel(QStringLiteral("/models/bad")); // by hand: the page says why it cannot be used
    EXPECT_TRUE(offers().contains(QStringLiteral("/models/bad")));
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
    EXPECT_EQ(*controller.requests().requestFor(queue().at(0)).options.steps, 9);
    EXPECT_NE(*controller.requests().requestFor(queue().at(1)).options.steps, 9);
}

TEST_F(MainWindowResults, ResultIsCopiedAsADeepPicture) {
    ASSERT_TRUE(finishOne());
    QGuiApplication::clipboard()->clear();
    m_window.inferPage().clipboard().copyResult();
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
