#include "ui/train/log_console.h"

#include "tests/ui/fake_session.h"
#include "tests/ui/sample_run_folder.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QScrollBar>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace unlit::ui {

namespace {

class LogConsoleTest : public testing::Test {
protected:
    LogConsoleTest() {
        m_console.resize(700, 160);
        m_console.show();
    }

    int shown() const { return m_console.lines().rowCount(); }

    QString line(int row) const { return m_console.lines().index(row, 0).data().toString(); }

    QTemporaryDir m_folder;
    SampleRunFolder m_run{std::filesystem::path(m_folder.path().toStdString()) / "run"};
    LogConsole m_console;
};

TEST(LogEntry, IsReadAsTheRunWroteIt) {
    using runs::logEntryOf;
    using Level = runs::LogEntry::Level;
    const auto step = logEntryOf("2026-01-02T03:04:05Z info step 12 epoch 1 train/loss=0.5");
    EXPECT_EQ(step.time, "2026-01-02T03:04:05Z");
    EXPECT_EQ(step.level, Level::Info);
    EXPECT_EQ(step.text, "step 12 epoch 1 train/loss=0.5");
    EXPECT_TRUE(step.isStep);
    EXPECT_FALSE(logEntryOf("2026-01-02T03:04:05Z info step 12 saved latest, 3 GiB").isStep);
    EXPECT_FALSE(logEntryOf("2026-01-02T03:04:05Z info step 12 validation of s psnr=3").isStep);
    EXPECT_EQ(logEntryOf("2026-01-02T03:04:05Z warning a b").level, Level::Warning);
    EXPECT_EQ(logEntryOf("2026-01-02T03:04:05Z error a").level, Level::Error);
    const auto other = logEntryOf("2024-05-01 10:00:00 - INFO - iter 7");
    EXPECT_EQ(other.text, "2024-05-01 10:00:00 - INFO - iter 7");
    EXPECT_EQ(other.time, "");
    EXPECT_EQ(logEntryOf("").text, "");
}

TEST_F(LogConsoleTest, FollowsTheFileFromItsBeginning) {
    const QAbstractItemModelTester tester(const_cast<LogFilter*>(&m_console.lines()),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    m_run.addSteps(1, 40);
    m_console.setRun(m_run.path());
    ASSERT_TRUE(waitFor([&] { return shown() == 40; }));
    const QScrollBar* bar = m_console.list().verticalScrollBar();
    EXPECT_EQ(bar->value(), bar->maximum());
    m_run.log("info", "complete after step 40");
    ASSERT_TRUE(waitFor([&] { return shown() == 41; }));
    EXPECT_TRUE(line(40).endsWith(QStringLiteral("complete after step 40")));
    EXPECT_EQ(bar->value(), bar->maximum());
}

TEST_F(LogConsoleTest, TheNewestLineStaysInSightWhenTheListBecomesLower) {
    m_console.resize(700, 400);
    m_run.addSteps(1, 60);
    m_console.setRun(m_run.path());
    ASSERT_TRUE(waitFor([&] { return shown() == 60; }));
    const QScrollBar& bar = *m_console.list().verticalScrollBar();
    m_console.resize(700, 140);
    EXPECT_TRUE(waitFor([&] { return bar.maximum() > 0 && bar.value() == bar.maximum(); }));
    EXPECT_TRUE(m_console.isFollowing());
}

TEST_F(LogConsoleTest, WhoScrolledUpStaysThere) {
    m_run.addSteps(1, 60);
    m_console.setRun(m_run.path());
    ASSERT_TRUE(waitFor([&] { return shown() == 60; }));
    QScrollBar* bar = m_console.list().verticalScrollBar();
    bar->setSliderPosition(2);
    bar->triggerAction(QAbstractSlider::SliderMove);
    EXPECT_FALSE(m_console.isFollowing());
    const int before = bar->value();
    m_run.addStep(61);
    ASSERT_TRUE(waitFor([&] { return shown() == 61; }));
    EXPECT_EQ(bar->value(), before);
    bar->triggerAction(QAbstractSlider::SliderToMaximum);
    EXPECT_TRUE(m_console.isFollowing());
}

TEST_F(LogConsoleTest, FiltersByLevelAndByWordsAndCopiesWhatIsOnShow) {
    m_run.addSteps(1, 5);
    m_run.log("warning", "hall_1.exr was passed over");
    m_run.log("error", "the disk is full");
    m_console.setRun(m_run.path());
    ASSERT_TRUE(waitFor([&] { return shown() == 7; }));
    m_console.setLevel(LogLevelFilter::WithoutSteps);
    EXPECT_EQ(shown(), 2);
    m_console.setLevel(LogLevelFilter::Errors);
    EXPECT_EQ(shown(), 1);
    m_console.setLevel(LogLevelFilter::Warnings);
    EXPECT_EQ(shown(), 2);
    m_console.copy();
    const QString copied = QGuiApplication::clipboard()->text();
    EXPECT_EQ(copied.count(u'\n'), 1);
    EXPECT_TRUE(copied.endsWith(QStringLiteral("the disk is full")));
    m_console.findChild<QLineEdit*>()->setText(QStringLiteral("HALL"));
    EXPECT_EQ(shown(), 1);
    m_console.setLevel(LogLevelFilter::All);
    EXPECT_EQ(shown(), 1);
}

TEST_F(LogConsoleTest, AnotherRunsLogTakesItsPlaceAndOwnLinesStayAbove) {
    m_run.addSteps(1, 5);
    const SampleRunFolder other(m_run.path().parent_path() / "other");
    other.addSteps(1, 2);
    m_console.setRun(m_run.path());
    ASSERT_TRUE(waitFor([&] { return shown() == 5; }));
    m_console.add(runs::LogEntry::Level::Info, QStringLiteral("rendering 8 pairs"));
    m_console.setRun(other.path());
    ASSERT_TRUE(waitFor([&] { return shown() == 3; }));
    EXPECT_TRUE(line(0).endsWith(QStringLiteral("rendering 8 pairs")));
    m_console.clear();
    m_console.setRun({});
    EXPECT_EQ(shown(), 0);
}

TEST_F(LogConsoleTest, AFileThatIsCutBeginsAnew) {
    m_run.addSteps(1, 30);
    m_console.setRun(m_run.path());
    ASSERT_TRUE(waitFor([&] { return shown() == 30; }));
    std::ofstream(m_run.run().log()) << "2026-01-02T03:04:05Z info begins\n";
    EXPECT_TRUE(waitFor([&] { return shown() == 1; }));
}

} // namespace

} // namespace unlit::ui
