#include "ui/main_window.h"

#include "core/image/image_file.h"
#include "tests/ui/fake_session.h"
#include "ui/bridge/text.h"

#include <QAction>
#include <QDropEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QSet>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <fstream>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

ModelSummary describe(const fs::path& folder) {
    if (folder.filename() == "bad")
        throw Error::corrupt(folder / "model_index.json", "is no JSON", "copy it again");
    ModelSummary summary;
    summary.folder = folder;
    summary.targets = {"albedo"};
    return summary;
}

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

    /// As a file manager does it: enter, then drop, on some widget of the window.
    void drop(QWidget& target, const std::vector<fs::path>& paths) {
        QMimeData data;
        QList<QUrl> urls;
        for (const fs::path& path : paths)
            urls += QUrl::fromLocalFile(toQString(path));
        data.setUrls(urls);
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

    QTemporaryDir m_folder;
    fs::path m_root = m_folder.path().toStdString();
    FakeSessionLog m_log;
    MainWindow m_window{{.settingsFile = m_folder.filePath(QStringLiteral("studio.ini")),
                         .makeService = makeFake(m_log),
                         .inspectModel = describe}};
};

TEST_F(MainWindowTest, DroppedFolderIsQueuedWhateverPageIsOpen) {
    makePicture("set/frame10.png");
    makePicture("set/frame2.png");
    m_window.showPage(StudioPage::Train);
    drop(m_window, {m_root / "set"});
    ASSERT_EQ(queue().rowCount(), 2);
    EXPECT_EQ(queue().at(0).path.filename(), "frame2.png");
    EXPECT_EQ(queue().at(1).path.filename(), "frame10.png");
    EXPECT_TRUE(m_window.inferPage().isVisible());
}

TEST_F(MainWindowTest, NoFieldOfTheWindowKeepsADropForItself) {
    for (const QLineEdit* field : m_window.findChildren<QLineEdit*>())
        EXPECT_FALSE(field->acceptDrops());
}

TEST_F(MainWindowTest, DroppedModelFolderBecomesTheModelAndWaitingImagesStart) {
    const fs::path picture = makePicture("a.png");
    drop(m_window, {picture});
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
    QTest::qWait(50);
    EXPECT_TRUE(m_log.submitted.empty());
}

TEST_F(MainWindowTest, EveryActionHasWordsAndNoTwoShareAKey) {
    QSet<QString> keys;
    const auto actions = m_window.availableActions();
    EXPECT_GE(actions.size(), 25);
    for (const QAction* action : actions) {
        EXPECT_FALSE(action->text().isEmpty());
        const QString key = action->shortcut().toString();
        EXPECT_FALSE(!key.isEmpty() && keys.contains(key)) << key.toStdString();
        keys.insert(key);
    }
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
    chooseModel(QStringLiteral("/models/good"));
    drop(m_window, {makePicture("a.png")});
    ASSERT_TRUE(waitFor([&] { return m_log.submitted.size() == 1; }));
    auto& controller = m_window.inferPage().controller();
    postTo(controller.sink(), m_log.jobs[0], ResultReady{makeResult(m_log.submitted[0], 8, 6)});
    postTo(controller.sink(), m_log.jobs[0], Finished{});
    ASSERT_TRUE(waitFor([&] { return queue().at(0).state == QueueState::Done; }));
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

TEST_F(MainWindowTest, ModelAndThemeAreRememberedOverARestart) {
    chooseModel(QStringLiteral("/models/good"));
    m_window.setTheme(ThemeKind::Light);
    m_window.close();
    const StudioSettings settings = loadSettings(m_folder.filePath(QStringLiteral("studio.ini")));
    EXPECT_EQ(settings.theme, ThemeKind::Light);
    EXPECT_EQ(settings.infer.modelFolder, QStringLiteral("/models/good"));
    EXPECT_FALSE(settings.windowGeometry.isEmpty());
}

} // namespace

} // namespace unlit::ui
