// A set in numbers: how its albedo, light and sizes are spread, and what was counted.
#pragma once

#include "core/data/statistics.h"
#include "ui/data/bar_chart.h"
#include "ui/data/pair_list_model.h"

#include <QLabel>
#include <QWidget>

namespace unlit::ui {

/// GUI thread.
class FiguresView : public QWidget {
    Q_OBJECT

public:
    explicit FiguresView(QWidget* parent = nullptr);

    /// Of the pairs that have been looked at; all others are said to be missing.
    void setSet(const PairListModel& pairs);

    QString text() const;

private:
    QWidget* m_content;
    BarChart* m_albedo;
    BarChart* m_light;
    BarChart* m_sides;
    QLabel* m_facts;
    QLabel* m_state;
};

} // namespace unlit::ui
