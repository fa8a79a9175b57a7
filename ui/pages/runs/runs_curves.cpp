#include "ui/pages/runs/runs_curves.h"

#include "core/runs/metric_tag.h"
#include "ui/kit/text.h"
#include "ui/plots/run_colors.h"
#include "ui/widgets/hairline.h"

#include <QVBoxLayout>

#include <algorithm>
#include <set>

namespace unlit::ui {

namespace {

const char* const kLoss = "train/loss";
const char* const kRate = "lr";

} // namespace

RunsCurves::RunsCurves(RunsModel& model, QWidget* parent)
    : QWidget(parent), m_model(model), m_bar(new CurveBar(this)) {
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
    column->addWidget(m_bar);
    column->addWidget(makeHairline(this));
    column->addWidget(plots, 1);
    for (FigurePlot* figure : m_figures) {
        connect(figure, &FigurePlot::figureChosen, this, [this] {
            m_hasChosen = true;
            updateCurves();
        });
        figure->plot().setEmptyText(tr("Check runs in the table to see their curves"));
    }
    connect(m_bar, &CurveBar::changed, this, &RunsCurves::applyView);
    connect(m_bar, &CurveBar::exportAsked, this, &RunsCurves::exportAsked);
    connect(&m_model, &RunsModel::shownChanged, this, &RunsCurves::updateRuns);
    connect(&m_follower, &RunFollower::changed, this, [this] {
        updateFigures();
        updateCurves();
    });
    setSettings({});
}

void RunsCurves::setSettings(const RunsSettings& settings) {
    m_hasChosen = !settings.mainFigure.isEmpty();
    m_figures[0]->setFigure(m_hasChosen ? settings.mainFigure : QString::fromLatin1(kLoss));
    m_figures[1]->setFigure(settings.sideFigures.value(0));
    m_figures[2]->setFigure(settings.sideFigures.value(1, QString::fromLatin1(kRate)));
    m_bar->set(settings.isLogarithmic, static_cast<runs::XAxis>(settings.xAxis),
               settings.smoothing);
}

void RunsCurves::store(RunsSettings& settings) const {
    settings.isLogarithmic = m_bar->isLogarithmic();
    settings.xAxis = static_cast<int>(m_bar->xAxis());
    settings.smoothing = m_bar->smoothing();
    if (!m_hasChosen)
        return; // what is on show was found, not chosen
    settings.mainFigure = m_figures[0]->figure();
    settings.sideFigures = {m_figures[1]->figure(), m_figures[2]->figure()};
}

void RunsCurves::applyView() {
    for (FigurePlot* figure : m_figures)
        figure->plot().setXAxis(m_bar->xAxis());
    // Validations are few, and schedules are smooth: only the large plot has noise to take away.
    m_figures[0]->plot().setSmoothing(m_bar->weight());
    m_figures[0]->plot().setLogarithmic(m_bar->isLogarithmic());
}

void RunsCurves::toggleLogarithmic() {
    m_bar->toggleLogarithmic();
}

void RunsCurves::stepXAxis() {
    m_bar->stepXAxis();
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

/// Of the first run on show that has been measured.
std::string RunsCurves::decidingTag() const {
    for (const std::filesystem::path& folder : foldersOnShow())
        if (const int row = m_model.rowOf(folder); row >= 0 && m_model.at(row).best)
            return m_model.at(row).best->tag;
    return "psnr";
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
        const std::string deciding = runs::mainTag(tags, decidingTag());
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
                          .resumes = run->resumes,
                          .courseMarks = run->courseMarks,
                          .notes = run->notes});
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
