// A run goes on with other settings: asks which, and says what cannot be before anything begins.
#pragma once

#include "core/session/train/train_types.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/settings_line.h"

#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>

#include <filesystem>

namespace unlit::ui {

/// Offers what may change, with the values that the run has; typing narrows the list. GUI thread.
class ResumeForm : public QDialog {
    Q_OBJECT

public:
    explicit ResumeForm(QWidget* parent = nullptr);

    /// Of another run than before nothing is left in the line.
    void openFor(const std::filesystem::path& run);

    SettingsLine& settings() { return *m_settings; }

    /// Key and present value, a row each.
    QTreeWidget& offers() { return *m_offers; }

    MessageBar& message() { return *m_message; }

    QPushButton& resumeButton() { return *m_resume; }

    QPushButton& detachButton() { return *m_detach; }

signals:
    /// The run can go on so, as far as its folder tells.
    void resumeAsked(const unlit::ResumedRun& run);
    /// The same in a process of its own.
    void detachAsked(const unlit::ResumedRun& run);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void layOut();
    void readOffers();
    void narrow();
    void take(const QTreeWidgetItem* offer);
    void ask(void (ResumeForm::*asked)(const unlit::ResumedRun&));

    std::filesystem::path m_run;
    QLabel* m_title;
    QLabel* m_lead;
    SettingsLine* m_settings;
    MessageBar* m_message;
    QTreeWidget* m_offers;
    QPushButton* m_resume;
    QPushButton* m_detach;
    QPushButton* m_close;
};

} // namespace unlit::ui
