// What the views show of the runs that are chosen and checked.
#include "tests/ui/runs_page_fixture.h"
#include "tests/ui/sample_run_folder.h"

#include <QFile>
#include <QTest>

#include <gtest/gtest.h>

#include <fstream>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

using test::waitFor;

class RunsViewsTest : public RunsPageTest {};

TEST_F(RunsViewsTest, NotesTellWhatWasChangedOnTheWay) {
    const fs::path run = makeRun("changed", 0.1);
    std::ofstream(run / "events.jsonl")
        << R"({"version":1,"kind":"started","time":"2026-03-02T10:00:00Z","step":0})" << '\n'
        << R"({"version":1,"kind":"resumed","time":"2026-03-02T11:00:00Z","step":10})" << '\n'
        << R"({"version":1,"kind":"changed","time":"2026-03-02T11:00:00Z","step":10,)"
        << R"("setting":"trainer.save_period","from":"0","to":"5","by":"window"})" << '\n'
        << R"({"version":1,"kind":"changed","time":"2026-03-02T11:00:00Z","step":10,)"
        << R"("setting":"max_iter","from":"20","to":"40","by":"terminal"})" << '\n';
    makeRun("plain", 0.2);
    m_page.views().showView(RunsView::Notes);
    open();
    const RunChanges& changes = m_page.views().notes().changes();
    m_page.table().setCurrent(rowOf(run));
    ASSERT_TRUE(waitFor([&] { return !changes.text().isEmpty(); }));
    EXPECT_EQ(changes.text(),
              QStringLiteral("Step 10: trainer.save_period was 0, is 5 · in the window\n"
                             "Step 10: max_iter was 20, is 40 · in a terminal"));
    EXPECT_TRUE(changes.isVisible());
    m_page.table().setCurrent(rowOf(m_root / "plain"));
    EXPECT_TRUE(waitFor([&] { return !changes.isVisible(); }));
}

TEST_F(RunsViewsTest, SettingsThatDifferAreListed) {
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

TEST_F(RunsViewsTest, PicturesOfTwoStepsStandBesideEachOther) {
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

TEST_F(RunsViewsTest, ScatterShowsTheRunsOfTheTableAndAClickChoosesOne) {
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

TEST_F(RunsViewsTest, TensorBoardSeesTheCheckedRunsAndEndsWithThePage) {
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

} // namespace

} // namespace unlit::ui
