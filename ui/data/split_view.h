// Which pairs are kept back to validate on, and where the lists go.
#pragma once

#include "core/data/split.h"
#include "ui/settings/data_settings.h"
#include "ui/widgets/segmented_control.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QWidget>

namespace unlit::ui {

/// Tells what the user wants; splits nothing itself. GUI thread.
class SplitView : public QWidget {
    Q_OBJECT

public:
    explicit SplitView(QWidget* parent = nullptr);

    data::SplitOptions options() const;
    void setSettings(const DataSettings& settings);
    void store(DataSettings& settings) const;

    void showSplit(const data::Split& split, std::size_t quarantined);
    /// Why there can be none, as a sentence.
    void showProblem(const QString& text, std::size_t pairs, std::size_t quarantined);

    QString text() const;

    QPushButton& saveSplitButton() { return *m_saveSplit; }

    QPushButton& saveListButton() { return *m_saveList; }

    QPushButton& trainButton() { return *m_train; }

signals:
    void optionsChanged();
    void saveListAsked();
    void saveSplitAsked();
    void trainAsked();

private:
    void optionEdited();

    std::uint64_t m_seedValue = 2024;
    QSpinBox* m_share;
    QLineEdit* m_seed;
    SegmentedControl* m_rule;
    QLabel* m_ruleText;
    QLabel* m_result;
    QLabel* m_problem;
    QPushButton* m_saveList;
    QPushButton* m_saveSplit;
    QPushButton* m_train;
};

} // namespace unlit::ui
