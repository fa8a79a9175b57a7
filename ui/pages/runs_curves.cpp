#include "ui/pages/runs_curves.h"

#include "core/runs/metric_tag.h"
#include "ui/bridge/text.h"
#include "ui/plots/run_colors.h"
#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <set>

namespace unlit::ui {

namespace {

const char* const kLoss = "train/loss";
const char* const kRate = "lr";

QFrame* hairline(QWidget* parent) {
    auto* line = new QFrame(parent);
    line->setObjectName(QStringLiteral("hairline"));
    line->setFixedHeight(1);
    return line;
}

} // namespace

RunsCurves::RunsCurves(RunsModel& model, QWidget* parent)
    : QWidget(parent), m_model(model), m_scale(new SegmentedControl(this)),
      m_xAxis(new SegmentedControl(this)), m_smoothing(new QSlider(Qt::Horizontal, this)),
      m_smoothingText(makeLabel({}, "hint", this)) {
    m_figures = {new FigurePlot(tr("Figure of the large plot"), this),
                 new FigurePlot(tr("Figure of the left small plot"), this),
                 new FigurePlot(tr("Figure of the right small plot"), this)};
    auto* lower = new QSplitter(Qt::Horizontal, this);
    lower->setHandleWidth(1);
    lower->addWidget(m_figures[1]);
    lower->addWidget(m_figures[2]);
    auto* plots = new QSplitter(Qt::Vertical, this);
    plots->setHandleWidth(1);
    plots->setChildrenCollapsible(false);
    plots->addWidget(m_figures[0]);
    plots->addWidget(lower);
    plots->setStretchFactor(0, 3);
    plots->setStretchFactor(1, 2);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBar());
    column->addWidget(hairline(this));
    column->addWidget(plots, 1);
    for (FigurePlot* figure : m_figures) {
        connect(figure, &FigurePlot::figureChosen, this, [this] {
            m_hasChosen = true;
            updateCurves();
        });
        figure->plot().setEmptyText(tr("Check runs in the table to see their curves"));
    }
    connect(&m_model, &RunsModel::shownChanged, this, &RunsCurves::updateRuns);
    connect(&m_follower, &RunFollower::changed, this, [this] {
        updateFigures();
        updateCurves();
    });
    setSettings({});
}

QWidget* RunsCurves::makeBar() {
    auto* bar = new QWidget(this);
    m_scale->setItems({tr("log"), tr("linear")},
                      {tr("Logarithmic values (Ctrl+L)"), tr("Values as they are (Ctrl+L)")});
    m_xAxis->setItems({tr("step"), tr("time"), tr("epoch")},
                      {tr("Optimizer steps to the right (Ctrl+T)"),
                       tr("Time since the start (Ctrl+T)"),
                       tr("Passes over the training set (Ctrl+T)")});
    m_smoothing->setRange(0, 999);
    m_smoothing->setPageStep(50);
    m_smoothing->setFixedWidth(110);
    m_smoothing->setAccessibleName(tr("Smoothing"));
    m_smoothing->setToolTip(tr("Weight of the running mean: 0 is none, 0.999 the most"));
    auto* exporting = new QPushButton(tr("Export"), bar);
    auto* menu = new QMenu(exporting);
    for (const char* suffix : {"png", "pdf", "csv"}) {
        const QString name = QString::fromLatin1(suffix);
        menu->addAction(name.toUpper() + u'…', this, [this, name] { emit exportAsked(name); });
    }
    exporting->setMenu(menu);
    exporting->setToolTip(tr("The large plot as a picture, as a drawing, or its numbers"));
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 7, 12, 7);
    row->setSpacing(8);
    row->addWidget(m_scale);
    row->addWidget(m_xAxis);
    row->addSpacing(4);
    row->addWidget(makeLabel(tr("Smoothing"), "label", bar));
    row->addWidget(m_smoothing);
    row->addWidget(m_smoothingText);
    row->addStretch(1);
    row->addWidget(exporting);
    m_smoothingText->setFixedWidth(34);
    connect(m_scale, &SegmentedControl::chosen, this, &RunsCurves::applyView);
    connect(m_xAxis, &SegmentedControl::chosen, this, &RunsCurves::applyView);
    connect(m_smoothing, &QSlider::valueChanged, this, &RunsCurves::applyView);
    return bar;
}

