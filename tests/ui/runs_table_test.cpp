// The table of runs: what its filter leaves, its columns and their order.
#include "tests/ui/runs_page_fixture.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QStandardItemModel>

#include <gtest/gtest.h>

#include <fstream>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

class RunsTableTest : public RunsPageTest {};

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

TEST_F(RunsTableTest, TheFilterLeavesWhatItNames) {
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

TEST_F(RunsTableTest, RunsAreFoundByTheirSettingsAndFigures) {
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

TEST_F(RunsTableTest, SettingsInWhichRunsDifferCanBeColumns) {
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

TEST_F(RunsTableTest, AColumnOfNumbersAndNothingHasOneOrder) {
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

TEST_F(RunsTableTest, ThousandsOfRunsAreAllThere) {
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

} // namespace unlit::ui
