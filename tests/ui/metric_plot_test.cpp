#include "tests/support/wait_for.h"
#include "ui/plots/metric_plot.h"

#include "core/base/error.h"
#include "ui/plots/curve_view.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/plot_file.h"
#include "ui/plots/plot_text.h"
#include "ui/plots/plot_ticks.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <cmath>

namespace unlit::ui {

namespace {

using test::waitFor;

std::shared_ptr<runs::RunSeries> series(int rows, const char* tag = "train/loss") {
    auto run = std::make_shared<runs::RunSeries>();
    for (int i = 1; i <= rows; ++i)
        run->append({i, 1, 100.0 + i, {{tag, i == 50 ? std::nan("") : 10.0 / i}}});
    return run;
}

PlotCurve curve(const std::shared_ptr<runs::RunSeries>& run, const char* tag = "train/loss") {
    return {QStringLiteral("a"), Qt::red, run, tag};
}

std::unique_ptr<MetricPlot> plotOf(std::vector<PlotCurve> curves) {
    auto plot = std::make_unique<MetricPlot>();
    plot->resize(600, 300);
    plot->show();
    plot->setCurves(std::move(curves));
    plot->paintNow();
    return plot;
}

TEST(PlotRange, ZoomKeepsTheValueUnderThePointer) {
    for (const bool isLogarithmic : {false, true}) {
        const PlotRange range{0.01, 100};
        for (const double place : {0.0, 0.3, 1.0}) {
            const double before = valueAt(range, place, isLogarithmic);
            const PlotRange after = zoomed(range, 3, place, isLogarithmic);
            EXPECT_NEAR(valueAt(after, place, isLogarithmic), before, 1e-9 * before);
            EXPECT_NEAR(placeIn(after, before, isLogarithmic), place, 1e-9);
        }
    }
}

TEST(PlotRange, NeverBecomesEmptyOrTooWide) {
    PlotRange range{1000, 1001};
    for (int i = 0; i < 500; ++i)
        range = zoomed(range, 2, 0.5, false);
    EXPECT_LT(range.low, range.high);
    for (int i = 0; i < 5000; ++i)
        range = zoomed(range, 0.5, 0.5, false);
    EXPECT_TRUE(std::isfinite(range.size()));
    const PlotRange one = widened({5, 5}, 0.1, true);
    EXPECT_LT(one.low, 5);
    EXPECT_GT(one.high, 5);
}

TEST(PlotRange, PanMovesByAShareInTheAxisOwnMeasure) {
    EXPECT_EQ(panned({0, 10}, 0.5, false), (PlotRange{5, 15}));
    const PlotRange decades = panned({1, 100}, 0.5, true);
    EXPECT_NEAR(decades.low, 10, 1e-9);
    EXPECT_NEAR(decades.high, 1000, 1e-9);
}

TEST(PlotTicks, AreRoundAndWithinTheRange) {
    EXPECT_EQ(linearTicks({0, 10}, 5).ticks, (std::vector<double>{0, 2, 4, 6, 8, 10}));
    EXPECT_EQ(logarithmicTicks({0.5, 200}, 4).ticks, (std::vector<double>{1, 10, 100}));
    const PlotTicks minutes = linearTicks({0, 1000}, 5, runs::XAxis::Time);
    EXPECT_EQ(minutes.ticks, (std::vector<double>{0, 300, 600, 900}));
    EXPECT_EQ(tickText(600, minutes.step, runs::XAxis::Time), QStringLiteral("10 min"));
    EXPECT_EQ(linearTicks({0, 2}, 8, runs::XAxis::Step).ticks, (std::vector<double>{0, 1, 2}));
    EXPECT_EQ(figureText(3e-05), QStringLiteral("3e-5"));
}

TEST(MetricPlot, ShowsEverythingUntilOneZoomsAndThenStays) {
    const auto run = series(100);
    const auto plot = plotOf({curve(run)});
    EXPECT_EQ(plot->xRange().low, 1);
    EXPECT_EQ(plot->xRange().high, 100);
    EXPECT_LE(plot->yRange().low, 0.1);
    EXPECT_GE(plot->yRange().high, 10);
    run->append({200, 1, 300, {{"train/loss", 0.01}}});
    plot->setCurves({curve(run)});
    EXPECT_EQ(plot->xRange().high, 200);
    plot->zoomBy(2, {0, 0});
    const PlotRange zoomedTo = plot->xRange();
    run->append({400, 1, 500, {{"train/loss", 0.01}}});
    plot->setCurves({curve(run)});
    EXPECT_EQ(plot->xRange(), zoomedTo);
    plot->fit();
    EXPECT_EQ(plot->xRange().high, 400);
}

TEST(MetricPlot, GrowingIsDrawnWithoutBeingAskedTwice) {
    const auto run = series(10);
    const auto plot = plotOf({curve(run)});
    run->append({500, 1, 900, {{"train/loss", 0.5}}});
    plot->follow();
    EXPECT_TRUE(waitFor([&] { return plot->xRange().high == 500; }));
}

TEST(MetricPlot, CrosshairTellsEveryCurve) {
    const auto run = series(100);
    PlotCurve other = curve(series(60));
    other.name = QStringLiteral("b");
    const auto plot = plotOf({curve(run), other});
    plot->probe(20.2);
    EXPECT_TRUE(plot->readoutText().contains(QStringLiteral("step 20 ")))
        << plot->readoutText().toStdString();
    EXPECT_TRUE(plot->readoutText().contains(QStringLiteral("a 0.5")));
    EXPECT_TRUE(plot->readoutText().contains(QStringLiteral("b 0.5")));
    plot->probe(50);
    EXPECT_TRUE(plot->readoutText().contains(QStringLiteral("a not a number")));
    plot->probe({});
    EXPECT_EQ(plot->readoutText(), QString());
}

TEST(MetricPlot, LogarithmicAxisShowsWhatIsAboveZero) {
    auto run = std::make_shared<runs::RunSeries>();
    for (int i = 0; i < 10; ++i)
        run->append({i, 1, 1.0 * i, {{"x", i == 3 ? -5.0 : std::pow(10.0, -i)}}});
    const auto plot = plotOf({curve(run, "x")});
    plot->setLogarithmic(true);
    EXPECT_GT(plot->yRange().low, 0);
    EXPECT_LE(plot->yRange().low, 1e-9);
    EXPECT_GE(plot->yRange().high, 1);
    plot->setLogarithmic(false);
    EXPECT_LE(plot->yRange().low, -5);
}

TEST(MetricPlot, AxesOfTimeAndEpochAreTheSeriesOwn) {
    const auto plot = plotOf({curve(series(100))});
    plot->setXAxis(runs::XAxis::Time);
    EXPECT_EQ(plot->xRange(), (PlotRange{0, 99}));
    plot->setXAxis(runs::XAxis::Epoch);
    EXPECT_NEAR(plot->xRange().high, 0.99, 1e-9);
}

TEST(MetricPlot, AClickTellsTheStepAndKeysMove) {
    const auto plot = plotOf({curve(series(100))});
    QWidget* canvas = nullptr;
    for (QWidget* child : plot->findChildren<QWidget*>())
        if (child->focusPolicy() == Qt::StrongFocus)
            canvas = child;
    ASSERT_NE(canvas, nullptr);
    QSignalSpy clicks(plot.get(), &MetricPlot::stepClicked);
    QTest::mouseClick(canvas, Qt::LeftButton, {}, canvas->rect().center());
    ASSERT_EQ(clicks.count(), 1);
    const auto step = clicks[0][0].toLongLong();
    EXPECT_GT(step, 30);
    EXPECT_LT(step, 70);
    QTest::keyClick(canvas, Qt::Key_Plus);
    EXPECT_FALSE(plot->isFitted());
    EXPECT_LT(plot->xRange().size(), 99);
    QTest::keyClick(canvas, Qt::Key_F);
    EXPECT_TRUE(plot->isFitted());
}

TEST(MetricPlot, LeavesItsNumbersAPictureAndADrawing) {
    QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    const auto plot = plotOf({curve(series(100))});
    plot->setRanges({10, 12}, {0, 1});
    saveCsv(*plot, root / "plot.csv");
    QFile csv(folder.filePath(QStringLiteral("plot.csv")));
    ASSERT_TRUE(csv.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = csv.readAll().trimmed().split('\n');
    ASSERT_EQ(lines.size(), 4);
    EXPECT_EQ(lines[0], "run,figure,step,seconds,epoch,value,smoothed");
    EXPECT_TRUE(lines[1].startsWith("a,train/loss,10,9,")) << lines[1].constData();
    EXPECT_TRUE(lines[1].endsWith(",1,1")) << lines[1].constData();
    savePng(*plot, root / "plot.png");
    EXPECT_GT(QImage(folder.filePath(QStringLiteral("plot.png"))).width(), 1000);
    saveSvg(*plot, root / "plot.svg");
    savePdf(*plot, root / "plot.pdf");
    QFile pdf(folder.filePath(QStringLiteral("plot.pdf")));
    ASSERT_TRUE(pdf.open(QIODevice::ReadOnly));
    const QByteArray page = pdf.readAll();
    EXPECT_TRUE(page.startsWith("%PDF-"));
    // For a paper: the page of the drawing with names of axes and a legend, whatever the window is.
    const auto box = QRegularExpression(QStringLiteral("/MediaBox \\[0 0 ([\\d.]+) ([\\d.]+)"))
                         .match(QString::fromLatin1(page));
    const auto drawing = QSvgRenderer(folder.filePath(QStringLiteral("plot.svg"))).defaultSize();
    EXPECT_NEAR(box.captured(1).toDouble(), drawing.width() * 72 / 96., 1);
    EXPECT_NEAR(box.captured(2).toDouble(), drawing.height() * 72 / 96., 1);
    EXPECT_THROW(saveCsv(*plot, root / "plot.csv/below.csv"), Error);
}

TEST(MetricPlot, FitsAPaperInSoManyPixels) {
    QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    const auto plot = plotOf({curve(series(100))});
    plot->setTitle(QStringLiteral("Loss"));
    const QFont before = QApplication::font();
    QApplication::setFont(interfaceFont()); // as in the window: its size is in pixels
    savePaperPng(*plot, root / "paper.png", {1200, 500});
    QApplication::setFont(before);
    const QImage paper(folder.filePath(QStringLiteral("paper.png")));
    EXPECT_EQ(paper.size(), QSize(1200, 500));
    EXPECT_EQ(paper.pixelColor(2, 2), QColor(Qt::white));
    bool hasInk = false;
    for (int y = 0; y < paper.height(); ++y)
        for (int x = 0; x < paper.width(); ++x)
            hasInk = hasInk || paper.pixelColor(x, y) == QColor(Qt::red);
    EXPECT_TRUE(hasInk) << "the curve is red";
    int titlePixels = 0;
    for (int y = 0; y < 40; ++y)
        for (int x = 0; x < paper.width(); ++x)
            titlePixels += paper.pixelColor(x, y).lightness() < 100 ? 1 : 0;
    EXPECT_GT(titlePixels, 30) << "words are too small to be read";
    EXPECT_THROW(savePaperPng(*plot, root / "none.png", {0, 500}), Error);
    EXPECT_THROW(savePaperPng(*plot, root / "none.png", {1200, 100000}), Error);
    EXPECT_FALSE(std::filesystem::exists(root / "none.png"));
    EXPECT_EQ(sizeOfText(QStringLiteral(" 1600 × 600")), QSize(1600, 600));
    EXPECT_EQ(sizeOfText(QStringLiteral("800x600")), QSize(800, 600));
    for (const char* text : {"", "800", "800x", "-8x9", "8x9x1", "99999999x2"})
        EXPECT_FALSE(sizeOfText(QString::fromUtf8(text))) << text;
}

TEST(MetricPlot, IsCopiedAsItIsOnShow) {
    const auto plot = plotOf({curve(series(100))});
    MessageBar message;
    exportPlot(*plot, QStringLiteral("copy"), nullptr, message);
    EXPECT_EQ(QGuiApplication::clipboard()->image().size(), pictureOf(*plot).size());
    EXPECT_GT(pictureOf(*plot).width(), 1000);
}

TEST(MetricPlot, MarksWhatWasNotedAtAStep) {
    PlotCurve noted = curve(series(100));
    const QImage bare = plotOf({noted})->grab().toImage();
    noted.notes = {{1000, "never came"}};
    EXPECT_EQ(plotOf({noted})->grab().toImage(), bare);
    noted.notes = {{50, "it becomes grey"}};
    EXPECT_NE(plotOf({noted})->grab().toImage(), bare);
}

TEST(CurveView, KnowsItsBestByTheFiguresOwnDirection) {
    CurveView loss(curve(series(100)), 0);
    EXPECT_EQ(loss.best(runs::XAxis::Step)->step, 100);
    CurveView psnr(curve(series(100, "val/set/psnr"), "val/set/psnr"), 0);
    EXPECT_EQ(psnr.best(runs::XAxis::Step)->step, 1);
    CurveView rate(curve(series(100, "lr"), "lr"), 0);
    EXPECT_FALSE(rate.best(runs::XAxis::Step));
    EXPECT_EQ(loss.notFinite(runs::XAxis::Step, {1, 100}, 10), (std::vector<double>{50}));
}

} // namespace

} // namespace unlit::ui
