// Which models and baselines are measured, and on what.
#pragma once

#include "core/session/evaluate/evaluate_commands.h"
#include "ui/pages/compare/model_comparison.h"

#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>

#include <vector>

namespace unlit::ui {

/// GUI thread.
class EvaluationChoice : public QWidget {
    Q_OBJECT

public:
    explicit EvaluationChoice(QWidget* parent);

    /// Those that can be used; what is checked stays.
    void setModels(const std::vector<ComparedModel>& models);
    /// Checks these and nothing else but baselines; ones that are not listed are added.
    void chooseModels(const QStringList& folders);
    /// While it works nothing can be chosen.
    void setBlocked(bool isBlocked);

    /// As the fields stand.
    EvaluationRequest request() const;
    /// Of the checked models, in the order of the request's.
    QStringList checkedNames() const;
    /// A model is checked, and there is something to measure it on.
    bool isComplete() const;

    QListWidget& models() { return *m_models; }

    QLineEdit& set() { return *m_set; }

    /// The field that Tab leaves last.
    QWidget& last() { return *m_encoding; }

signals:
    void changed();
    /// Return in a field.
    void goAsked();

private:
    QLayout* makeList();
    QWidget* makeForm();
    QWidget* withButton(QLineEdit* field, const QString& words, bool takesFiles);
    void addModel(const QString& path, const QString& name, bool isChecked);
    void browseModel();

    std::vector<ComparedModel> m_found; ///< as the page has them
    QStringList m_added;                ///< folders that were named here
    QListWidget* m_models;
    QPushButton* m_add;
    QLineEdit* m_set;
    QLineEdit* m_judgements;
    QComboBox* m_encoding;
};

} // namespace unlit::ui
