// The menu bar, the table of all keys, and names for those who see no window.
#include "tests/ui/main_window_fixture.h"

#include <QAccessible>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPointer>
#include <QTextBrowser>

namespace unlit::ui {

namespace {

/// The texts of a menu of the bar as it opens, those of its own menus behind them.
QStringList openedTexts(MainWindow& window, const QString& title) {
    QStringList texts;
    for (const QAction* action : window.menuBar()->actions()) {
        if (action->text() != title)
            continue;
        emit action->menu()->aboutToShow();
        for (const QAction* item : action->menu()->actions()) {
            texts += item->text();
            if (item->menu() != nullptr)
                for (const QAction* inner : item->menu()->actions())
                    texts += inner->text();
        }
    }
    return texts;
}

QAction* findAction(const QList<QAction*>& actions, const char* text) {
    for (QAction* action : actions)
        if (action->text() == QString::fromUtf8(text))
            return action;
    return nullptr;
}

class WindowMenusTest : public MainWindowTest {
protected:
    QStringList opened(const char* title) {
        return openedTexts(m_window, QString::fromLatin1(title));
    }

    bool hasAll(const QStringList& texts, std::initializer_list<const char*> wanted) {
        bool hasAll = true;
        for (const char* text : wanted) {
            EXPECT_TRUE(texts.contains(QString::fromUtf8(text)))
                << text << " is not in: " << texts.join(QStringLiteral(" | ")).toStdString();
            hasAll = hasAll && texts.contains(QString::fromUtf8(text));
        }
        return hasAll;
    }
};

TEST_F(WindowMenusTest, HoldTheActionsOfThePageOnShow) {
    hasAll(opened("&File"),
           {"Add images…", "Save result", "Recent pictures", "Recent sets", "Recent runs", "Quit"});
    hasAll(opened("&Edit"),
           {"Undo the last removal, cancellation, anchor or stroke", "Copy command line"});
    hasAll(opened("&View"), {"Go to Runs", "Switch between dark and light", "Language",
                             "Language: Deutsch", "Picture", "Zoom in"});
    hasAll(opened("&Page"), {"Run image again", "Quality: Best"});
    hasAll(opened("&Help"), {"Show all actions", "Show all keys", "Open the documentation",
                             "Open the log of the program", "About Unlit Studio"});
    m_window.showPage(StudioPage::Runs);
    const QStringList page = opened("&Page");
    hasAll(page, {"Look for runs now"});
    EXPECT_FALSE(page.contains(QStringLiteral("Run image again")));
}

/// Actions in a menu are alive wherever the page of theirs is.
TEST_F(WindowMenusTest, NoMenuKeepsTheKeysOfAnotherPageAlive) {
    for (const char* title : {"&File", "&Edit", "&Page"}) {
        m_window.showPage(StudioPage::Infer);
        EXPECT_FALSE(opened(title).isEmpty());
        m_window.showPage(StudioPage::Data);
        for (const QAction* top : m_window.menuBar()->actions())
            EXPECT_TRUE(top->menu()->actions().isEmpty()) << top->text().toStdString();
    }
}

TEST_F(WindowMenusTest, EveryActionOfThePageIsInSomeMenu) {
    for (const StudioPage page : {StudioPage::Infer, StudioPage::Data, StudioPage::Train,
                                  StudioPage::Runs, StudioPage::Models}) {
        m_window.showPage(page);
        QStringList inMenus;
        for (const QAction* top : m_window.menuBar()->actions())
            inMenus += openedTexts(m_window, top->text());
        for (const QAction* action : m_window.availableActions())
            EXPECT_TRUE(inMenus.contains(action->text())) << action->text().toStdString();
    }
}

TEST_F(WindowMenusTest, APictureIsRecentOverARestart) {
    const auto picture = makePicture("a & b.png");
    drop(m_window, {picture});
    ASSERT_TRUE(waitFor([&] { return queue().rowCount() == 1; }));
    m_window.close();
    FakeSessionLog log;
    MainWindow next({.settingsFile = m_folder.filePath(QStringLiteral("studio.ini")),
                     .stateFolder = {},
                     .makeService = makeFake(log),
                     .inspectModel = describe});
    const QStringList file = openedTexts(next, QStringLiteral("&File"));
    const QString name = toQString(picture).replace(u'&', QStringLiteral("&&"));
    ASSERT_TRUE(file.contains(name)) << file.join(QStringLiteral(" | ")).toStdString();
    for (QMenu* menu : next.menuBar()->findChildren<QMenu*>())
        for (QAction* action : menu->actions())
            if (action->text() == name)
                action->trigger();
    EXPECT_TRUE(waitFor([&] { return next.inferPage().controller().queue().rowCount() == 1; }));
}

TEST_F(WindowMenusTest, ALanguageIsForTheNextStartAndSaysSo) {
    QAction* german = findAction(m_window.availableActions(), "Language: Deutsch");
    ASSERT_NE(german, nullptr);
    german->trigger();
    EXPECT_TRUE(german->isChecked());
    auto* box = m_window.findChild<QMessageBox*>();
    ASSERT_NE(box, nullptr);
    EXPECT_TRUE(box->text().contains(QStringLiteral("started again")));
    const QString file = m_folder.filePath(QStringLiteral("studio.ini"));
    EXPECT_EQ(loadSettings(file).language, Language::German) << "at once, not when it is closed";
    box->close();
    german->trigger(); // the same again: nothing to say, and it stays marked
    EXPECT_TRUE(german->isChecked());
    EXPECT_TRUE(waitFor([&] { return m_window.findChild<QMessageBox*>() == nullptr; }));
}

TEST_F(WindowMenusTest, F1ShowsEveryKeyOfEveryPageAndEscClosesIt) {
    m_window.activateWindow();
    ASSERT_TRUE(waitFor([&] { return m_window.isActiveWindow(); }));
    QTest::keyClick(&m_window, Qt::Key_F1);
    const QPointer<QDialog> dialog = m_window.findChild<QDialog*>(QStringLiteral("keysDialog"));
    ASSERT_TRUE(dialog != nullptr && dialog->isVisible());
    const QString table = dialog->findChild<QTextBrowser*>()->toPlainText();
    for (const StudioPage page : {StudioPage::Infer, StudioPage::Data, StudioPage::Train,
                                  StudioPage::Runs, StudioPage::Models}) {
        m_window.showPage(page);
        for (const QAction* action : m_window.availableActions()) {
            if (action->shortcut().isEmpty() || action->text().contains(QStringLiteral("ayer ")))
                continue; // Show layer 1, 2, 3 …: one line for nine
            EXPECT_TRUE(table.contains(action->text())) << action->text().toStdString();
            EXPECT_TRUE(table.contains(action->shortcut().toString(QKeySequence::NativeText)));
        }
    }
    QTest::keyClick(dialog, Qt::Key_Escape);
    EXPECT_TRUE(dialog == nullptr || !dialog->isVisible());
}

TEST_F(WindowMenusTest, QualityIsChosenByKey) {
    m_window.activateWindow();
    ASSERT_TRUE(waitFor([&] { return m_window.isActiveWindow(); }));
    const std::array qualities = {Quality::Draft, Quality::Standard, Quality::Best,
                                  Quality::Custom};
    for (const int i : {2, 0, 3, 1}) {
        QTest::keyClick(&m_window, static_cast<Qt::Key>(Qt::Key_1 + i), Qt::AltModifier);
        EXPECT_EQ(m_window.inferPage().settings().quality, qualities[static_cast<std::size_t>(i)]);
    }
}

/// Spare buttons of bars and cards get their words when they are shown.
bool isSpare(const QWidget& widget) {
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    return button != nullptr && button->testAttribute(Qt::WA_WState_ExplicitShowHide) &&
           button->isHidden();
}

/// What Qt makes of others' widgets: lists of closed boxes, fields inside boxes with arrows.
bool isInner(const QWidget& widget) {
    for (const QWidget* parent = widget.parentWidget(); parent != nullptr;
         parent = parent->parentWidget())
        if (qobject_cast<const QComboBox*>(parent) ||
            qobject_cast<const QAbstractSpinBox*>(parent) || qobject_cast<const QMenu*>(parent))
            return true;
    return widget.objectName().startsWith(QStringLiteral("qt_"));
}

TEST_F(WindowMenusTest, EveryControlOfEveryPageTellsScreenReadersItsName) {
    int seen = 0;
    for (QWidget* widget : m_window.findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || isInner(*widget) || isSpare(*widget))
            continue;
        const bool isControl = qobject_cast<const QAbstractButton*>(widget) ||
                               qobject_cast<const QComboBox*>(widget) ||
                               qobject_cast<const QAbstractSpinBox*>(widget) ||
                               qobject_cast<const QAbstractSlider*>(widget) ||
                               qobject_cast<const QLineEdit*>(widget) ||
                               qobject_cast<const QAbstractScrollArea*>(widget) ||
                               qobject_cast<const ImageView*>(widget);
        QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(widget);
        if (!isControl || spoken == nullptr)
            continue;
        ++seen;
        EXPECT_FALSE(spoken->text(QAccessible::Name).trimmed().isEmpty())
            << widget->metaObject()->className() << ' ' << widget->objectName().toStdString()
            << " in " << widget->parentWidget()->metaObject()->className() << ": "
            << widget->toolTip().toStdString();
    }
    EXPECT_GT(seen, 100);
}

} // namespace

} // namespace unlit::ui
