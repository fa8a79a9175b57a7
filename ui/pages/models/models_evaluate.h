// Models and baselines measured on a set: which ones, on what, and what came of it.
#pragma once

#include "ui/pages/models/evaluation_choice.h"
#include "ui/pages/models/evaluation_results.h"
#include "ui/widgets/message_bar.h"

#include <QLabel>
#include <QProgressBar>

namespace unlit::ui {

/// GUI thread. What is measured, and how, is that of `unlit evaluate`.
class ModelsEvaluate : public QWidget {
    Q_OBJECT

public:
    explicit ModelsEvaluate(Evaluator::Measure measure, QWidget* parent = nullptr);

    void begin();
    void writeTo(const std::filesystem::path& folder);

    EvaluationChoice& choice() { return *m_choice; }

    EvaluationResults& results() { return *m_results; }

    QPushButton& button() { return *m_button; }

    MessageBar& message() { return *m_message; }

    bool isBusy() const { return m_evaluator.isBusy(); }

private:
    void layOut();
    void connectEvaluator();
    void browseReport();
    void take(const EvaluationAnswer& answer);
    void refresh();

    EvaluationChoice* m_choice;
    QPushButton* m_button;
    QPushButton* m_write;
    QProgressBar* m_progress;
    QLabel* m_what;
    MessageBar* m_message;
    EvaluationResults* m_results;
    QStringList m_asked;   ///< names of the models under way
    Evaluator m_evaluator; // last: it is joined while the rest is there
};

} // namespace unlit::ui
