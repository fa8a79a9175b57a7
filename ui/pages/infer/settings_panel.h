// The settings column of the Infer page: model, quality, input, output; Copy command, Run, Save.
#pragma once

#include "ui/pages/infer/condition_section.h"
#include "ui/pages/infer/input_section.h"
#include "ui/pages/infer/lora_section.h"
#include "ui/pages/infer/model_section.h"
#include "ui/pages/infer/output_section.h"
#include "ui/pages/infer/quality_section.h"
#include "ui/widgets/message_bar.h"

#include <QFrame>
#include <QPushButton>

namespace unlit::ui {

class SegmentedControl;

/// Shows and edits an InferSettings, that of all images or one image's own; knows no session.
class SettingsPanel : public QFrame {
    Q_OBJECT

public:
    explicit SettingsPanel(QWidget* parent = nullptr);

    void setSettings(const InferSettings& settings);
    InferSettings settings() const;

    ModelSection& model() { return *m_model; }

    LoraSection& loras() { return *m_loras; }

    ConditionSection& condition() { return *m_condition; }

    QualitySection& quality() { return *m_quality; }

    MessageBar& message() { return *m_message; }

    /// Of all images, also while one image's own are on show.
    InferSettings settingsOfAll() const;

    /// What is on show belongs to the item alone.
    bool isOwnShown() const { return m_isOwnShown; }

    InputSection& input() { return *m_input; }

    OutputSection& output() { return *m_output; }

    void setModelFolder(const QString& folder);
    /// Models that cannot be used are not on offer, unless one is chosen; they are not forgotten.
    void setUsable(const QString& folder, bool isUsable);
    void setOutputFolder(const QString& folder);
    /// The picture the input rows and buttons are about; null = none.
    void setItem(const QueueItem* item, const QStringList& outputNames);

signals:
    void edited();
    void modelChosen(const QString& folder);
    void browseModelAsked();
    void browseLoraAsked();
    void browseOutputAsked();
    void inputEdited(const unlit::InputOptions& input);
    void copyAsked();
    void runAsked();
    void finishAsked();
    void saveAsked();
    /// The chosen item gets settings of its own (those of all to begin with), or none any more.
    void ownAsked(bool isOwn);

private:
    void showScope(const QueueItem* item);
    void showRunButton(const QueueItem* item);
    QWidget* makeFooter();

    InferSettings m_settings; // of all; while these are on show the sections know better
    bool m_isOwnShown = false;
    QueueItemId m_ownShown = 0;
    SegmentedControl* m_scope = nullptr;
    ModelSection* m_model = nullptr;
    LoraSection* m_loras = nullptr;
    ConditionSection* m_condition = nullptr;
    QualitySection* m_quality = nullptr;
    InputSection* m_input = nullptr;
    OutputSection* m_output = nullptr;
    MessageBar* m_message;
    QPushButton* m_copy = nullptr;
    QPushButton* m_run = nullptr; // while an ensemble runs: ends it early
    bool m_runFinishes = false;
    QPushButton* m_save = nullptr;
    QLabel* m_stale = nullptr; ///< above the buttons
};

} // namespace unlit::ui
