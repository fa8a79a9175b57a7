// Edits the pictures that a model makes: a few fields for each of them.
#pragma once

#include "ui/recipe/setting_editor.h"
#include "ui/recipe/target_list.h"
#include "ui/recipe/target_row.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <functional>
#include <vector>

namespace unlit::ui {

/// Every key counts at once.
class TargetsEditor : public SettingEditor {
    Q_OBJECT

public:
    TargetsEditor(const RecipeField& field, QWidget* parent);
    void show(const RecipeField& field) override;
    void setBad(bool isBad) override;

    QWidget* control() override { return this; }

    bool isTall() const override { return true; }

    QList<QWidget*> controls() override;

    const std::vector<TargetRow*>& rows() const { return m_rows; }

    QPushButton& adder() { return *m_add; }

protected:
    void focusInEvent(QFocusEvent* event) override;

private:
    void showRows();
    TargetRow* makeRow(std::size_t line);
    void change(const std::function<void(TargetList&)>& edit);

    RecipeField m_field;
    TargetList m_targets;
    std::vector<TargetRow*> m_rows;
    QVBoxLayout* m_column;
    QPushButton* m_add;
};

} // namespace unlit::ui
