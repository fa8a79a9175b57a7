// Below a recipe: what a training with it will need, and the buttons that begin one.
#pragma once

#include "ui/recipe/recipe_reading.h"
#include "ui/widgets/cut_label.h"

#include <QLabel>
#include <QPushButton>
#include <QString>
#include <QWidget>

namespace unlit::ui {

/// GUI thread.
class RecipeFooter : public QWidget {
    Q_OBJECT

public:
    /// `reading` outlives it.
    RecipeFooter(const RecipeReading& reading, QWidget* parent);

    /// Why nothing can be started; empty = it can.
    void setWhyNot(const QString& why);

signals:
    void compareAsked();
    void startAsked(bool isRehearsal);

private:
    QWidget* makeWords();
    QWidget* makeButtons();
    void showEstimate(const RunEstimate& estimate);

    const RecipeReading& m_reading;
    QLabel* m_estimate;
    CutLabel* m_place; ///< where runs go
    QPushButton* m_rehearse = nullptr;
    QPushButton* m_start = nullptr;
};

} // namespace unlit::ui
