// A recipe as a form, made from the schema: headings, rows, and more behind each heading.
#pragma once

#include "ui/recipe/field_row.h"
#include "ui/recipe/recipe_fields.h"
#include "ui/widgets/wheel_guard.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace unlit::ui {

/// Knows no document: what the user does is told, and what comes of it is shown to it again.
class RecipeForm : public QScrollArea {
    Q_OBJECT

public:
    explicit RecipeForm(QWidget* parent = nullptr);

    /// `isOther`: another recipe; folds everything, goes to the top. Rows are made and changed when
    /// the form can be seen: nobody waits for one that stands behind another page.
    void show(const RecipeReader::State& state, bool isOther);
    /// Settings whose name, key or help has every word; empty: as it is unfolded.
    void setFilter(const QString& text);
    void setGroupOpen(int group, bool isOpen);

    /// Unfolds what is needed, scrolls to it and gives it the focus. False: no such setting.
    bool focusField(const std::string& path);

    /// Null where it is not on show.
    FieldRow* row(const std::string& path) const;
    std::vector<std::string> shownPaths() const;

    /// Tab comes from it to the first row. Outlives the form.
    void setTabBefore(QWidget& widget) { m_before = &widget; }

    PathPicker& picker() { return m_picker; }

signals:
    void edited(const std::string& path, const unlit::config::Node& value);
    void cleared(const std::string& path);
    void elementAdded(const std::string& list);
    void elementRemoved(const std::string& list, std::size_t index);
    void placeAsked(const unlit::SourceMark& mark);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Line {
        enum class Kind { Heading, Subheading, Row, Adder } kind;
        std::string key; ///< path, or the number of a group
        const RecipeField* field = nullptr;

        bool operator==(const Line& other) const { return kind == other.kind && key == other.key; }
    };

    void catchUp();
    std::vector<Line> linesNow() const;
    void addGroup(int group, std::vector<Line>& lines) const;
    bool hasAdder(const RecipeField& list, int group) const;
    bool isShown(const RecipeField& field) const;
    bool matches(const RecipeField& field) const;
    void layOut();
    void orderTabs();
    QList<QWidget*> tabStops(const Line& line) const;
    static std::string widgetName(const Line& line);
    QWidget* widgetOf(const Line& line);
    QWidget* makeHeading(int group);
    QWidget* makeSubheading(const std::string& path);
    QWidget* makeAdder(const RecipeField& list);
    FieldRow* makeRow(const RecipeField& field);
    void showProblems();
    void rememberWritten();

    RecipeSchema m_schema;
    RecipeReader::State m_state;
    bool m_isBehind = false; ///< the rows show an earlier state
    bool m_isOther = false;  ///< and of another recipe
    std::vector<RecipeField> m_fields;
    std::vector<Line> m_lines;
    std::map<std::string, QWidget*> m_widgets; ///< by kind and key
    std::set<std::string> m_kept;              ///< settings that stay on show once they were
    std::set<int> m_open;
    QStringList m_filter;
    QWidget* m_before = nullptr;
    QWidget* m_content;
    QVBoxLayout* m_column;
    QLabel* m_nothing;
    WheelGuard m_wheel;
    PathPicker m_picker;
};

} // namespace unlit::ui
