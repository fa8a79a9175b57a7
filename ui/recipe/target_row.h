// One picture that the model makes, in the form of a recipe: its name, and what its numbers are.
#pragma once

#include "ui/recipe/target_list.h"
#include "ui/recipe/value_line.h"
#include "ui/widgets/wheel_guard.h"

#include <QCheckBox>
#include <QComboBox>
#include <QToolButton>

#include <array>

namespace unlit::ui {

/// Shows a line and says what the user makes of it. Showing never emits.
class TargetRow : public QWidget {
    Q_OBJECT

public:
    /// `spaces`: what prediction_space can be.
    TargetRow(const std::vector<std::string>& spaces, QWidget* parent);

    /// `canGo`: another one is left when this one is taken out.
    void show(const TargetLine& line, bool canGo);
    void setBad(bool isBad);

    ValueLine& name() { return *m_name; }

    QComboBox& space() { return *m_space; }

    QCheckBox& scale() { return *m_scale; }

    ValueLine& part(std::size_t index) { return *m_parts.at(index); }

    QToolButton& remover() { return *m_remove; }

    /// In the order of Tab.
    QList<QWidget*> controls() const;

signals:
    void renamed(const QString& name);
    void spaceChosen(const QString& space);
    void scaleToggled(bool isFree);
    void partNamed(int part, const QString& name);
    void removed();

private:
    void showSpace(const std::string& space);

    ValueLine* m_name;
    QToolButton* m_remove;
    QComboBox* m_space;
    QCheckBox* m_scale;
    QWidget* m_planes;
    std::array<ValueLine*, 3> m_parts{};
    int m_known; ///< spaces of the schema; behind them one for what is written and unknown
    WheelGuard m_wheel;
};

} // namespace unlit::ui
