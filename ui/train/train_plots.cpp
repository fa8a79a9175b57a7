#include "ui/train/train_plots.h"

#include "ui/kit/text.h"
#include "ui/plots/run_colors.h"
#include "ui/theme/theme_tokens.h"
#include "ui/train/figure_titles.h"

#include <QEvent>
#include <QScrollArea>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kSmallPlotPx = 112;

} // namespace

TrainPlots::TrainPlots(QWidget* parent)
    : QWidget(parent), m_bar(new CurveBar(this)), m_loss(new MetricPlot(this)),
      m_columns(new QSplitter(Qt::Horizontal, this)), m_side(new QWidget(this)),
      m_sideColumn(new QVBoxLayout(m_side)), m_batch(new BatchPanel(this)) {
    auto* left = new QWidget(this);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_loss, 1);
    m_side->setObjectName(QStringLiteral("panelContent"));
    m_sideColumn->setContentsMargins(0, 0, 0, 0);
    m_sideColumn->setSpacing(0);
    m_sideColumn->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setObjectName(QStringLiteral("panelScroll"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(m_side);
    scroll->setFocusPolicy(Qt::NoFocus);
    m_columns->setHandleWidth(1);
    m_columns->setChildrenCollapsible(false);
    m_columns->addWidget(left);
    m_columns->addWidget(scroll);
    m_columns->setStretchFactor(0, 3);
    m_columns->setStretchFactor(1, 2);
    m_columns->setSizes({600, 400});
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(m_bar); // over both columns: beside them its words would take the width of one
    all->addWidget(m_columns, 1);
    m_loss->setTitle(figureTitle(kLossTag));
    m_loss->setEmptyText(tr("The loss appears with the first step"));
    m_loss->setToolTip(tr("Click a point to see the batch of that step"));
    connect(m_bar, &CurveBar::changed, this, &TrainPlots::applyView);
    connect(m_loss, &MetricPlot::stepClicked, this, [this](std::int64_t step) {
        m_batch->show(m_folder, step);
        placeBatch();
    });
    connect(m_batch, &BatchPanel::resized, this, &TrainPlots::placeBatch);
    connect(&m_follower, &RunFollower::changed, this, [this] {
        updateCurves();
        emit grown();
    });
    m_bar->set(true, runs::XAxis::Step, 900);
}

void TrainPlots::setRun(const std::filesystem::path& folder) {
    m_folder = folder;
    m_deciding.clear();
    m_batch->hide();
    m_follower.setRuns(folder.empty() ? std::vector<std::filesystem::path>() : std::vector{folder});
    updateCurves();
    fitAll();
}

void TrainPlots::setDeciding(const std::string& tag) {
    if (tag != std::exchange(m_deciding, tag))
        updateCurves();
}

PlotCurve TrainPlots::curveOf(const std::string& tag) const {
    const FollowedRun* run = followed();
    const ThemeTokens& tokens = themeTokens(palette());
    const QColor color = tag == kLossTag           ? tokens.accentFill
                         : tag.starts_with("val/") ? tokens.good
                                                   : tokens.info;
    return {.name = toQString(m_folder.filename()),
            .color = color,
            .run = run->series,
            .tag = tag,
            .checkpoints = run->checkpoints,
            .resumes = run->resumes,
            .courseMarks = run->courseMarks,
            .notes = run->notes};
}

void TrainPlots::updateCurves() {
    updateSmall();
    const bool hasRun = followed() != nullptr;
    m_loss->setCurves(hasRun ? std::vector{curveOf(kLossTag)} : std::vector<PlotCurve>());
    for (const auto& [tag, plot] : m_small)
        plot->setCurves(curvesOf(tag));
}

/// Of a small plot. Several curves are of one run: their names say what differs, and their colours
/// are those that runs have elsewhere.
std::vector<PlotCurve> TrainPlots::curvesOf(const std::string& plot) const {
    const std::vector<std::string> tags = curvesOfPlot(plot, followed()->series->tags());
    std::vector<PlotCurve> curves;
    for (const std::string& tag : tags) {
        PlotCurve curve = curveOf(tag);
        if (plot == kTimestepLosses) {
            curve.name = figureTitle(tag);
            curve.color = runColor(static_cast<int>(curves.size()), palette());
            curve.checkpoints.clear();
            curve.resumes.clear();
            curve.courseMarks.clear();
            curve.notes.clear();
        }
        curves.push_back(std::move(curve));
    }
    return curves;
}

/// A plot for each figure, in the order that plottedTags gives.
void TrainPlots::updateSmall() {
    const FollowedRun* run = followed();
    const std::vector<std::string> tags =
        run != nullptr ? plottedTags(run->series->tags(), m_deciding) : std::vector<std::string>();
    if (tags == m_plotted)
        return;
    m_plotted = tags;
    std::map<std::string, MetricPlot*> old = std::exchange(m_small, {});
    int place = 0;
    for (const std::string& tag : tags) {
        MetricPlot*& plot = m_small[tag];
        if (const auto found = old.extract(tag); !found.empty()) {
            plot = found.mapped();
        } else {
            plot = new MetricPlot(m_side);
            plot->setTitle(figureTitle(tag));
            plot->setMinimumHeight(kSmallPlotPx);
        }
        m_sideColumn->insertWidget(place++, plot);
    }
    for (const auto& [tag, plot] : old)
        delete plot;
    applyView();
}

void TrainPlots::applyView() {
    m_loss->setXAxis(m_bar->xAxis());
    m_loss->setLogarithmic(m_bar->isLogarithmic());
    m_loss->setSmoothing(m_bar->weight());
    for (const auto& [tag, plot] : m_small) {
        plot->setXAxis(m_bar->xAxis());
        // Schedules are smooth and validations few.
        const bool isNoisy = tag != "lr" && !tag.starts_with("val/");
        plot->setSmoothing(isNoisy ? m_bar->weight() : 0);
    }
}

void TrainPlots::fitAll() {
    m_loss->fit();
    for (const auto& [tag, plot] : m_small)
        plot->fit();
}

bool TrainPlots::isRead() const {
    const FollowedRun* run = followed();
    return m_folder.empty() || (run != nullptr && run->isRead);
}

void TrainPlots::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateCurves();
}

void TrainPlots::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeBatch();
}

void TrainPlots::placeBatch() {
    constexpr int kMarginPx = 10;
    const QSize room(m_columns->width() - 2 * kMarginPx, height() - 2 * kMarginPx);
    m_batch->resize(m_batch->sizeHint().boundedTo(room));
    // Over the loss, as far as that has room for it.
    const int place = m_loss->parentWidget()->width() - m_batch->width() - kMarginPx;
    m_batch->move(std::max(place, kMarginPx), kMarginPx);
    m_batch->raise();
}

} // namespace unlit::ui
