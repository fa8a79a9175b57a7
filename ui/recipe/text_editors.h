// Editors of settings that are typed: numbers, texts, lists, paths.
#pragma once

#include "ui/recipe/setting_editor.h"
#include "ui/recipe/value_line.h"
#include "ui/widgets/offer_box.h"

#include <QToolButton>

namespace unlit::ui {

/// Every key counts at once. An empty field says nothing of its own: that is sent when it is left,
/// so that the line with its comment stays while somebody types the new value.
class LineEditor : public SettingEditor {
    Q_OBJECT

public:
    LineEditor(const RecipeField& field, QWidget* parent);
    ~LineEditor() override;
    LineEditor(const LineEditor&) = delete;
    LineEditor& operator=(const LineEditor&) = delete;
    LineEditor(LineEditor&&) = delete;
    LineEditor& operator=(LineEditor&&) = delete;

    void show(const RecipeField& field) override;
    void setBad(bool isBad) override;

    QWidget* control() override { return m_line; }

protected:
    /// As if it had been typed.
    void take(const QString& text);

    const RecipeField& field() const { return m_field; }

    ValueLine& line() { return *m_line; }

private:
    void send(const QString& text);
    void sendEmpty();

    RecipeField m_field;
    ValueLine* m_line;
};

/// Offers what it could be, too.
class OfferEditor : public LineEditor {
    Q_OBJECT

public:
    OfferEditor(const RecipeField& field, QWidget* parent);
    void show(const RecipeField& field) override;
    void setBad(bool isBad) override;

    QWidget* control() override { return m_box; }

private:
    OfferBox* m_box;
};

/// With a picker; files and folders can be dropped on it.
class PathEditor : public LineEditor {
    Q_OBJECT

public:
    PathEditor(const RecipeField& field, QWidget* parent);

    void setPicker(PathPicker* picker) override { m_picker = picker; }

    QList<QWidget*> controls() override { return {control(), m_browse}; }

    QToolButton& browser() { return *m_browse; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void pick();

    bool m_isFile;
    QToolButton* m_browse;
    PathPicker* m_picker = nullptr;
};

} // namespace unlit::ui
