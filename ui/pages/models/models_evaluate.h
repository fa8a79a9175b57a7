// Models and baselines measured on a set: which ones, on what, and what came of it.
#pragma once

#include "ui/bridge/evaluator.h"
#include "ui/pages/compare/model_comparison.h"
#include "ui/viewer/viewer.h"
#include "ui/widgets/form_column.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/notice_card.h"
#include "ui/widgets/segmented_control.h"

#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTableView>

namespace unlit::ui {

/// GUI thread. What is measured, and how, is that of `unlit evaluate`.
class ModelsEvaluate : public QWidget {
    Q_OBJECT

public:
    explicit ModelsEvaluate(Evaluator::Measure measure, QWidget* parent = nullptr);

    /// Those that can be used; what is checked stays.
    void setModels(const std::vector<ComparedModel>& models);
    /// Checks these and nothing else but baselines; ones that are not listed are added.
    void chooseModels(const QStringList& folders);

    void begin();
    void writeTo(const std::filesystem::path& folder);

    /// As the fields stand.
    EvaluationRequest request() const;

    QListWidget& models() { return *m_models; }

    QLineEdit& set() { return *m_set; }

    QLineEdit& judgements() { return *m_judgements; }

    QComboBox& metric() { return *m_metric; }

    QPushButton& button() { return *m_button; }

    const QStandardItemModel& figures() const { return m_figures; }

    const QStandardItemModel& worst() const { return m_worst; }

    Viewer& sheet() { return *m_sheet; }

    MessageBar& message() { return *m_message; }

    bool isBusy() const { return m_evaluator.isBusy(); }

private:
    QWidget* makeChoice();
    QWidget* makeForm();
    QWidget* makeResults();
    QWidget* withButton(QLineEdit* field, const QString& words, bool takesFiles);
    QTableView* makeTable(QStandardItemModel& model, const QString& name);
    void connectEvaluator();
    void addModel(const QString& path, const QString& name, bool isChecked);
    void browseModel();
    void browseReport();
    void take(const EvaluationAnswer& answer);
    void showFigures();
    void showResult(int view);
    void refresh();
    evaluate::Cell cell() const;
    QStringList checkedNames() const;

    std::vector<ComparedModel> m_found; ///< as the page has them
    QStringList m_added;                ///< folders that were named here
    QListWidget* m_models;
    QLineEdit* m_set;
    QLineEdit* m_judgements;
    QComboBox* m_encoding;
    QPushButton* m_add;
    QPushButton* m_button;
    QPushButton* m_write;
    QProgressBar* m_progress;
    QLabel* m_what;
    MessageBar* m_message;
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
    QStringList m_asked;   ///< names of the models under way
    QStringList m_names;   ///< of the answer's
    Evaluator m_evaluator; // last: it is joined while the rest is there
};

} // namespace unlit::ui
