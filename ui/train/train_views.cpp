#include "ui/train/train_views.h"

namespace unlit::ui {

TrainViews::TrainViews(QWidget* parent)
    : QStackedWidget(parent), m_rows(new QSplitter(Qt::Vertical, this)),
      m_plots(new TrainPlots(m_rows)), m_wall(new ValidationWall(m_rows)),
      m_console(new LogConsole(m_rows)), m_empty(new QWidget(this)),
      m_notice(new NoticeCard(m_empty)) {
    for (QWidget* part : std::initializer_list<QWidget*>{m_plots, m_wall, m_console})
        m_rows->addWidget(part);
    m_rows->setHandleWidth(1);
    m_rows->setChildrenCollapsible(false);
    m_rows->setSizes({370, 330, 110});
    addWidget(m_empty);
    addWidget(m_rows);
    m_notice->show({.icon = QStringLiteral("train"),
                    .title = tr("Watch a model learn"),
                    .text = tr("Choose a recipe at the left, rehearse it for a minute, and press "
                               "Start. Or open a run: one of before, or one that a terminal trains "
                               "right now with unlit train."),
                    .button = tr("Open a run…")});
}

void TrainViews::showRun(const std::filesystem::path& folder, bool isEmpty) {
    m_plots->setRun(folder);
    m_wall->setRun(folder);
    m_console->setRun(folder);
    setCurrentWidget(isEmpty ? m_empty : static_cast<QWidget*>(m_rows));
}

void TrainViews::restore(const TrainSettings& settings) {
    m_plots->bar().set(settings.isLogarithmic, static_cast<runs::XAxis>(settings.xAxis),
                       settings.smoothing);
    if (!settings.rows.isEmpty())
        m_rows->restoreState(settings.rows);
    if (!settings.plots.isEmpty())
        m_plots->columns().restoreState(settings.plots);
}

void TrainViews::remember(TrainSettings& settings) const {
    settings.xAxis = static_cast<int>(m_plots->bar().xAxis());
    settings.isLogarithmic = m_plots->bar().isLogarithmic();
    settings.smoothing = m_plots->bar().smoothing();
    settings.rows = m_rows->saveState();
    settings.plots = m_plots->columns().saveState();
}

} // namespace unlit::ui
