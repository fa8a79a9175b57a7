#include "ui/train/sweep_progress.h"

#include "core/base/failure.h"
#include "core/base/steering.h"
#include "core/session/train/sweep_figure.h"
#include "ui/kit/text.h"
#include "ui/models/runs_model.h"
#include "ui/plots/plot_text.h"
#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>

#include <fstream>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

constexpr int kLookMs = 1000;
constexpr int kRestMs = 60'000; // nobody sees it
constexpr int kLooksUntilBegun = 15;
constexpr std::streamoff kMostLastWords = 4096;

/// What it printed last, without the program's name in front.
QString lastWordsIn(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary | std::ios::ate);
    const std::streamoff size = stream ? static_cast<std::streamoff>(stream.tellg()) : 0;
    stream.seekg(std::max<std::streamoff>(0, size - kMostLastWords));
    std::string last;
    for (std::string line; std::getline(stream, line);)
        if (!line.empty())
            last = line;
    constexpr std::string_view kProgram = "unlit: ";
    if (last.starts_with(kProgram))
        last.erase(0, kProgram.size());
    return toQString(withoutSteering(last, '?'));
}

enum SweepColumn { RunName, RunStatus, RunSteps, RunBest, SweepColumnCount };

} // namespace

SweepProgress::SweepProgress(QWidget* parent)
    : QWidget(parent), m_title(makeLabel({}, "title", this)), m_lead(makeLabel({}, "lead", this)),
      m_hint(makeLabel({}, "hint", this)), m_bar(new QProgressBar(this)),
      m_runs(new QTreeWidget(this)) {
    for (QLabel* label : {m_title, m_lead, m_hint})
        label->setWordWrap(true);
    m_hint->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Progress of the sweep"));
    m_runs->setAccessibleName(tr("Runs of the sweep"));
    m_runs->setRootIsDecorated(false);
    m_runs->setUniformRowHeights(true);
    m_runs->setAllColumnsShowFocus(true);
    m_runs->setHeaderLabels({tr("Run"), tr("Status"), tr("Steps"), tr("Best")});
    m_runs->header()->setStretchLastSection(false);
    m_runs->header()->setSectionResizeMode(RunName, QHeaderView::Stretch);
    for (const int column : {RunSteps, RunBest})
        m_runs->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(8);
    column->addWidget(m_title);
    column->addWidget(m_lead);
    column->addWidget(m_bar);
    column->addWidget(m_runs, 1);
    column->addWidget(m_hint);
    column->addWidget(makeFooter());
    m_watcher.setPeriod(kRestMs);
    connect(&m_watcher, &RunWatcher::rowsChanged, this,
            [this](const std::vector<runs::RunSummary>& rows) {
                for (const runs::RunSummary& row : rows)
                    m_summaries[row.folder.filename().string()] = row;
                refresh();
            });
    connect(&m_watcher, &RunWatcher::rowGone, this, [this](const fs::path& folder) {
        m_summaries.erase(folder.filename().string());
        refresh();
    });
    connect(&m_watcher, &RunWatcher::looked, this, &SweepProgress::look);
    refresh();
}

QWidget* SweepProgress::makeFooter() {
    auto* footer = new QWidget(this);
    m_stop = new QPushButton(tr("Save and stop"), footer);
    m_stop->setToolTip(tr("Saves the run under way; the sweep can go on later"));
    m_goOn = new QPushButton(tr("Go on"), footer);
    m_goOn->setToolTip(tr("With the runs that wait, were stopped, or failed"));
    auto* runs = new QPushButton(tr("Show in Runs"), footer);
    auto* another = new QPushButton(tr("Another sweep…"), footer);
    auto* close = new QPushButton(tr("Close"), footer);
    connect(m_stop, &QPushButton::clicked, this, &SweepProgress::stop);
    connect(m_goOn, &QPushButton::clicked, this, [this] { emit goOnAsked(m_sweep); });
    connect(runs, &QPushButton::clicked, this, [this] { emit runsAsked(m_sweep); });
    connect(another, &QPushButton::clicked, this, &SweepProgress::anotherAsked);
    connect(close, &QPushButton::clicked, this, &SweepProgress::closeAsked);
    auto* row = new QHBoxLayout(footer);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_stop);
    row->addWidget(m_goOn);
    row->addWidget(runs);
    row->addStretch(1);
    row->addWidget(another);
    row->addWidget(close);
    return footer;
}

void SweepProgress::setSweep(const fs::path& sweep, bool isStarting) {
    m_sweep = sweep;
    m_isStarting = isStarting;
    m_looks = 0;
    m_look.reset();
    m_summaries.clear();
    m_runs->clear();
    m_title->setText(tr("Sweep %1").arg(toQString(sweep.filename())));
    m_title->setToolTip(toQString(sweep));
    m_watcher.setRoots(sweep.empty() ? std::vector<fs::path>() : std::vector{sweep});
    refresh();
    look();
}

SweepProgress::Look SweepProgress::lookAt(const fs::path& sweep) {
    Look look{readSweepPlan(sweep),       SweepLock::isTaken(sweep), isSweepAskedToStop(sweep),
              readSweepRunsBehind(sweep), readSweepProblems(sweep),  {}};
    if (!look.isUnderWay)
        look.lastWords = lastWordsIn(sweep / "console.log");
    return look;
}

