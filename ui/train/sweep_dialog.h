// Many trainings of one recipe: what they are to be, and how far they are.
#pragma once

#include "ui/train/sweep_form.h"
#include "ui/train/sweep_progress.h"
#include "ui/widgets/message_bar.h"

#include <QDialog>
#include <QStackedWidget>

#include <functional>

namespace unlit::ui {

/// Not modal: a sweep is followed beside the window. GUI thread.
class SweepDialog : public QDialog {
    Q_OBJECT

public:
    /// Starts `unlit` with these words as a process that is nobody's child; what it prints goes to
    /// the file. False: it cannot be started. Tests put in their own.
    using StartProcess = std::function<bool(const QStringList& words, const QString& file)>;

    explicit SweepDialog(QWidget* parent = nullptr);

    /// The form for this recipe; or how far `sweep` is, while a process goes through it.
    void open(SweepRecipe recipe, const std::filesystem::path& sweep);
    void showSweep(const std::filesystem::path& sweep, bool isStarting = false);

    void setStartProcess(StartProcess start) { m_startProcess = std::move(start); }

    bool showsForm() const { return m_stack->currentWidget() == m_form; }

    SweepForm& form() { return *m_form; }

    SweepProgress& progress() { return *m_progress; }

    MessageBar& message() { return *m_message; }

signals:
    void started(const std::filesystem::path& sweep);
    void runsAsked(const std::filesystem::path& sweep);

private:
    void showForm();
    void askToStart();
    void start();
    void goOn(const std::filesystem::path& sweep);
    void say(const Failure& failure);

    StartProcess m_startProcess;
    QStackedWidget* m_stack;
    SweepForm* m_form;
    SweepProgress* m_progress;
    MessageBar* m_message;
};

} // namespace unlit::ui
