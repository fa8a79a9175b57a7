// What is kept of a run in its folder, and what becomes of the folder.
#include "core/runs/run_labels.h"
#include "core/runs/run_notes.h"
#include "tests/ui/runs_page_fixture.h"

#include <QFile>
#include <QLineEdit>
#include <QPushButton>

#include <gtest/gtest.h>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

using test::waitFor;

class RunUpkeepTest : public RunsPageTest {};

TEST_F(RunUpkeepTest, NotesAreKeptWithTheRunTheyWereWrittenFor) {
    const fs::path a = makeRun("a", 0.1);
    const fs::path b = makeRun("b", 0.2);
    open();
    m_page.views().showView(RunsView::Notes);
    m_page.table().setCurrent(rowOf(a));
    m_page.views().notes().editor().setPlainText(QStringLiteral("good one"));
    m_page.table().setCurrent(rowOf(b));
    EXPECT_EQ(runs::readNotes(a), "good one");
    EXPECT_EQ(m_page.views().notes().editor().toPlainText(), QString());
    m_page.table().setCurrent(rowOf(a));
    EXPECT_EQ(m_page.views().notes().editor().toPlainText(), QStringLiteral("good one"));
}

TEST_F(RunUpkeepTest, TagsAndGroupAreKeptInTheRunAndFilteredBy) {
    const fs::path one = makeRun("one", 0.1);
    makeRun("two", 0.2);
    open();
    m_page.table().setCurrent(rowOf(one));
    m_page.views().showView(RunsView::Notes);
    EXPECT_TRUE(m_page.views().notes().tags().text().isEmpty());
    m_page.views().notes().tags().setText(QStringLiteral(" small  baseline "));
    m_page.views().notes().group().setText(QStringLiteral("rates"));
    emit m_page.views().notes().group().editingFinished();
    const runs::RunLabels labels = runs::readRunLabels(one);
    EXPECT_EQ(labels.tags, (std::vector<std::string>{"baseline", "small"}));
    EXPECT_EQ(labels.group, "rates");
    EXPECT_TRUE(m_page.found().model().possibleColumns().contains(QStringLiteral("tags")));
    m_page.table().filter().setText(QStringLiteral("tag=small group=rates"));
    EXPECT_EQ(m_page.table().table().model()->rowCount(), 1);
    m_page.table().filter().setText(QStringLiteral("tag=large"));
    EXPECT_EQ(m_page.table().table().model()->rowCount(), 0);
    m_page.table().filter().clear();
    // Another program's word reaches the fields.
    m_page.table().setCurrent(rowOf(one));
    runs::writeRunLabels(one, {{"other"}, "", false});
    EXPECT_TRUE(
        waitFor([&] { return m_page.views().notes().tags().text() == QStringLiteral("other"); }));
    // What no filter could name is said, and nothing is written.
    m_page.views().notes().group().setText(QStringLiteral("a=b"));
    emit m_page.views().notes().group().editingFinished();
    EXPECT_TRUE(m_page.table().message().isVisible());
    EXPECT_EQ(runs::readRunLabels(one).group, "");
}

TEST_F(RunUpkeepTest, ARunThatIsLeftKeepsWhatWasTypedForIt) {
    const fs::path one = makeRun("one", 0.1);
    const fs::path two = makeRun("two", 0.2);
    open();
    m_page.table().setCurrent(rowOf(one));
    m_page.views().notes().tags().setText(QStringLiteral("mine"));
    m_page.table().setCurrent(rowOf(two));
    EXPECT_TRUE(runs::readRunLabels(one).hasTag("mine"));
    EXPECT_EQ(runs::readRunLabels(two), runs::RunLabels());
    EXPECT_TRUE(m_page.views().notes().tags().text().isEmpty());
}

TEST_F(RunUpkeepTest, ArchivedRunsAreHiddenUntilTheyAreAskedFor) {
    const fs::path one = makeRun("one", 0.1);
    makeRun("two", 0.2);
    open();
    const auto rowsOnShow = [&] { return m_page.table().table().model()->rowCount(); };
    ASSERT_EQ(rowsOnShow(), 2);
    m_page.upkeep().archive(rowOf(one), true);
    EXPECT_EQ(rowsOnShow(), 1);
    EXPECT_TRUE(fs::exists(one / "metrics.jsonl")) << "nothing is moved";
    EXPECT_TRUE(runs::readRunLabels(one).isArchived);
    m_page.table().filter().setText(QStringLiteral("archived=yes"));
    EXPECT_EQ(rowsOnShow(), 1);
    m_page.table().filter().clear();
    m_page.table().setArchivedShown(true);
    EXPECT_EQ(rowsOnShow(), 2);
    EXPECT_TRUE(m_page.settings().showsArchived);
    m_page.table().setArchivedShown(false);
    // One that another page asks for is shown all the same.
    m_page.showCheckpoints(one, CheckpointAsk::Nothing);
    EXPECT_EQ(m_page.table().current(), rowOf(one));
    m_page.upkeep().archive(rowOf(one), false);
    EXPECT_FALSE(runs::readRunLabels(one).isArchived);
}

TEST_F(RunUpkeepTest, ARunThatIsWrittenIsNotThrownAway) {
    const fs::path run = makeRun("live", 0.1);
    const train::RunLock lock(train::RunFolder::open(run));
    open();
    m_page.upkeep().trash(rowOf(run));
    EXPECT_TRUE(fs::exists(run));
    EXPECT_TRUE(m_page.table().message().isVisible());
}

TEST_F(RunUpkeepTest, ARunGoesToTheTrashAndComesBack) {
    qputenv("XDG_DATA_HOME", QFile::encodeName(m_folder.filePath(QStringLiteral(".data"))));
    const fs::path run = makeRun("old", 0.1);
    makeRun("other", 0.2);
    open();
    m_page.upkeep().trash(rowOf(run));
    ASSERT_FALSE(fs::exists(run));
    EXPECT_EQ(rowOf(run), -1);
    EXPECT_EQ(m_page.found().model().rowCount(), 1);
    auto& message = m_page.table().message();
    ASSERT_TRUE(message.isVisible());
    for (QPushButton* button : message.findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Undo"))
            button->click();
    EXPECT_TRUE(fs::exists(run / "metrics.jsonl"));
    EXPECT_TRUE(waitFor([&] { return rowOf(run) >= 0; }));
    qunsetenv("XDG_DATA_HOME");
}

} // namespace

} // namespace unlit::ui
