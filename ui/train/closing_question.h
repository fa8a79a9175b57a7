// What closing the window asks while a training goes.
#pragma once

#include "ui/train/train_controller.h"

#include <QObject>
#include <QPointer>

class QMessageBox;
class QWidget;

namespace unlit::ui {

/// GUI thread. The window and the controller outlive it.
class ClosingQuestion : public QObject {
    Q_OBJECT

public:
    ClosingQuestion(QWidget& window, TrainController& controller)
        : m_window(window), m_controller(controller) {}

    /// What was asked has been answered: everything may go.
    bool isDone() const { return m_isWanted && !m_controller.isBusy(); }

    /// The user is being asked, or what was chosen is under way.
    bool isOpen() const;

    /// Precondition: a training goes, and isOpen() is false. Answers with closeReady() unless the
    /// user stays.
    void ask();

    /// Where the user chose to close: closeReady(), and true.
    bool closeIfWanted();

    /// The window stays: it has something to say.
    void forget() { m_isWanted = false; }

signals:
    void closeReady();
    /// The training that is being saved is to go on in a process of its own.
    void detachWanted();

private:
    void close();

    QWidget& m_window;
    TrainController& m_controller;
    bool m_isWanted = false;
    QPointer<QMessageBox> m_question;
};

} // namespace unlit::ui