void SweepProgress::look() {
    if (m_sweep.empty() || m_reader.isBusy())
        return;
    m_reader.ask([sweep = m_sweep](const std::stop_token&) { return lookAt(sweep); },
                 [this](Look& look) { take(std::move(look)); },
                 [this](const Failure& failure) {
                     m_look.reset();
                     refresh();
                     m_lead->setText(sentence(failure.message));
                     m_hint->setText(sentence(failure.hint));
                 });
}

void SweepProgress::take(Look look) {
    m_look = std::move(look);
    ++m_looks;
    if (m_look->isUnderWay || m_looks > kLooksUntilBegun)
        m_isStarting = false;
    refresh();
}

void SweepProgress::stop() {
    try {
        askSweepToStop(m_sweep);
        look();
    } catch (...) {
        m_hint->setText(sentence(translateCurrentException().message));
    }
}

const runs::RunSummary* SweepProgress::summaryOf(const SweepRun& run) const {
    const auto found = m_summaries.find(run.name);
    return found == m_summaries.end() ? nullptr : &found->second;
}

bool SweepProgress::isOver(const SweepRun& run) const {
    const runs::RunSummary* summary = summaryOf(run);
    if (summary == nullptr)
        return false;
    return summary->status == runs::RunStatus::Finished ||
           (summary->status == runs::RunStatus::Stopped && m_look->behind.contains(run.name));
}

void SweepProgress::fillRow(QTreeWidgetItem& item, const SweepRun& run) const {
    const runs::RunSummary* summary = summaryOf(run);
    const auto problem = m_look->problems.find(run.name);
    QString status = summary != nullptr ? statusText(summary->status) : tr("waits");
    QString tip =
        summary != nullptr && !summary->note.empty() ? sentence(summary->note) : QString();
    if (problem != m_look->problems.end()) {
        status = tr("did not begin");
        tip = sentence(problem->second);
    } else if (isOver(run) && summary->status == runs::RunStatus::Stopped) {
        status = tr("behind");
        tip = tr("It was stopped at step %1: its figure was worse than the median of the others.")
                  .arg(m_look->behind.at(run.name));
    }
    QString steps;
    if (summary != nullptr)
        steps = summary->maxStep > 0 ? tr("%1 of %2").arg(summary->step).arg(summary->maxStep)
                                     : QString::number(summary->step);
    item.setText(RunName, toQString(run.name));
    item.setText(RunStatus, status);
    item.setText(RunSteps, steps);
    const auto best =
        summary != nullptr ? bestInSweep(*summary, m_look->plan.figure) : std::nullopt;
    item.setText(RunBest, best ? figureText(best->value) : QString());
    for (int column = 0; column < SweepColumnCount; ++column)
        item.setToolTip(column, tip.isEmpty() ? item.text(RunName) : tip);
    for (const int column : {RunSteps, RunBest})
        item.setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
}

void SweepProgress::refresh() {
    const bool isUnderWay = this->isUnderWay();
    int over = 0;
    const int count = m_look ? static_cast<int>(m_look->plan.runs.size()) : 0;
    if (m_look) {
        const std::string& figure = m_look->plan.figure;
        m_runs->headerItem()->setText(
            RunBest, figure.empty()
                         ? tr("Best")
                         : tr("Best %1").arg(toQString(figure.substr(figure.rfind('/') + 1))));
        m_runs->headerItem()->setToolTip(RunBest, toQString(figure));
        while (m_runs->topLevelItemCount() < count)
            m_runs->addTopLevelItem(new QTreeWidgetItem);
        for (int i = 0; i < count; ++i) {
            const SweepRun& run = m_look->plan.runs[static_cast<std::size_t>(i)];
            fillRow(*m_runs->topLevelItem(i), run);
            over += isOver(run) ? 1 : 0;
        }
        sayLead(over);
    } else {
        m_lead->setText(m_sweep.empty() ? QString() : tr("It is being read."));
        m_hint->clear();
    }
    m_bar->setRange(0, std::max(count, 1));
    m_bar->setValue(over);
    m_stop->setVisible(isUnderWay || m_isStarting);
    m_stop->setEnabled(isUnderWay && !m_look->isAskedToStop);
    m_goOn->setVisible(m_look && !isUnderWay && !m_isStarting && over < count);
}

void SweepProgress::sayLead(int over) {
    const int count = static_cast<int>(m_look->plan.runs.size());
    const QString done = tr("%1 of %n runs are done", nullptr, count).arg(over);
    m_hint->clear();
    if (m_look->isUnderWay) {
        m_lead->setText(m_look->isAskedToStop
                            ? tr("%1; the run under way is being saved.").arg(done)
                            : tr("%1; it is under way.").arg(done));
        m_hint->setText(tr("It needs this window no longer. In a terminal: unlit sweep --stop %1")
                            .arg(toQString(m_sweep)));
    } else if (m_isStarting) {
        m_lead->setText(tr("It is being started."));
    } else if (over == count) {
        m_lead->setText(tr("All runs are done."));
    } else {
        m_lead->setText(tr("%1; no process goes on with the others.").arg(done));
        if (m_summaries.empty() && !m_look->lastWords.isEmpty())
            m_hint->setText(tr("It said: %1").arg(m_look->lastWords));
    }
}

void SweepProgress::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_watcher.setPeriod(kLookMs);
}

void SweepProgress::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    m_watcher.setPeriod(kRestMs);
}

} // namespace unlit::ui
