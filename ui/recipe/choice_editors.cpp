#include "ui/recipe/choice_editors.h"

#include "core/base/text.h"
#include "core/config/schema/value_text.h"
#include "ui/kit/text.h"
#include "ui/recipe/schema_words.h"
#include "ui/widgets/form_column.h"

#include <QAction>
#include <QHBoxLayout>
#include <QSignalBlocker>

#include <algorithm>

namespace unlit::ui {

using config::Node;
using config::SettingKind;

namespace {

void fill(QWidget* editor, QWidget* control) {
    auto* row = new QHBoxLayout(editor);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(control, 1);
    editor->setFocusProxy(control);
}

bool isTrue(const Node& node) {
    const std::string text = toLower(node.scalar);
    return text == "true" || text == "yes" || text == "on";
}

} // namespace

SwitchEditor::SwitchEditor(const RecipeField& field, QWidget* parent)
    : SettingEditor(parent), m_field(field), m_box(new QCheckBox(this)) {
    fill(this, m_box);
    connect(m_box, &QCheckBox::toggled, this, &SwitchEditor::send);
    show(field);
}

void SwitchEditor::show(const RecipeField& field) {
    m_field = field;
    const QSignalBlocker quiet(m_box);
    m_box->setChecked(isTrue(field.value));
    m_box->setText(field.isSwitch() && !m_box->isChecked()
                       ? schemaWords(field.setting->meta.nullMeaning)
                       : QString());
}

void SwitchEditor::setBad(bool isBad) {
    setBadState(m_box, isBad);
}

void SwitchEditor::send(bool isOn) {
    if (!m_field.isSwitch()) {
        emit edited(Node::plain(isOn ? "true" : "false"));
    } else if (isOn == isTrue(m_field.fallback) && m_field.isOwn) {
        emit cleared();
    } else {
        emit edited(isOn ? Node::emptyMap() : Node::null());
    }
}

ChoiceEditor::ChoiceEditor(const RecipeField& field, QWidget* parent)
    : SettingEditor(parent), m_box(new QComboBox(this)),
      m_isTruth(field.setting->kind == SettingKind::Bool) {
    fill(this, m_box);
    m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_box->setMinimumContentsLength(6);
    const config::SettingMeta& meta = field.setting->meta;
    for (const std::string& choice :
         m_isTruth ? std::vector<std::string>{"true", "false"} : meta.choices)
        m_box->addItem(choice.empty() ? tr("none") : toQString(choice), toQString(choice));
    if (field.setting->isNullable())
        m_box->addItem(schemaWords(meta.nullMeaning));
    m_known = m_box->count();
    connect(m_box, &QComboBox::activated, this, [this](int index) {
        const QVariant chosen = m_box->itemData(index);
        const std::string text = chosen.toString().toStdString();
        emit edited(!chosen.isValid() ? Node::null()
                    : m_isTruth       ? Node::plain(text)
                                      : Node::quoted(text));
    });
    show(field);
}

void ChoiceEditor::show(const RecipeField& field) {
    while (m_box->count() > m_known)
        m_box->removeItem(m_known);
    const Node& value = field.value;
    int index = -1;
    if (config::parseValue(value, *field.setting).problem.empty()) {
        if (value.kind == Node::Kind::Null)
            index = m_known - 1;
        else if (m_isTruth)
            index = isTrue(value) ? 0 : 1;
        else
            index = m_box->findData(toQString(value.scalar));
        if (index < 0) // null as a word
            index = m_known - 1;
    } else {
        const QString written = toQString(config::displayText(value));
        m_box->addItem(written, written);
        index = m_known;
    }
    m_box->setCurrentIndex(index);
}

void ChoiceEditor::setBad(bool isBad) {
    setBadState(m_box, isBad);
}

ManyEditor::ManyEditor(const RecipeField& field, QWidget* parent)
    : SettingEditor(parent), m_button(new MenuField(this)) {
    fill(this, m_button);
    m_button->setFocusPolicy(Qt::StrongFocus);
    for (const std::string& choice : field.setting->meta.choices) {
        QAction* action = m_button->fieldMenu().addAction(toQString(choice));
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, &ManyEditor::send);
    }
    show(field);
}

void ManyEditor::show(const RecipeField& field) {
    QStringList names;
    for (const Node& element : field.value.list)
        names += toQString(config::displayText(element));
    for (QAction* action : m_button->fieldMenu().actions())
        action->setChecked(names.contains(action->text()));
    m_button->showText(names.isEmpty() ? tr("none") : names.join(QStringLiteral(", ")));
}

void ManyEditor::setBad(bool isBad) {
    setBadState(m_button, isBad);
}

void ManyEditor::send() {
    Node list;
    list.kind = Node::Kind::List;
    for (const QAction* action : m_button->fieldMenu().actions())
        if (action->isChecked())
            list.list.push_back(Node::quoted(action->text().toStdString()));
    emit edited(list);
}

} // namespace unlit::ui
