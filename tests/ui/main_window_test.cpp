// What holds on every page: keys, the palette, names, what a restart finds again.
#include "tests/ui/main_window_fixture.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QMap>
#include <QScrollArea>
#include <QScrollBar>

namespace unlit::ui {

namespace {

TEST_F(MainWindowTest, ASmallScreenMovesThePageAboutAndCutsNothingOff) {
    m_window.resize(700, 420);
    m_window.show();
    QCoreApplication::processEvents();
    EXPECT_EQ(m_window.size(), QSize(700, 420));
    const InferPage& page = m_window.inferPage();
    EXPECT_GE(page.width(), page.minimumSizeHint().width());
    EXPECT_GE(page.height(), 580);
    EXPECT_GE(page.height(), page.minimumSizeHint().height());
    const auto* around = m_window.centralWidget()->findChild<QScrollArea*>();
    EXPECT_GE(around->horizontalScrollBar()->maximum(), page.width() - around->viewport()->width());
    EXPECT_GE(around->verticalScrollBar()->maximum(), page.height() - around->viewport()->height());
    EXPECT_GT(around->verticalScrollBar()->maximum(), 0);
    m_window.resize(1440, 900);
    QCoreApplication::processEvents();
    EXPECT_EQ(around->verticalScrollBar()->maximum(), 0);
    EXPECT_EQ(around->horizontalScrollBar()->maximum(), 0);
}

TEST_F(MainWindowTest, NoPageIsMovedAboutInAWindowOf1024By640) {
    m_window.resize(1024, 640);
    const auto* around = m_window.centralWidget()->findChild<QScrollArea*>();
    for (int page = 0; page < 5; ++page) {
        m_window.showPage(static_cast<StudioPage>(page));
        QTest::qWait(20);
        EXPECT_EQ(around->horizontalScrollBar()->maximum(), 0) << "page " << page;
        EXPECT_EQ(around->verticalScrollBar()->maximum(), 0) << "page " << page;
    }
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

} // namespace

} // namespace unlit::ui
