// What closing the window asks while a training goes.
#pragma once

#include "ui/recipe/recipe_files.h"
#include "ui/train/train_controller.h"

#include <QObject>
#include <QPointer>

class QMessageBox;
class QWidget;

namespace unlit::ui {

/// GUI thread. All that it is given outlives it.
class ClosingQuestion : public QObject {
    Q_OBJECT

public:
    ClosingQuestion(QWidget& window, TrainController& controller, RecipeFiles& recipe)
        : m_window(window), m_controller(controller), m_recipe(recipe) {}

    /// False while a training goes: then the user has been asked, and closeReady() comes when it is
    /// saved, if that is wanted. False also where unsaved edits of the recipe keep the user here.
    bool mayClose();

    /// Where the user chose to close: closeReady(), and true.
    bool closeIfWanted();

    /// The window stays: it has something to say.
    void forget() { m_isWanted = false; }

signals:
    void closeReady();
    /// The training that is being saved is to go on in a process of its own.
    void detachWanted();

private:
    void ask();
    void close();

    QWidget& m_window;
    TrainController& m_controller;
    RecipeFiles& m_recipe;
    bool m_isWanted = false;
    QPointer<QMessageBox> m_question;
};

} // namespace unlit::ui
