// Editors of settings that have few values: switches, one of several, some of several.
#pragma once

#include "ui/recipe/setting_editor.h"
#include "ui/widgets/menu_field.h"

#include <QCheckBox>
#include <QComboBox>

namespace unlit::ui {

/// Truth values, and sections that null switches off.
class SwitchEditor : public SettingEditor {
    Q_OBJECT

public:
    SwitchEditor(const RecipeField& field, QWidget* parent);
    void show(const RecipeField& field) override;
    void setBad(bool isBad) override;

    QWidget* control() override { return m_box; }

private:
    void send(bool isOn);

    RecipeField m_field;
    QCheckBox* m_box;
};

/// One of the setting's choices, or null.
class ChoiceEditor : public SettingEditor {
    Q_OBJECT

public:
    ChoiceEditor(const RecipeField& field, QWidget* parent);
    void show(const RecipeField& field) override;
    void setBad(bool isBad) override;

    QWidget* control() override { return m_box; }

private:
    QComboBox* m_box;
    bool m_isTruth;
    int m_known; ///< items of the schema; behind them one for what is written and unknown
};

/// Any of the setting's choices.
class ManyEditor : public SettingEditor {
    Q_OBJECT

public:
    ManyEditor(const RecipeField& field, QWidget* parent);
    void show(const RecipeField& field) override;
    void setBad(bool isBad) override;

    QWidget* control() override { return m_button; }

private:
    void send();

    MenuField* m_button;
};

} // namespace unlit::ui
