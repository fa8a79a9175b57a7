#include "ui/main_window.h"

#include "core/image/image_file.h"
#include "core/image/uncertainty_meaning.h"
#include "tests/ui/fake_session.h"
#include "ui/bridge/text.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDropEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMap>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <fstream>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

class MainWindowTest : public testing::Test {
protected:
    MainWindowTest() { m_window.show(); }

    fs::path makePicture(const std::string& name) {
        const fs::path path = m_root / name;
        fs::create_directories(path.parent_path());
        writeImage(path, makeImage(8, 6, {"R", "G", "B"}, ColorSpace::Srgb),
                   {.format = FileFormat::Png8});
        return path;
    }

    void drop(QWidget& target, const std::vector<fs::path>& paths) {
        QMimeData data;
        QList<QUrl> urls;
        for (const fs::path& path : paths)
            urls += QUrl::fromLocalFile(toQString(path));
        data.setUrls(urls);
        drop(target, data);
    }

    /// As a file manager does it: enter, then drop, on some widget of the window.
    static void drop(QWidget& target, QMimeData& data) {
        QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&target, &enter);
        EXPECT_TRUE(enter.isAccepted());
        QDropEvent dropped(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&target, &dropped);
    }

    InferenceQueueModel& queue() { return m_window.inferPage().controller().queue(); }

    void chooseModel(const QString& folder) {
        m_window.inferPage().chooseModel(folder);
        QTest::qWait(20);
    }

    /// a.png goes through the queue to a result of 8 x 6 pixels.
    bool finishOne() {
        chooseModel(QStringLiteral("/models/good"));
        drop(m_window, {makePicture("a.png")});
        if (!waitFor([&] { return m_log.submitted.size() == 1; }))
            return false;
        EventSink& sink = m_window.inferPage().controller().sink();
        postTo(sink, m_log.jobs[0], ResultReady{makeResult(m_log.submitted[0], 8, 6)});
        postTo(sink, m_log.jobs[0], Finished{});
        return waitFor([&] { return queue().at(0).state == QueueState::Done; });
    }

    QTemporaryDir m_folder;
    fs::path m_root = m_folder.path().toStdString();
    FakeSessionLog m_log;
    MainWindow m_window{{.settingsFile = m_folder.filePath(QStringLiteral("studio.ini")),
                         .stateFolder = m_folder.filePath(QStringLiteral("state")),
                         .makeService = makeFake(m_log),
                         .inspectModel = describe}};
};

TEST_F(MainWindowTest, DroppedFolderIsQueuedWhateverPageIsOpen) {
    makePicture("set/frame10.png");
    makePicture("set/frame2.png");
    m_window.showPage(StudioPage::Train);
    drop(m_window, {m_root / "set"});
    ASSERT_TRUE(waitFor([&] { return queue().rowCount() == 2; }));
    EXPECT_EQ(queue().at(0).path.filename(), "frame2.png");
    EXPECT_EQ(queue().at(1).path.filename(), "frame10.png");
    EXPECT_TRUE(m_window.inferPage().isVisible());
}

TEST_F(MainWindowTest, DroppedRecipeIsOpenedOnTheTrainPageWhateverPageIsOpen) {
    std::ofstream(m_root / "mine.YML") << "lr: 1.0e-4\n";
    drop(m_window, {m_root / "mine.YML"});
    RecipePanel& recipe = m_window.trainPage().recipe();
    ASSERT_TRUE(waitFor([&] { return recipe.document().name() == QStringLiteral("mine.YML"); }));
    EXPECT_EQ(recipe.document().text(), QStringLiteral("lr: 1.0e-4\n"));
    EXPECT_TRUE(m_window.trainPage().isVisible());
    EXPECT_EQ(queue().rowCount(), 0);
}

TEST_F(MainWindowTest, DroppedRecipeThatCannotBeReadIsSaidAndLeavesTheOpenOne) {
    std::ofstream(m_root / "mine.yaml") << "lr: 1.0e-4\n";
    std::ofstream(m_root / "other.yaml") << "\xff\xfe no text";
    drop(m_window, {m_root / "mine.yaml"});
    RecipePanel& recipe = m_window.trainPage().recipe();
    ASSERT_TRUE(waitFor([&] { return recipe.document().name() == QStringLiteral("mine.yaml"); }));
    drop(m_window, {m_root / "other.yaml"});
    ASSERT_TRUE(waitFor([&] { return recipe.message().isVisible(); }));
    EXPECT_EQ(recipe.document().name(), QStringLiteral("mine.yaml"));
}

