#include "ui/recipe/targets_editor.h"

#include <QFocusEvent>

namespace unlit::ui {

namespace {

constexpr int kGapPx = 10;

} // namespace

TargetsEditor::TargetsEditor(const RecipeField& field, QWidget* parent)
    : SettingEditor(parent), m_field(field), m_column(new QVBoxLayout(this)),
      m_add(new QPushButton(tr("Add a target"), this)) {
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(kGapPx);
    m_add->setProperty("role", QStringLiteral("link"));
    m_add->setToolTip(tr("One more picture that the model makes"));
    m_column->addWidget(m_add, 0, Qt::AlignLeft);
    connect(m_add, &QPushButton::clicked, this, [this] { change(&TargetList::add); });
    show(field);
}

void TargetsEditor::show(const RecipeField& field) {
    m_field = field;
    m_targets.read(field.value);
    showRows();
}

void TargetsEditor::showRows() {
    const std::vector<TargetLine> lines = m_targets.lines();
    while (m_rows.size() > lines.size()) {
        m_rows.back()->hide();
        m_rows.back()->deleteLater(); // it may be the one that was clicked
        m_rows.pop_back();
    }
    while (m_rows.size() < lines.size())
        m_rows.push_back(makeRow(m_rows.size()));
    for (std::size_t i = 0; i < lines.size(); ++i)
        m_rows[i]->show(lines[i], lines.size() > 1);
}

/// To its first field. A focus proxy that is a child draws Qt's chain of Tab into a circle.
void TargetsEditor::focusInEvent(QFocusEvent* event) {
    controls().first()->setFocus(event->reason());
}

/// Rows come and go at the end.
TargetRow* TargetsEditor::makeRow(std::size_t line) {
    auto* row = new TargetRow(m_field.setting->meta.choices, this);
    m_column->insertWidget(static_cast<int>(line), row);
    connect(row, &TargetRow::renamed, this, [this, line](const QString& name) {
        change([&](TargetList& list) { list.rename(line, name.trimmed().toStdString()); });
    });
    connect(row, &TargetRow::spaceChosen, this, [this, line](const QString& space) {
        change([&](TargetList& list) { list.setSpace(line, space.toStdString()); });
    });
    connect(row, &TargetRow::scaleToggled, this, [this, line](bool isFree) {
        change([&](TargetList& list) { list.setUpToScale(line, isFree); });
    });
    connect(row, &TargetRow::partNamed, this, [this, line](int part, const QString& name) {
        change([&](TargetList& list) {
            list.setPart(line, static_cast<std::size_t>(part), name.trimmed().toStdString());
        });
    });
    connect(row, &TargetRow::removed, this,
            [this, line] { change([&](TargetList& list) { list.remove(line); }); });
    return row;
}

/// What comes of it in the document is shown to this editor again.
void TargetsEditor::change(const std::function<void(TargetList&)>& edit) {
    edit(m_targets);
    showRows();
    emit edited(m_targets.write(m_field.fallback));
}

void TargetsEditor::setBad(bool isBad) {
    for (TargetRow* row : m_rows)
        row->setBad(isBad);
}

QList<QWidget*> TargetsEditor::controls() {
    QList<QWidget*> all;
    for (const TargetRow* row : m_rows)
        all += row->controls();
    return all << m_add;
}

} // namespace unlit::ui
