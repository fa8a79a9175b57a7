#include "ui/recipe/recipe_form.h"

#include "ui/kit/text.h"
#include "ui/recipe/recipe_layout.h"

#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace unlit::ui {

namespace {

/// The section that the setting stands in; `kwargs` are no section to a reader.
std::string parentOf(const std::string& path) {
    const std::size_t dot = path.rfind('.');
    std::string parent = dot == std::string::npos ? std::string() : path.substr(0, dot);
    if (parent.ends_with(".kwargs"))
        parent.erase(parent.size() - 7);
    return parent;
}

bool isInElement(const std::string& path) {
    return std::ranges::any_of(config::pathParts(path), [](const std::string& part) {
        return config::listIndex(part) >= 0;
    });
}

/// A problem belongs to the setting that it names, or to the nearest row above it.
bool isAbout(const Diagnostic& problem, const RecipeField& field) {
    const std::string& key = problem.key;
    const bool isLeaf = !field.isSwitch() && !field.isList();
    return key == field.path ||
           (isLeaf && key.starts_with(field.path) && key[field.path.size()] == '.');
}

} // namespace

void RecipeForm::show(const RecipeReader::State& state, bool isOther) {
    m_state = state;
    m_isBehind = true;
    m_isOther = m_isOther || isOther;
    if (isVisible())
        catchUp();
}

void RecipeForm::showEvent(QShowEvent* event) {
    catchUp();
    QScrollArea::showEvent(event);
}

void RecipeForm::catchUp() {
    if (!std::exchange(m_isBehind, false))
        return;
    m_fields = m_schema.fields(*m_state);
    m_picker.setHome(m_state->shownAs.parent_path());
    if (std::exchange(m_isOther, false)) {
        m_kept.clear();
        m_open.clear();
        verticalScrollBar()->setValue(0);
    }
    rememberWritten();
    layOut();
}

/// What the recipe itself changes, and what is wrong, is never folded away.
void RecipeForm::rememberWritten() {
    for (const RecipeField& field : m_fields) {
        const bool isWritten =
            field.isOwn && field.isChanged && !field.isSwitchedOff && !field.isList();
        const bool isWrong =
            std::ranges::any_of(m_state->loaded.diagnostics,
                                [&](const Diagnostic& problem) { return isAbout(problem, field); });
        if (isWritten || isWrong)
            m_kept.insert(field.path);
    }
}

void RecipeForm::setFilter(const QString& text) {
    m_filter = text.simplified().toLower().split(u' ', Qt::SkipEmptyParts);
    catchUp();
    layOut();
}

void RecipeForm::setGroupOpen(int group, bool isOpen) {
    catchUp();
    if (isOpen)
        m_open.insert(group);
    else
        m_open.erase(group);
    if (!isOpen)
        std::erase_if(m_kept,
                      [&](const std::string& path) { return recipeGroupOf(path) == group; });
    if (m_state != nullptr)
        rememberWritten();
    layOut();
}

bool RecipeForm::matches(const RecipeField& field) const {
    const QString words = (toQString(field.path) + u' ' + recipeLabel(field.path) + u' ' +
                           toQString(field.setting->meta.help))
                              .toLower();
    return std::ranges::all_of(m_filter, [&](const QString& word) { return words.contains(word); });
}

bool RecipeForm::isShown(const RecipeField& field) const {
    if (field.isList())
        return false; // its adder is
    if (!m_filter.isEmpty())
        return matches(field);
    if (m_kept.contains(field.path))
        return true;
    if (!field.isUsed || field.isSwitchedOff)
        return false;
    return isEssential(field.path) || m_open.contains(recipeGroupOf(field.path));
}