TEST_F(MainWindowTest, NoFieldOfTheWindowKeepsADropForItself) {
    for (const QLineEdit* field : m_window.findChildren<QLineEdit*>())
        EXPECT_FALSE(field->acceptDrops());
}

TEST_F(MainWindowTest, DroppedModelFolderBecomesTheModelAndWaitingImagesStart) {
    const fs::path picture = makePicture("a.png");
    drop(m_window, {picture});
    ASSERT_TRUE(waitFor([&] { return queue().rowCount() == 1; }));
    EXPECT_TRUE(m_log.submitted.empty());
    fs::create_directories(m_root / "model");
    std::ofstream(m_root / "model/model_index.json") << "{}";
    drop(m_window, {m_root / "model"});
    ASSERT_TRUE(waitFor([&] { return m_log.submitted.size() == 1; }));
    EXPECT_EQ(m_log.submitted[0].model, m_root / "model");
    EXPECT_EQ(m_log.submitted[0].input, picture);
}

TEST_F(MainWindowTest, ModelThatCannotBeReadStartsNothing) {
    chooseModel(QStringLiteral("/models/good"));
    chooseModel(QStringLiteral("/models/bad"));
    drop(m_window, {makePicture("a.png")});
    ASSERT_TRUE(waitFor([&] { return queue().rowCount() == 1; }));
    QTest::qWait(50);
    EXPECT_TRUE(m_log.submitted.empty());
}

TEST_F(MainWindowTest, OnEveryPageEveryActionHasWordsAndNoTwoShareAKey) {
    for (const StudioPage page : {StudioPage::Infer, StudioPage::Data, StudioPage::Train,
                                  StudioPage::Runs, StudioPage::Models}) {
        m_window.showPage(page);
        QMap<QString, QString> owners;
        const auto actions = m_window.availableActions();
        EXPECT_GE(actions.size(), 25);
        for (const QAction* action : actions) {
            EXPECT_FALSE(action->text().isEmpty());
            for (const QKeySequence& sequence : action->shortcuts()) {
                const QString key = sequence.toString(QKeySequence::PortableText);
                EXPECT_FALSE(owners.contains(key))
                    << key.toStdString() << " on page " << static_cast<int>(page) << ": "
                    << owners[key].toStdString() << " and " << action->text().toStdString();
                owners[key] = action->text();
            }
        }
        for (const char* key : {"Ctrl+Q", "F11", "Ctrl+Shift+P", "Ctrl+1", "Ctrl+5"})
            EXPECT_TRUE(owners.contains(QString::fromLatin1(key))) << key;
        if (page != StudioPage::Train) { // a training tells by itself
            EXPECT_TRUE(owners.contains(QStringLiteral("F5"))) << static_cast<int>(page);
        }
    }
}

