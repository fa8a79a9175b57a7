#include "tests/support/wait_for.h"
#include "tests/ui/sample_run_folder.h"
#include "ui/pages/runs/runs_page.h"

#include "core/runs/run_labels.h"
#include "core/runs/run_notes.h"
#include "core/train/run_folder.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <fstream>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

using test::waitFor;

class RunsPageTest : public testing::Test {
protected:
    fs::path makeRun(const std::string& name, double lr, const std::string& ending = "complete") {
        const train::RunFolder run = train::RunFolder::create(
            m_root / name, "max_iter: 40\nlr: " + std::to_string(lr) + "\n");
        for (int step = 1; step <= 20; ++step)
            addRow(run.path(), step);
        std::ofstream(run.log()) << "2026-01-02T03:04:05Z info " << ending << " after step 20\n";
        return run.path();
    }

    static void addRow(const fs::path& run, int step) {
        std::ofstream(run / "metrics.jsonl", std::ios::app)
            << "{\"step\":" << step << ",\"time\":" << 1000 + step
            << ",\"epoch\":1,\"train/loss\":0.5,\"val/s/psnr\":" << 20 + step << "}\n";
    }

    void open() {
        m_page.resize(1200, 700);
        m_page.show();
        m_page.roots().add(QString::fromStdString(m_root.string()));
        ASSERT_TRUE(waitFor([&] { return m_page.found().isLooked(); }));
    }

    int rowOf(const fs::path& run) { return m_page.found().model().rowOf(run); }

    QString text(int row, RunsModel::Column column) {
        return m_page.found().model().index(row, column).data().toString();
    }

    QTemporaryDir m_folder;
    fs::path m_root = m_folder.path().toStdString();
    RunsPage m_page;
};

TEST(FilteredRows, EqualRowsThatComeBackStandWhereTheyStood) {
    QStandardItemModel model;
    for (int row = 0; row < 6; ++row)
        model.appendRow(new QStandardItem(QStringLiteral("equal")));
    FilteredRows rows;
    rows.setSourceModel(&model);
    rows.sort(0);
    rows.setPasses([](int row) { return row % 2 == 1; });
    ASSERT_EQ(rows.rowCount(), 3);
    rows.setPasses({});
    ASSERT_EQ(rows.rowCount(), 6);
    for (int row = 0; row < 6; ++row)
        EXPECT_EQ(rows.mapToSource(rows.index(row, 0)).row(), row);
}

TEST(RunsTable, TheLongestWordForAStatusHasRoom) {
    const QFont before = QApplication::font();
    QFont large = before;
    large.setPixelSize(40); // as a language with longer words
    QApplication::setFont(large);
    RunsModel model;
    RunsTable table(model);
    EXPECT_GT(table.table().horizontalHeader()->sectionSize(RunsModel::Status),
              QFontMetrics(large).horizontalAdvance(QStringLiteral("interrupted")));
    QApplication::setFont(before);
}

TEST_F(RunsPageTest, AnEmptyPageTeachesTheNextStep) {
    m_page.resize(1200, 700);
    m_page.show();
    auto* notice = m_page.findChild<NoticeCard*>();
    bool hasVisible = false;
    for (const NoticeCard* card : m_page.findChildren<NoticeCard*>())
        hasVisible = hasVisible || card->isVisible();
    ASSERT_NE(notice, nullptr);
    EXPECT_TRUE(hasVisible);
    EXPECT_TRUE(m_page.found().isLooked());
    for (const QWidget* plot : m_page.findChildren<RunsCurves*>())
        EXPECT_FALSE(plot->isVisible()) << "empty axes behind the words";
    makeRun("first", 0.1);
    m_page.roots().add(QString::fromStdString(m_root.string()));
    EXPECT_TRUE(waitFor([&] {
        const auto* curves = m_page.findChild<RunsCurves*>();
        return curves != nullptr && curves->isVisible();
    }));
}

