// The widgets of the form: made when they are first needed, kept while their setting exists.
#include "ui/kit/text.h"
#include "ui/recipe/recipe_form.h"
#include "ui/recipe/recipe_layout.h"
#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kRowGap = 6;

/// "dataset.val" and 1 of "dataset.val.1"; nothing of other paths.
std::optional<std::pair<std::string, std::size_t>> elementOf(const std::string& path) {
    const std::size_t dot = path.rfind('.');
    if (dot == std::string::npos)
        return std::nullopt;
    const long index = config::listIndex(path.substr(dot + 1));
    if (index < 0)
        return std::nullopt;
    return std::pair(path.substr(0, dot), static_cast<std::size_t>(index));
}

QString adderText(const std::string& list) {
    if (list == "dataset.val")
        return RecipeForm::tr("Add a validation set");
    if (list == "dataset.vis")
        return RecipeForm::tr("Add a set to look at");
    return RecipeForm::tr("Add a set to the mixture");
}

} // namespace

RecipeForm::RecipeForm(QWidget* parent)
    : QScrollArea(parent), m_content(new QWidget(this)), m_column(new QVBoxLayout(m_content)),
      m_nothing(makeLabel(tr("No setting has these words."), "hint", m_content)) {
    setObjectName(QStringLiteral("panelScroll"));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus);
    m_content->setObjectName(QStringLiteral("panelContent"));
    m_column->setContentsMargins(14, 8, 14, 12);
    m_column->setSpacing(kRowGap);
    setWidget(m_content);
    m_nothing->hide();
}

void RecipeForm::layOut() {
    if (m_state == nullptr)
        return;
    std::vector<Line> lines = linesNow();
    const bool isSame = lines == m_lines;
    m_lines = std::move(lines);
    if (!isSame) {
        m_content->setUpdatesEnabled(false);
        while (QLayoutItem* item = m_column->takeAt(0))
            delete item;
        std::set<QWidget*> used;
        for (const Line& line : m_lines) {
            QWidget* widget = widgetOf(line);
            m_column->addWidget(widget);
            used.insert(widget);
        }
        m_column->addWidget(m_nothing);
        m_column->addStretch(1);
        for (const auto& [key, widget] : m_widgets)
            widget->setVisible(used.contains(widget));
        m_nothing->setVisible(m_lines.empty());
        m_content->setUpdatesEnabled(true);
    }
    for (const Line& line : m_lines)
        if (line.kind == Line::Kind::Row)
            static_cast<FieldRow*>(m_widgets.at("row " + line.key))
                ->show(*line.field, m_state->shownAs);
    for (const Line& line : m_lines) {
        if (line.kind != Line::Kind::Heading)
            continue;
        const bool isOpen = m_open.contains(std::stoi(line.key));
        auto* more = m_widgets.at("heading " + line.key)->findChild<QPushButton*>();
        more->setText(isOpen ? tr("Less") : tr("More"));
        more->setVisible(m_filter.isEmpty());
    }
    showProblems();
    orderTabs();
}

/// Rows and their parts are made when they are needed; Tab goes through them as they stand. Qt
/// leaves out what takes no focus now, and with it all that was to follow.
void RecipeForm::orderTabs() {
    QWidget* before = m_before;
    for (const Line& line : m_lines) {
        for (QWidget* next : tabStops(line)) {
            if (next->focusPolicy() == Qt::NoFocus)
                continue;
            setTabOrder(before, next);
            before = next;
        }
    }
}

QList<QWidget*> RecipeForm::tabStops(const Line& line) const {
    if (line.kind == Line::Kind::Row) {
        FieldRow* const here = row(line.key);
        return QList<QWidget*>{&here->mark()} + here->editor().controls();
    }
    QList<QWidget*> buttons;
    for (auto* button : m_widgets.at(widgetName(line))->findChildren<QAbstractButton*>())
        buttons += button;
    return buttons;
}

std::string RecipeForm::widgetName(const Line& line) {
    static const std::map<Line::Kind, std::string> kNames = {{Line::Kind::Heading, "heading "},
                                                             {Line::Kind::Subheading, "above "},
                                                             {Line::Kind::Row, "row "},
                                                             {Line::Kind::Adder, "adder "}};
    return kNames.at(line.kind) + line.key;
}

QWidget* RecipeForm::widgetOf(const Line& line) {
    QWidget*& widget = m_widgets[widgetName(line)];
    if (widget != nullptr)
        return widget;
    switch (line.kind) {
    case Line::Kind::Heading:
        widget = makeHeading(std::stoi(line.key));
        break;
    case Line::Kind::Subheading:
        widget = makeSubheading(line.key);
        break;
    case Line::Kind::Row:
        widget = makeRow(*line.field);
        break;
    case Line::Kind::Adder:
        widget = makeAdder(*line.field);
        break;
    }
    return widget;
}

QWidget* RecipeForm::makeHeading(int group) {
    auto* heading = new QWidget(m_content);
    auto* row = new QHBoxLayout(heading);
    row->setContentsMargins(0, group == 0 ? 0 : 8, 0, 0);
    row->addWidget(makeLabel(recipeGroups()[group], "section", heading), 1);
    auto* more = new QPushButton(heading);
    more->setProperty("role", QStringLiteral("link"));
    more->setAccessibleName(tr("More of %1").arg(recipeGroups()[group]));
    connect(more, &QPushButton::clicked, this,
            [this, group] { setGroupOpen(group, !m_open.contains(group)); });
    row->addWidget(more);
    return heading;
}

QWidget* RecipeForm::makeSubheading(const std::string& path) {
    auto* heading = new QWidget(m_content);
    auto* row = new QHBoxLayout(heading);
    row->setContentsMargins(0, 4, 0, 0);
    auto* label = makeLabel(recipeSubheading(path + ".x"), "hint", heading);
    label->setToolTip(toQString(path));
    row->addWidget(label, 1);
    if (const auto element = elementOf(path)) {
        auto* remove = new QToolButton(heading);
        remove->setObjectName(QStringLiteral("iconButton"));
        remove->setText(QStringLiteral("✕"));
        remove->setToolTip(tr("Take this set out"));
        remove->setAccessibleName(remove->toolTip());
        connect(remove, &QToolButton::clicked, this,
                [this, element] { emit elementRemoved(element->first, element->second); });
        row->addWidget(remove);
    }
    return heading;
}

QWidget* RecipeForm::makeAdder(const RecipeField& list) {
    auto* holder = new QWidget(m_content);
    auto* row = new QHBoxLayout(holder);
    row->setContentsMargins(0, 0, 0, 0);
    auto* add = new QPushButton(adderText(list.path), holder);
    add->setProperty("role", QStringLiteral("link"));
    add->setToolTip(sentence(list.setting->meta.help));
    connect(add, &QPushButton::clicked, this,
            [this, path = list.path] { emit elementAdded(path); });
    row->addWidget(add);
    row->addStretch(1);
    return holder;
}

FieldRow* RecipeForm::makeRow(const RecipeField& field) {
    auto* row = new FieldRow(field, m_state->shownAs, m_content);
    // What is watched takes the focus: an editor that hands it on to its first field would lead Tab
    // back there.
    if (QWidget* control = row->editor().control(); control != &row->editor())
        m_wheel.watch(control);
    row->editor().setPicker(&m_picker);
    connect(row, &FieldRow::edited, this, &RecipeForm::edited);
    connect(row, &FieldRow::cleared, this, &RecipeForm::cleared);
    connect(row, &FieldRow::placeAsked, this, &RecipeForm::placeAsked);
    return row;
}

} // namespace unlit::ui