TEST_F(MainWindowTest, KeysOfTheWindowWorkFromAnyPage) {
    m_window.activateWindow();
    ASSERT_TRUE(waitFor([&] { return m_window.isActiveWindow(); }));
    m_window.showPage(StudioPage::Runs);
    QTest::keyClick(&m_window, Qt::Key_F11);
    EXPECT_TRUE(waitFor([&] { return m_window.isFullScreen(); }));
    QTest::keyClick(&m_window, Qt::Key_F11);
    EXPECT_TRUE(waitFor([&] { return !m_window.isFullScreen(); }));
    QTest::keyClick(&m_window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    auto* list = m_window.findChild<QAbstractItemView*>(QStringLiteral("commandList"));
    ASSERT_TRUE(list != nullptr && list->isVisible());
    QStringList offered;
    for (int row = 0; row < list->model()->rowCount(); ++row)
        offered += list->model()->index(row, 0).data().toString();
    for (const char* words : {"Quit", "Full screen, or back to a window", "Look for runs now"})
        EXPECT_TRUE(offered.contains(QString::fromLatin1(words))) << words;
    QTest::keyClick(m_window.findChild<QLineEdit*>(QStringLiteral("paletteSearch")),
                    Qt::Key_Escape);
    QTest::keyClick(&m_window, Qt::Key_Q, Qt::ControlModifier);
    EXPECT_FALSE(m_window.isVisible());
}

TEST_F(MainWindowTest, PaletteFindsAnActionByItsWordsAndRunsIt) {
    m_window.openPalette();
    auto* search = m_window.findChild<QLineEdit*>(QStringLiteral("paletteSearch"));
    ASSERT_NE(search, nullptr);
    QTest::keyClicks(search, QStringLiteral("go to runs"));
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_FALSE(m_window.inferPage().isVisible());
    EXPECT_FALSE(search->isVisible());
}

TEST_F(MainWindowTest, ResultComesUpBesideItsInputAndSaveNeverReplacesUnasked) {
    ASSERT_TRUE(finishOne());
    EXPECT_TRUE(m_window.inferPage().viewerPanel().hasPicture());

    std::ofstream(m_root / "a_unlit.exr") << "mine";
    emit m_window.inferPage().settingsPanel().saveAsked();
    EXPECT_TRUE(m_log.saves.empty());
    EXPECT_TRUE(m_window.inferPage().settingsPanel().message().isVisible());
    fs::remove(m_root / "a_unlit.exr");
    emit m_window.inferPage().settingsPanel().saveAsked();
    ASSERT_EQ(m_log.saves.size(), 1U);
    EXPECT_FALSE(m_log.saves[0].overwrite);
}

TEST_F(MainWindowTest, WhatIsNoPictureIsSaidInPlaceAndNothingIsQueued) {
    const auto saidAfter = [&](const std::function<void(QMimeData&)>& fill) {
        m_window.inferPage().settingsPanel().message().hide();
        QMimeData data;
        fill(data);
        drop(m_window, data);
        const MessageBar& bar = m_window.inferPage().settingsPanel().message();
        EXPECT_TRUE(waitFor([&] { return bar.isVisible(); }));
        return bar.findChild<QLabel*>()->text();
    };
    EXPECT_TRUE(saidAfter([](QMimeData& data) {
                    data.setUrls({QUrl(QStringLiteral("https://example.org/a.png"))});
                }).contains(QStringLiteral("web address")));
    EXPECT_TRUE(saidAfter([](QMimeData& data) {
                    data.setText(QStringLiteral("some words"));
                }).contains(QStringLiteral("is text")));
    EXPECT_TRUE(saidAfter([](QMimeData& data) {
                    data.setText(QString());
                }).contains(QStringLiteral("text is empty")));
    EXPECT_TRUE(saidAfter([&](QMimeData& data) {
                    data.setUrls({QUrl::fromLocalFile(toQString(m_root / "gone.png"))});
                }).contains(QStringLiteral("no file gone.png")));
    EXPECT_EQ(queue().rowCount(), 0);
}

TEST_F(MainWindowTest, TextThatIsAPathIsTheFile) {
    const fs::path picture = makePicture("a b.png");
    QMimeData data;
    data.setText(QStringLiteral("\"%1\"\n").arg(toQString(picture)));
    drop(m_window, data);
    ASSERT_TRUE(waitFor([&] { return queue().rowCount() == 1; }));
    EXPECT_EQ(queue().at(0).path, picture);
}

TEST_F(MainWindowTest, QueueIsThereAgainAfterARestartAndWaitsToBeContinued) {
    drop(m_window, {makePicture("a.png"), makePicture("b.png")});
    ASSERT_TRUE(waitFor([&] { return queue().rowCount() == 2; }));
    chooseModel(QStringLiteral("/models/good"));
    ASSERT_TRUE(waitFor([&] { return m_log.submitted.size() == 1; }));
    m_window.close(); // in the middle of the first

    FakeSessionLog log;
    MainWindow next({.settingsFile = m_folder.filePath(QStringLiteral("studio.ini")),
                     .stateFolder = m_folder.filePath(QStringLiteral("state")),
                     .makeService = makeFake(log),
                     .inspectModel = describe});
    next.show();
    const InferenceQueueModel& restored = next.inferPage().controller().queue();
    ASSERT_EQ(restored.rowCount(), 2);
    EXPECT_EQ(restored.at(0).path, m_root / "a.png");
    EXPECT_EQ(restored.countIn(QueueState::Waiting), 2);
    QTest::qWait(100);
    EXPECT_TRUE(log.submitted.empty());
    emit next.inferPage().queuePanel().continueAsked();
    EXPECT_TRUE(waitFor([&] { return log.submitted.size() == 1; }));
}

TEST_F(MainWindowTest, TheBundledModelIsTakenUnlessAnotherWasChosen) {
    const auto modelOf = [&](const QString& settingsFile) {
        FakeSessionLog log;
        MainWindow window({.settingsFile = settingsFile,
                           .stateFolder = {},
                           .makeService = makeFake(log),
                           .inspectModel = describe,
                           .bundledModel = QStringLiteral("/models/bundled")});
        const InferSettings settings = window.inferPage().settings();
        EXPECT_TRUE(settings.recentModels.contains(QStringLiteral("/models/bundled")));
        return settings.modelFolder;
    };
    EXPECT_EQ(modelOf({}), QStringLiteral("/models/bundled"));
    chooseModel(QStringLiteral("/models/good"));
    m_window.close(); // remembers
    EXPECT_EQ(modelOf(m_folder.filePath(QStringLiteral("studio.ini"))),
              QStringLiteral("/models/good"));
}

TEST_F(MainWindowTest, AnImageMayHaveSettingsOfItsOwn) {
    drop(m_window, {makePicture("a.png"), makePicture("b.png")});
    ASSERT_TRUE(waitFor([&] { return queue().rowCount() == 2; }));
    SettingsPanel& panel = m_window.inferPage().settingsPanel();
    emit panel.ownAsked(true); // of the first, which is on show
    ASSERT_TRUE(queue().at(0).own);
    EXPECT_TRUE(panel.isOwnShown());
    panel.findChildren<QSpinBox*>().at(0)->setValue(9);
    EXPECT_EQ(queue().at(0).own->custom.steps, 9);
    m_window.inferPage().queuePanel().step(1);
    EXPECT_FALSE(panel.isOwnShown());
    EXPECT_NE(panel.findChildren<QSpinBox*>().at(0)->value(), 9);
    auto& controller = m_window.inferPage().controller();
    EXPECT_EQ(*controller.requestFor(queue().at(0)).options.steps, 9);
    EXPECT_NE(*controller.requestFor(queue().at(1)).options.steps, 9);
}

TEST_F(MainWindowTest, ResultIsCopiedAsADeepPicture) {
    ASSERT_TRUE(finishOne());
    QGuiApplication::clipboard()->clear();
    m_window.inferPage().copyResult();
    ASSERT_TRUE(waitFor([] { return !QGuiApplication::clipboard()->image().isNull(); }));
    const QImage copied = QGuiApplication::clipboard()->image();
    ASSERT_EQ(copied.size(), QSize(8, 6));
    EXPECT_EQ(copied.pixelColor(3, 3).rgba64().red(), 16384); // 0.25 of 65535, rounded
}

TEST_F(MainWindowTest, EveryControlThatTakesKeysHasAName) {
    for (const QWidget* widget : m_window.findChildren<QWidget*>()) {
        const bool isControl = qobject_cast<const QAbstractButton*>(widget) ||
                               qobject_cast<const QComboBox*>(widget) ||
                               qobject_cast<const QAbstractSpinBox*>(widget) ||
                               qobject_cast<const QAbstractItemView*>(widget);
        if (!isControl || widget->focusPolicy() == Qt::NoFocus || !widget->isVisible())
            continue;
        if (qobject_cast<const QComboBox*>(widget->parentWidget()->parentWidget()))
            continue; // the list of a closed box
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool hasWords = button != nullptr && !button->text().isEmpty();
        EXPECT_TRUE(hasWords || !widget->accessibleName().isEmpty())
            << widget->metaObject()->className() << ' ' << widget->toolTip().toStdString();
    }
}

TEST_F(MainWindowTest, ModelAndThemeAreRememberedOverARestart) {
    chooseModel(QStringLiteral("/models/good"));
    m_window.setTheme(ThemeKind::Light);
    m_window.close();
    const StudioSettings settings = loadSettings(m_folder.filePath(QStringLiteral("studio.ini")));
    EXPECT_EQ(settings.theme, ThemeKind::Light);
    EXPECT_EQ(settings.infer.modelFolder, QStringLiteral("/models/good"));
    EXPECT_FALSE(settings.windowGeometry.isEmpty());
}

TEST_F(MainWindowTest, ARunningEnsembleShowsItsMembersAndIsFinishedByTheButton) {
    SettingsPanel& panel = m_window.inferPage().settingsPanel();
    InferSettings settings = panel.settings();
    settings.quality = Quality::Custom;
    settings.custom = {2, 6, 64};
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

TEST_F(MainWindowTest, UncertaintySaysWhetherItIsAnExpectedErrorOrASpread) {
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