TEST_F(RunsPageTest, FindsRunsAndADamagedOneStopsNoOther) {
    const QAbstractItemModelTester tester(&m_page.found().model(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    const fs::path good = makeRun("good", 0.1);
    fs::create_directories(m_root / "bad/checkpoint");
    std::ofstream(m_root / "bad/config.yaml") << "max_iter: [\n";
    std::ofstream(m_root / "bad/metrics.jsonl") << "\xff\xff\n{\"st";
    open();
    ASSERT_EQ(m_page.found().model().rowCount(), 2);
    EXPECT_EQ(text(rowOf(good), RunsModel::Steps), QStringLiteral("20 / 40"));
    EXPECT_EQ(text(rowOf(good), RunsModel::Best), QStringLiteral("40"));
    EXPECT_EQ(text(rowOf(m_root / "bad"), RunsModel::Status), QStringLiteral("unreadable"));
    EXPECT_FALSE(m_page.found()
                     .model()
                     .index(rowOf(m_root / "bad"), 0)
                     .data(Qt::ToolTipRole)
                     .toString()
                     .isEmpty());
}

TEST_F(RunsPageTest, ARunThatGrowsIsFollowedInTableAndPlot) {
    const fs::path run = makeRun("live", 0.1);
    const train::RunLock lock(train::RunFolder::open(run));
    open();
    m_page.found().model().setShown(rowOf(run), true);
    MetricPlot& plot = m_page.views().curves().mainPlot();
    ASSERT_TRUE(waitFor([&] { return plot.xRange().high == 20; }));
    EXPECT_EQ(text(rowOf(run), RunsModel::Status), QStringLiteral("running"));
    addRow(run, 35);
    EXPECT_TRUE(waitFor([&] { return plot.xRange().high == 35; }));
    EXPECT_TRUE(
        waitFor([&] { return text(rowOf(run), RunsModel::Steps) == QStringLiteral("35 / 40"); }));
}

TEST_F(RunsPageTest, ARunKeepsItsColourWhileOthersComeAndGo) {
    const fs::path a = makeRun("a", 0.1);
    const fs::path b = makeRun("b", 0.2);
    open();
    RunsModel& model = m_page.found().model();
    model.setShown(rowOf(a), true);
    model.setShown(rowOf(b), true);
    const auto colorOfB = model.colorOf(rowOf(b));
    EXPECT_NE(model.colorOf(rowOf(a)), colorOfB);
    model.setShown(rowOf(a), false);
    model.setShown(rowOf(b), false);
    makeRun("c", 0.3);
    ASSERT_TRUE(waitFor([&] { return model.rowCount() == 3; }));
    model.setShown(rowOf(m_root / "c"), true);
    model.setShown(rowOf(b), true);
    EXPECT_EQ(model.colorOf(rowOf(b)), colorOfB);
    EXPECT_NE(model.colorOf(rowOf(m_root / "c")), colorOfB);
}

TEST_F(RunsPageTest, WhatIsOnShowComesBackAfterARestart) {
    const fs::path a = makeRun("a", 0.1);
    const fs::path b = makeRun("b", 0.2);
    open();
    m_page.found().model().setShown(rowOf(b), true);
    m_page.found().model().setShown(rowOf(a), true);
    m_page.views().showView(RunsView::Notes);
    RunsPage next;
    next.setSettings(m_page.settings());
    ASSERT_TRUE(
        waitFor([&] { return next.found().isLooked() && next.found().model().rowCount() == 2; }));
    for (const fs::path& run : {a, b}) {
        EXPECT_TRUE(next.found().model().isShown(next.found().model().rowOf(run)));
        EXPECT_EQ(next.found().model().colorOf(next.found().model().rowOf(run)),
                  m_page.found().model().colorOf(rowOf(run)));
    }
    EXPECT_EQ(next.settings().view, static_cast<int>(RunsView::Notes));
}

TEST_F(RunsPageTest, SettingsThatDifferAreListed) {
    const fs::path a = makeRun("a", 0.1);
    const fs::path b = makeRun("b", 0.25);
    open();
    m_page.found().model().setShown(rowOf(a), true);
    m_page.found().model().setShown(rowOf(b), true);
    m_page.views().showView(RunsView::Differences);
    const QAbstractItemModel& table = m_page.views().differences().table();
    QStringList cells;
    for (int row = 0; row < table.rowCount(); ++row)
        for (int column = 0; column < 3; ++column)
            cells += table.index(row, column).data().toString();
    EXPECT_TRUE(cells.contains(QStringLiteral("lr"))) << cells.join(u'|').toStdString();
    EXPECT_TRUE(cells.contains(QStringLiteral("0.25"))) << cells.join(u'|').toStdString();
}

TEST_F(RunsPageTest, NotesAreKeptWithTheRunTheyWereWrittenFor) {
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

TEST_F(RunsPageTest, ARunThatIsWrittenIsNotThrownAway) {
    const fs::path run = makeRun("live", 0.1);
    const train::RunLock lock(train::RunFolder::open(run));
    open();
    m_page.upkeep().trash(rowOf(run));
    EXPECT_TRUE(fs::exists(run));
    EXPECT_TRUE(m_page.table().message().isVisible());
}

TEST_F(RunsPageTest, ARunGoesToTheTrashAndComesBack) {
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

TEST_F(RunsPageTest, TheFilterLeavesWhatItNames) {
    makeRun("first", 0.1);
    makeRun("second", 0.2, "stopped");
    open();
    QLineEdit& filter = m_page.table().filter();
    const auto rows = [&] { return m_page.table().table().model()->rowCount(); };
    EXPECT_EQ(rows(), 2);
    filter.setText(QStringLiteral("STOPPED"));
    EXPECT_EQ(rows(), 1);
    filter.setText(QStringLiteral("fir"));
    EXPECT_EQ(rows(), 1);
    filter.clear();
    EXPECT_EQ(rows(), 2);
}

TEST_F(RunsPageTest, RunsAreFoundByTheirSettingsAndFigures) {
    makeRun("slow", 0.0001);
    const fs::path fast = makeRun("fast", 0.1);
    std::ofstream(fast / "metrics.jsonl", std::ios::app)
        << R"({"step":21,"time":1021,"epoch":1,"val/s/psnr":60})" << '\n';
    open();
    const QAbstractItemModel& seen = *m_page.table().table().model();
    ASSERT_EQ(seen.rowCount(), 2);
    const auto filtered = [&](const char* text) {
        m_page.table().filter().setText(QString::fromUtf8(text));
        QStringList names;
        for (int row = 0; row < seen.rowCount(); ++row)
            names += seen.index(row, 0).data().toString();
        names.sort();
        return names.join(u' ');
    };
    EXPECT_EQ(filtered("lr>0.001"), QStringLiteral("fast"));
    EXPECT_EQ(filtered("lr<=0.0001"), QStringLiteral("slow"));
    EXPECT_EQ(filtered("val/s/psnr>=60"), QStringLiteral("fast"));
    EXPECT_EQ(filtered("max_iter=40 slow"), QStringLiteral("slow"));
    EXPECT_EQ(filtered("lr>1"), QString());
    EXPECT_EQ(filtered(""), QStringLiteral("fast slow"));
}

TEST_F(RunsPageTest, SettingsInWhichRunsDifferCanBeColumns) {
    const QAbstractItemModelTester tester(&m_page.found().model(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    const fs::path slow = makeRun("slow", 0.25);
    makeRun("fast", 2);
    open();
    EXPECT_EQ(m_page.found().model().possibleColumns(),
              QStringList({QStringLiteral("lr"), QStringLiteral("val/s/psnr")}));
    m_page.table().setCurrent(rowOf(slow));
    m_page.table().chooseColumns({QStringLiteral("lr"), QStringLiteral("val/s/psnr")});
    EXPECT_EQ(m_page.table().current(), rowOf(slow)); // the choice stays
    const int column = RunsModel::ColumnCount;
    EXPECT_EQ(m_page.found().model().headerData(column, Qt::Horizontal, Qt::DisplayRole),
              QStringLiteral("lr"));
    EXPECT_EQ(m_page.found().model().index(rowOf(slow), column).data().toDouble(), 0.25);
    EXPECT_EQ(m_page.found().model().index(rowOf(slow), column + 1).data().toDouble(), 40);
    m_page.table().table().sortByColumn(column, Qt::AscendingOrder); // 0.25, 2: as numbers
    const std::string csv = m_page.table().asCsv();
    EXPECT_LT(csv.find("\nslow,"), csv.find("\nfast,")) << csv;
    EXPECT_NE(csv.find("Started,lr,val/s/psnr\n"), std::string::npos) << csv;
    RunsPage next;
    next.setSettings(m_page.settings());
    EXPECT_EQ(next.found().model().moreColumns(), m_page.found().model().moreColumns());
}

TEST_F(RunsPageTest, AColumnOfNumbersAndNothingHasOneOrder) {
    RunsModel model;
    std::vector<runs::RunSummary> runs;
    const std::vector<std::optional<double>> values = {10.0, -5.0, std::nullopt, 9.0, 1e-7};
    for (const auto& value : values) {
        runs::RunSummary& run = runs.emplace_back();
        run.folder = m_root / std::to_string(runs.size());
        run.name = std::to_string(runs.size());
        if (value)
            run.figures = std::make_shared<const runs::BestValues>(
                runs::BestValues{{"val/s/psnr", {.tag = "val/s/psnr", .value = *value}}});
    }
    model.put(runs);
    model.setMoreColumns({QStringLiteral("val/s/psnr")});
    std::vector<int> rows = {0, 1, 2, 3, 4};
    std::ranges::sort(rows, {}, [&](int row) {
        return model.index(row, RunsModel::ColumnCount).data(RunsModel::SortRole).toString();
    });
    EXPECT_EQ(rows, (std::vector<int>{1, 4, 3, 0, 2})); // the one without a value last
}

TEST_F(RunsPageTest, ThousandsOfRunsAreAllThere) {
    RunsModel& model = m_page.found().model();
    constexpr int kRuns = 5000;
    std::vector<runs::RunSummary> runs;
    for (int i = 0; i < kRuns; ++i) {
        runs::RunSummary& run = runs.emplace_back();
        run.folder = m_root / std::to_string(i);
        run.name = std::to_string(i);
    }
    int insertions = 0;
    QObject::connect(&model, &QAbstractItemModel::rowsInserted, &m_page, [&] { ++insertions; });
    model.put(runs);
    EXPECT_EQ(insertions, 1); // views sort once
    runs.resize(3);
    runs[1].name = "another";
    model.put(runs); // known ones
    EXPECT_EQ(model.at(1).name, "another");
    EXPECT_EQ(insertions, 1);
    ASSERT_EQ(model.rowCount(), kRuns);
    for (const int i : {0, 1, 2500, kRuns - 1})
        EXPECT_EQ(rowOf(m_root / std::to_string(i)), i);
    model.remove(m_root / "1"); // those behind it move up
    EXPECT_EQ(rowOf(m_root / "1"), -1);
    EXPECT_EQ(rowOf(m_root / "2"), 1);
    EXPECT_EQ(rowOf(m_root / "4999"), kRuns - 2);
}

} // namespace

TEST_F(RunsPageTest, TagsAndGroupAreKeptInTheRunAndFilteredBy) {
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

TEST_F(RunsPageTest, ARunThatIsLeftKeepsWhatWasTypedForIt) {
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

TEST_F(RunsPageTest, ArchivedRunsAreHiddenUntilTheyAreAskedFor) {
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

TEST_F(RunsPageTest, ManyRunsThatGoTogetherLeaveTheOthersInTheirPlaces) {
    const QAbstractItemModelTester tester(&m_page.found().model(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    std::vector<fs::path> gone;
    for (int i = 0; i < 12; ++i) {
        const fs::path run = makeRun("run_" + std::to_string(i), 0.1);
        if (i % 4 != 0)
            gone.push_back(run);
    }
    open();
    ASSERT_EQ(m_page.found().model().rowCount(), 12);
    for (const fs::path& run : gone)
        fs::remove_all(run);
    EXPECT_TRUE(waitFor([&] { return m_page.found().model().rowCount() == 3; }));
    for (int row = 0; row < 3; ++row)
        EXPECT_EQ(m_page.found().model().rowOf(m_page.found().model().at(row).folder), row);
    EXPECT_EQ(rowOf(gone.front()), -1);
}

TEST_F(RunsPageTest, TensorBoardSeesTheCheckedRunsAndEndsWithThePage) {
    const fs::path one = makeRun("one", 0.1);
    makeRun("two", 0.2);
    fs::create_directories(one / "tensorboard");
    std::ofstream(one / "tensorboard/events.out.tfevents.1.host") << "";
    const fs::path bin = m_root / "bin";
    fs::create_directories(bin);
    // Says how it was called and where its links lead, and listens to nobody.
    std::ofstream(bin / "tensorboard")
        << "#!/bin/sh\nls -l \"$2\" > '" << bin.string() << "/seen'\necho \"$@\" > '"
        << bin.string() << "/words'\necho no such port >&2\nexit 3\n";
    fs::permissions(bin / "tensorboard", fs::perms::owner_all);
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", QByteArray::fromStdString(bin.string()) + ":" + path);
    open();
    m_page.found().model().setShown(rowOf(one), true);
    QStringList failures;
    QObject::connect(&m_page.tensorBoard().board(), &TensorBoard::failed, &m_page,
                     [&](const QString& what, const QString& hint) { failures += what + hint; });
    m_page.tensorBoard().open();
    EXPECT_TRUE(waitFor([&] { return !failures.isEmpty(); }));
    EXPECT_TRUE(failures.value(0).contains(QStringLiteral("no such port")));
    EXPECT_FALSE(m_page.tensorBoard().board().isRunning());
    const auto text = [&](const char* name) {
        QFile file(QString::fromStdString((bin / name).string()));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    };
    EXPECT_TRUE(text("words").contains(QStringLiteral("--host 127.0.0.1 --port ")));
    EXPECT_TRUE(text("seen").contains(QString::fromStdString((one / "tensorboard").string())));
    EXPECT_FALSE(text("seen").contains(QStringLiteral("two")));
    // One that stays is ended with the page.
    std::ofstream(bin / "tensorboard")
        << "#!/bin/sh\necho $$ > '" << bin.string() << "/process'\nexec sleep 600\n";
    m_page.tensorBoard().open();
    EXPECT_TRUE(waitFor([&] { return text("process").endsWith(u'\n'); }));
    EXPECT_TRUE(m_page.tensorBoard().board().isRunning());
    m_page.tensorBoard().board().end();
    EXPECT_FALSE(fs::exists("/proc/" + text("process").trimmed().toStdString()));
    qputenv("PATH", bin.string().c_str());
    fs::remove(bin / "tensorboard");
    m_page.tensorBoard().open();
    EXPECT_TRUE(failures.last().contains(QStringLiteral("pip install tensorboard")));
    qputenv("PATH", path);
}

TEST_F(RunsPageTest, PicturesOfTwoStepsStandBesideEachOther) {
    const SampleRunFolder run(m_root / "one");
    run.addSteps(1, 40);
    run.addPictures(10, "hall", 0.3F);
    run.addPictures(40, "hall", 0.6F);
    RunPictureQuestion question;
    question.runs = {{run.path(), QStringLiteral("one")}};
    question.beside = 10;
    const auto names = [](const RunPictureAnswer& answer) {
        QStringList all;
        for (const RunPicture& picture : answer.pictures)
            all += picture.name;
        return all;
    };
    const RunPictureAnswer both = answerTo(question, {});
    EXPECT_EQ(both.step, 40);
    EXPECT_EQ(both.beside, 10);
    EXPECT_EQ(
        names(both),
        QStringList({QStringLiteral("Beauty"), QStringLiteral("Truth"),
                     QStringLiteral("step 40 · prediction"), QStringLiteral("step 10 · prediction"),
                     QStringLiteral("step 40 · error"), QStringLiteral("step 10 · error")}));
    // 8 bits: 0.3 is 77/255, 0.6 is 153/255.
    EXPECT_NEAR(both.pictures[2].image->samples[0], 0.6F, 0.005F);
    EXPECT_NEAR(both.pictures[3].image->samples[0], 0.3F, 0.005F);
    question.beside = 40; // the step itself
    EXPECT_EQ(names(answerTo(question, {})).size(), 4);
    question.beside = 25; // no run has it
    EXPECT_EQ(answerTo(question, {}).beside, -1);
    open();
    m_page.views().showView(RunsView::Pictures);
    RunsPictures& pictures = m_page.views().pictures();
    ASSERT_TRUE(waitFor([&] { return pictures.isSettled() && pictures.besideBox().count() == 3; }));
    pictures.setBeside(10);
    EXPECT_TRUE(
        waitFor([&] { return pictures.isSettled() && pictures.viewer().layers().size() == 6; }));
    EXPECT_EQ(pictures.besideBox().currentText(), QStringLiteral("beside step 10"));
}

TEST_F(RunsPageTest, ScatterShowsTheRunsOfTheTableAndAClickChoosesOne) {
    const fs::path slow = makeRun("slow", 0.001);
    const fs::path fast = makeRun("fast", 0.1);
    makeRun("other", 0.01);
    open();
    m_page.views().showView(RunsView::Scatter);
    RunsScatter& scatter = m_page.views().scatter();
    scatter.setAxes(QStringLiteral("lr"), QStringLiteral("val/s/psnr"), true, false);
    ASSERT_EQ(scatter.xKey(), QStringLiteral("lr"));
    ASSERT_EQ(scatter.plot().points().size(), 3U);
    const auto pointOf = [&](const fs::path& run) {
        for (const ScatterPoint& point : scatter.plot().points())
            if (point.run == QString::fromStdString(run.string()))
                return point;
        return ScatterPoint{};
    };
    EXPECT_DOUBLE_EQ(pointOf(fast).x, 0.1);
    EXPECT_DOUBLE_EQ(pointOf(fast).y, 40); // 20 + the last of 20 steps
    // By the logarithm 0.01 lies in the middle of 0.001 and 0.1.
    const double left = scatter.plot().placeOf(pointOf(slow)).x();
    const double right = scatter.plot().placeOf(pointOf(fast)).x();
    EXPECT_NEAR(scatter.plot().placeOf(pointOf(m_root / "other")).x(), (left + right) / 2, 0.5);
    QTest::mouseClick(&scatter.plot(), Qt::LeftButton, {},
                      scatter.plot().placeOf(pointOf(fast)).toPoint());
    EXPECT_EQ(m_page.table().current(), rowOf(fast));
    m_page.table().filter().setText(QStringLiteral("lr<0.05"));
    EXPECT_EQ(scatter.plot().points().size(), 2U);
    m_page.table().filter().clear();
    scatter.setAxes(QStringLiteral("lr"), QStringLiteral("step"), false, false);
    EXPECT_DOUBLE_EQ(pointOf(slow).y, 20);
    EXPECT_EQ(m_page.settings().scatterX, QStringLiteral("lr"));
    const fs::path svg = m_root / "plot.svg";
    scatter.plot().saveSvg(svg);
    scatter.plot().savePng(m_root / "plot.png");
    EXPECT_GT(fs::file_size(m_root / "plot.png"), 1000U);
    QFile drawing(QString::fromStdString(svg.string()));
    ASSERT_TRUE(drawing.open(QIODevice::ReadOnly));
    EXPECT_TRUE(drawing.readAll().contains("<svg"));
}

} // namespace unlit::ui