void RunsCurves::setSettings(const RunsSettings& settings) {
    m_scale->setCurrent(settings.isLogarithmic ? 0 : 1);
    m_xAxis->setCurrent(settings.xAxis);
    {
        const QSignalBlocker quiet(m_smoothing);
        m_smoothing->setValue(settings.smoothing);
    }
    m_hasChosen = !settings.mainFigure.isEmpty();
    m_figures[0]->setFigure(m_hasChosen ? settings.mainFigure : QString::fromLatin1(kLoss));
    m_figures[1]->setFigure(settings.sideFigures.value(0));
    m_figures[2]->setFigure(settings.sideFigures.value(1, QString::fromLatin1(kRate)));
    applyView();
}

void RunsCurves::store(RunsSettings& settings) const {
    settings.isLogarithmic = m_scale->current() == 0;
    settings.xAxis = m_xAxis->current();
    settings.smoothing = m_smoothing->value();
    if (!m_hasChosen)
        return; // what is on show was found, not chosen
    settings.mainFigure = m_figures[0]->figure();
    settings.sideFigures = {m_figures[1]->figure(), m_figures[2]->figure()};
}

void RunsCurves::applyView() {
    const double weight = m_smoothing->value() / 1000.0;
    m_smoothingText->setText(QString::number(weight, 'f', weight > 0.99 ? 3 : 2));
    for (FigurePlot* figure : m_figures) {
        MetricPlot& plot = figure->plot();
        plot.setXAxis(static_cast<runs::XAxis>(m_xAxis->current()));
    }
    // Validations are few, and schedules are smooth: only the large plot has noise to take away.
    m_figures[0]->plot().setSmoothing(weight);
    m_figures[0]->plot().setLogarithmic(m_scale->current() == 0);
}

void RunsCurves::toggleLogarithmic() {
    m_scale->setCurrent(1 - m_scale->current());
    applyView();
}

void RunsCurves::stepXAxis() {
    m_xAxis->setCurrent((m_xAxis->current() + 1) % 3);
    applyView();
}

void RunsCurves::fitAll() {
    for (FigurePlot* figure : m_figures)
        figure->plot().fit();
}

void RunsCurves::setCurrent(const std::filesystem::path& folder) {
    if (folder == m_current)
        return;
    m_current = folder;
    updateRuns();
}

std::vector<std::filesystem::path> RunsCurves::foldersOnShow() const {
    std::vector<std::filesystem::path> folders;
    for (const int row : m_model.shownRows())
        folders.push_back(m_model.at(row).folder);
    if (folders.empty() && !m_current.empty())
        folders.push_back(m_current);
    return folders;
}

void RunsCurves::updateRuns() {
    m_follower.setRuns(foldersOnShow());
    updateFigures();
    updateCurves();
}

void RunsCurves::updateFigures() {
    std::set<std::string> all;
    for (const std::filesystem::path& folder : foldersOnShow())
        if (const FollowedRun* run = m_follower.find(folder))
            for (std::string& tag : run->series->tags())
                all.insert(std::move(tag));
    const std::vector<std::string> tags(all.begin(), all.end());
    QStringList figures;
    for (const std::string& tag : tags)
        figures += toQString(tag);
    if (figures == m_known)
        return;
    m_known = figures;
    if (!m_hasChosen) {
        const std::string deciding = runs::mainTag(tags, "psnr");
        m_figures[1]->setFigure(toQString(deciding.empty() ? "train/grad_norm" : deciding));
        if (!figures.isEmpty() && !figures.contains(m_figures[0]->figure()))
            m_figures[0]->setFigure(figures.first());
    }
    for (FigurePlot* figure : m_figures)
        figure->setFigures(figures);
}

std::vector<PlotCurve> RunsCurves::curvesOf(const QString& figure) const {
    std::vector<PlotCurve> curves;
    for (const std::filesystem::path& folder : foldersOnShow()) {
        const FollowedRun* run = m_follower.find(folder);
        const int row = m_model.rowOf(folder);
        if (run == nullptr || row < 0)
            continue;
        curves.push_back({.name = toQString(m_model.at(row).name),
                          .color = runColor(m_model.colorOf(row).value_or(0), palette()),
                          .run = run->series,
                          .tag = figure.toStdString(),
                          .checkpoints = run->checkpoints,
                          .resumes = run->resumes});
    }
    return curves;
}

void RunsCurves::updateCurves() {
    for (FigurePlot* figure : m_figures)
        figure->plot().setCurves(curvesOf(figure->figure()));
}

bool RunsCurves::isRead() const {
    return std::ranges::all_of(foldersOnShow(), [this](const std::filesystem::path& folder) {
        const FollowedRun* run = m_follower.find(folder);
        return run != nullptr && run->isRead;
    });
}

} // namespace unlit::ui
