// What a rehearsal has found, check by check, and what the whole run will cost.
#pragma once

#include "core/session/train/rehearsal_report.h"

#include <QFrame>
#include <QGridLayout>
#include <QLabel>

namespace unlit::ui {

/// GUI thread.
class RehearsalCard : public QFrame {
    Q_OBJECT

public:
    explicit RehearsalCard(QWidget* parent = nullptr);

    /// Hidden until there is a report; dismissed by its button.
    void show(const QString& recipe, const RehearsalReport& report);

    /// As it is copied: a line for each check, then the costs.
    QString text() const;

private:
    QString m_recipe;
    RehearsalReport m_report;
    QLabel* m_title;
    QGridLayout* m_checks;
    QLabel* m_costs;
};

/// "A step takes 0.8 s: 50 000 of them about 11 h. …"
QString costsText(const RehearsalReport& report);

} // namespace unlit::ui
