// What came of an evaluation: figures, the worst pictures, the contact sheet.
#pragma once

#include "ui/bridge/evaluator.h"
#include "ui/viewer/viewer.h"
#include "ui/widgets/notice_card.h"
#include "ui/widgets/segmented_control.h"

#include <QComboBox>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTableView>

namespace unlit::ui {

/// GUI thread.
class EvaluationResults : public QWidget {
    Q_OBJECT

public:
    explicit EvaluationResults(QWidget* parent);

    /// `names`: of the models, in their order. Precondition: the answer has an evaluation.
    void take(const EvaluationAnswer& answer, const QStringList& names);

    /// Without an evaluation before the first take().
    const EvaluationAnswer& answer() const { return m_answer; }

    QComboBox& metric() { return *m_metric; }

    const QStandardItemModel& figures() const { return m_figures; }

    const QStandardItemModel& worst() const { return m_worst; }

    Viewer& sheet() { return *m_sheet; }

private:
    void fillBoxes();
    QTableView* makeTable(QStandardItemModel& model, const QString& name);
    void layOut();
    void showFigures();
    void showResult(int view);
    evaluate::Cell cell() const;

    QComboBox* m_scale;
    QComboBox* m_region;
    QComboBox* m_space;
    QComboBox* m_metric;
    QComboBox* m_worstOf;
    QStandardItemModel m_figures;
    QStandardItemModel m_worst;
    QTableView* m_figureTable;
    QTableView* m_worstTable;
    Viewer* m_sheet;
    SegmentedControl* m_views;
    QStackedWidget* m_stack;
    NoticeCard* m_notice;
    EvaluationAnswer m_answer;
    QStringList m_names; ///< of the answer's models
};

} // namespace unlit::ui
