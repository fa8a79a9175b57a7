#include "ui/widgets/studio_status_bar.h"

#include "ui/kit/machine_status.h"
#include "ui/kit/text.h"
#include "ui/widgets/form_column.h"

#include <QHBoxLayout>

#include <cmath>

namespace unlit::ui {

namespace {

constexpr int kProgressSteps = 1000;

QString gigabytes(std::uint64_t bytes) {
    const double value = static_cast<double>(bytes) / 1e9;
    return QString::number(value, 'f', value < 99.95 ? 1 : 0);
}

} // namespace

StudioStatusBar::StudioStatusBar(QWidget* parent)
    : QFrame(parent), m_machine(makeLabel({}, "status", this)),
      m_memory(makeLabel({}, "status", this)), m_job(makeLabel({}, "status", this)),
      m_progress(new QProgressBar(this)), m_left(makeLabel({}, "status", this)),
      m_stop(new QPushButton(tr("Stop"), this)) {
    setObjectName(QStringLiteral("statusBar"));
    setFixedHeight(30);
    m_memory->setToolTip(tr("Memory that this program holds, of the memory there is, in gigabytes "
                            "(1 GB = 10⁹ bytes)"));
    m_machine->setToolTip(tr("Where the network runs, and in which number type"));
    m_progress->setRange(0, kProgressSteps);
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(180);
    m_progress->setAccessibleName(tr("Progress of the running job"));
    m_left->setFixedWidth(112);
    m_left->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_job->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_stop->setProperty("role", QStringLiteral("link"));
    m_stop->setToolTip(tr("End the running job within one step, and drop what waits (Ctrl+.)"));
    m_stop->setFocusPolicy(Qt::TabFocus);
    connect(m_stop, &QPushButton::clicked, this, &StudioStatusBar::stopped);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 0, 10, 0);
    row->setSpacing(18);
    row->addWidget(m_machine);
    row->addWidget(m_memory);
    row->addWidget(m_job, 1);
    row->addWidget(m_progress);
    row->addWidget(m_left);
    row->addWidget(m_stop);
    connect(&m_timer, &QTimer::timeout, this, &StudioStatusBar::measureMemory);
    m_timer.start(1000);
    measureMemory();
    clearJob();
}

void StudioStatusBar::setMachine(const QString& text) {
    m_machine->setText(text);
}

void StudioStatusBar::showJob(const QString& text, double fraction,
                              std::optional<double> secondsLeft) {
    m_job->setText(text);
    m_progress->setValue(static_cast<int>(std::lround(fraction * kProgressSteps)));
    m_left->setText(secondsLeft ? timeLeftText(*secondsLeft) : QString());
    m_progress->show();
    m_left->show();
    m_stop->show();
}

void StudioStatusBar::showWork(const QString& text, double fraction) {
    showJob(text, fraction, {});
    m_stop->hide();
}

void StudioStatusBar::clearJob() {
    m_job->clear();
    m_progress->hide();
    m_left->hide();
    m_stop->hide();
}

void StudioStatusBar::setMemory(std::uint64_t usedBytes, std::uint64_t totalBytes) {
    m_memory->setText(totalBytes > 0
                          ? tr("%1 of %2 GB").arg(gigabytes(usedBytes), gigabytes(totalBytes))
                          : tr("%1 GB").arg(gigabytes(usedBytes)));
}

void StudioStatusBar::measureMemory() {
    const MemoryStatus status = readMemoryStatus();
    setMemory(status.usedBytes, status.totalBytes);
}

} // namespace unlit::ui