void RecipeForm::addGroup(int group, std::vector<Line>& lines) const {
    std::vector<Line> first;
    std::vector<std::pair<std::string, std::vector<Line>>> sections; ///< by what is above the rows
    const auto sectionOf = [&](const std::string& parent) -> std::vector<Line>& {
        auto found = std::ranges::find(sections, parent, &decltype(sections)::value_type::first);
        if (found == sections.end())
            found = sections.insert(parent.empty() ? sections.begin() : sections.end(),
                                    {parent, std::vector<Line>()});
        return found->second;
    };
    const RecipeField* list = nullptr; ///< whose elements are being passed
    const auto endList = [&] {
        if (list != nullptr)
            sectionOf(list->path).push_back({Line::Kind::Adder, list->path, list});
        list = nullptr;
    };
    for (const RecipeField& field : m_fields) {
        if (recipeGroupOf(field.path) != group)
            continue;
        if (list != nullptr && !field.path.starts_with(list->path + "."))
            endList();
        if (field.isList() && hasAdder(field, group))
            list = &field;
        if (!isShown(field))
            continue;
        const Line row{Line::Kind::Row, field.path, &field};
        if (isEssential(field.path) && !isInElement(field.path))
            first.push_back(row);
        else
            sectionOf(parentOf(field.path)).push_back(row);
    }
    endList();
    std::ranges::stable_sort(first, {}, [](const Line& line) { return essentialRank(line.key); });
    if (first.empty() && sections.empty() && !m_filter.isEmpty())
        return;
    lines.push_back({Line::Kind::Heading, std::to_string(group), nullptr});
    lines.insert(lines.end(), first.begin(), first.end());
    for (const auto& [parent, rows] : sections) {
        const bool isSaid = recipeSubheading(parent + ".x") == recipeGroups()[group];
        if (!parent.empty() && !isSaid && rows.front().kind == Line::Kind::Row)
            lines.push_back({Line::Kind::Subheading, parent, nullptr});
        lines.insert(lines.end(), rows.begin(), rows.end());
    }
}

/// A validation set can always be added; the others where there are some, or all is unfolded.
bool RecipeForm::hasAdder(const RecipeField& list, int group) const {
    if (!m_filter.isEmpty() || list.isSwitchedOff)
        return false;
    return list.elements > 0 || m_open.contains(group) || list.path == "dataset.val";
}

std::vector<RecipeForm::Line> RecipeForm::linesNow() const {
    std::vector<Line> lines;
    for (int group = 0; group < static_cast<int>(recipeGroups().size()); ++group)
        addGroup(group, lines);
    return lines;
}

bool RecipeForm::focusField(const std::string& path) {
    catchUp();
    const auto known = std::ranges::find(m_fields, path, &RecipeField::path);
    if (known == m_fields.end() || known->isList())
        return false;
    m_kept.insert(path);
    m_filter.clear();
    layOut();
    FieldRow* const found = row(path);
    m_column->activate();
    ensureWidgetVisible(found, 0, 60);
    found->editor().control()->setFocus(Qt::OtherFocusReason);
    return true;
}

FieldRow* RecipeForm::row(const std::string& path) const {
    for (const Line& line : m_lines)
        if (line.kind == Line::Kind::Row && line.key == path)
            return static_cast<FieldRow*>(m_widgets.at("row " + path));
    return nullptr;
}

std::vector<std::string> RecipeForm::shownPaths() const {
    std::vector<std::string> paths;
    for (const Line& line : m_lines)
        if (line.kind == Line::Kind::Row)
            paths.push_back(line.key);
    return paths;
}

void RecipeForm::showProblems() {
    for (const Line& line : m_lines) {
        if (line.kind != Line::Kind::Row)
            continue;
        std::optional<Diagnostic> worst;
        for (const Diagnostic& problem : m_state->loaded.diagnostics)
            if (isAbout(problem, *line.field) && (!worst || problem.severity < worst->severity))
                worst = problem;
        static_cast<FieldRow*>(m_widgets.at("row " + line.key))->showProblem(worst);
    }
}

} // namespace unlit::ui
