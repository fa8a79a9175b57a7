// Asks where something made of a checkpoint goes, and with what; says how it goes.
#pragma once

#include "ui/widgets/form_column.h"

#include <QLineEdit>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>

namespace unlit::ui {

/// What differs between a folder of weights and a new run.
struct CheckpointFormSetup {
    QString verb;          ///< of the button
    QString place;         ///< name of the field of the folder
    QString placeTip;      ///< what the folder may be
    QString extra;         ///< name of the further field
    QString extraTip;      ///< what it takes
    QWidget* control{};    ///< that field; the form owns it
    bool canCancel = true; ///< what it asks for can be ended on the way
};

/// GUI thread.
class CheckpointForm : public QWidget {
    Q_OBJECT

public:
    explicit CheckpointForm(const CheckpointFormSetup& setup, QWidget* parent = nullptr);

    /// What is asked about from now on, and where it goes unless somebody says otherwise.
    void ask(const QString& title, const QString& lead, const QString& folder);
    /// Negative: how far is not known.
    void showProgress(double fraction, const QString& what);
    void showEnd();

    /// What it asks for is under way.
    bool isWorking() const { return m_isBusy; }

    /// Something else is under way: nothing can be begun.
    void setBlocked(bool isBlocked);

    QLineEdit& place() { return *m_place; }

    QPushButton& button() { return *m_button; }

signals:
    /// The button, or Return in a field.
    void goAsked();
    void cancelAsked();
    void closeAsked();

protected:
    /// Escape closes it, unless it works.
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* makePlace();
    void orderTabs();
    void keepFocus();
    void go();
    void refresh();

    CheckpointFormSetup m_setup;
    bool m_isBusy = false;
    bool m_isBlocked = false;
    QPointer<QWidget> m_focused; ///< before its fields were shut
    QLabel* m_title;
    QLabel* m_lead;
    QLineEdit* m_place;
    QWidget* m_placeRow;
    QPushButton* m_browse;
    QPushButton* m_button;
    QPushButton* m_close;
    QProgressBar* m_progress;
};

} // namespace unlit::ui
