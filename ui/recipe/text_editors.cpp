#include "ui/recipe/text_editors.h"

#include "core/config/schema/value_text.h"
#include "core/config/yaml/yaml_reader.h"
#include "core/config/yaml/yaml_writer.h"
#include "ui/kit/text.h"
#include "ui/recipe/choice_editors.h"
#include "ui/recipe/recipe_layout.h"
#include "ui/recipe/schema_words.h"
#include "ui/recipe/targets_editor.h"
#include "ui/widgets/form_column.h"

#include <QCoreApplication>
#include <QDropEvent>
#include <QHBoxLayout>
#include <QMimeData>
#include <QSignalBlocker>
#include <QUrl>

#include <variant>

namespace unlit::ui {

using config::Node;
using config::SettingKind;

namespace {

bool isListKind(SettingKind kind) {
    return kind == SettingKind::TextList || kind == SettingKind::WholeList ||
           kind == SettingKind::NumberList;
}

bool isNumberKind(SettingKind kind) {
    return kind == SettingKind::Whole || kind == SettingKind::Number;
}

bool isNull(const Node& node, const config::Setting& setting) {
    const config::ParsedValue parsed = config::parseValue(node, setting);
    return parsed.problem.empty() && std::holds_alternative<std::monostate>(parsed.value);
}

/// As it stands in the field: lists without their brackets.
QString fieldText(const Node& node, const config::Setting& setting) {
    // Nothing where something has to be is no text either; the problem below says so.
    if (node.kind == Node::Kind::Null || isNull(node, setting))
        return {};
    if (!isListKind(setting.kind) || node.kind != Node::Kind::List)
        return node.kind == Node::Kind::Scalar ? toQString(node.scalar)
                                               : toQString(config::inlineYaml(node));
    const std::string text = config::inlineYaml(node);
    return toQString(text.substr(1, text.size() - 2));
}

/// What a typed text means; as a quoted text where it is no value of its own.
Node nodeFrom(const QString& text, const config::Setting& setting) {
    const std::string typed = text.trimmed().toStdString();
    const bool isList = isListKind(setting.kind);
    if (isList || isNumberKind(setting.kind)) {
        const bool hasBrackets = typed.starts_with('[');
        auto node = config::parseYamlValue(isList && !hasBrackets ? "[" + typed + "]" : typed);
        if (node && (node->kind == Node::Kind::List ||
                     (node->kind == Node::Kind::Scalar && !node->isQuoted)))
            return *node;
    }
    return Node::quoted(text.toStdString());
}

ValueLine::Step stepOf(const RecipeField& field) {
    if (isLogarithmic(*field.setting))
        return logarithmicStep;
    if (field.setting->kind == SettingKind::Whole)
        return wholeStep;
    return field.setting->kind == SettingKind::Number ? ValueLine::Step(numberStep) : nullptr;
}

QString unitOf(const RecipeField& field) {
    const std::string& unit = field.setting->meta.unit;
    if (unit.empty() && isLogarithmic(*field.setting))
        return QCoreApplication::translate("RecipeLayout", "log");
    return unit.empty() ? QString() : schemaWords(unit == "optimizer steps" ? "steps" : unit);
}

} // namespace

LineEditor::LineEditor(const RecipeField& field, QWidget* parent)
    : SettingEditor(parent), m_field(field), m_line(new ValueLine(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(m_line, 1);
    setFocusProxy(m_line);
    m_line->setUnit(unitOf(field));
    m_line->setStep(stepOf(field));
    connect(m_line, &QLineEdit::textEdited, this, &LineEditor::send);
    connect(m_line, &QLineEdit::editingFinished, this, &LineEditor::sendEmpty);
    show(field);
}

/// A field that is left because its editor goes has nothing to say any more, and nobody to say it.
LineEditor::~LineEditor() {
    m_line->disconnect(this);
}

void LineEditor::show(const RecipeField& field) {
    m_field = field;
    const config::Setting& setting = *field.setting;
    const QString below = isNull(field.fallback, setting) ? schemaWords(setting.meta.nullMeaning)
                                                          : fieldText(field.fallback, setting);
    m_line->setPlaceholderText(below);
    const bool isTyped = m_line->hasFocus() && field.isOwn &&
                         meansTheSame(setting, nodeFrom(m_line->text(), setting), field.value);
    const bool isBeingEmptied = m_line->hasFocus() && m_line->text().isEmpty();
    if (isTyped || isBeingEmptied)
        return; // the same in the user's own writing
    const QString text = fieldText(field.value, setting);
    if (text == m_line->text())
        return;
    const QSignalBlocker quiet(m_line);
    m_line->setText(text);
    // A path that is too long says more by its end.
    m_line->setCursorPosition(setting.kind == SettingKind::Path ? static_cast<int>(text.size())
                                                                : 0);
}

void LineEditor::setBad(bool isBad) {
    setBadState(m_line, isBad);
}

void LineEditor::send(const QString& text) {
    if (!text.trimmed().isEmpty())
        emit edited(nodeFrom(text, *m_field.setting));
}

void LineEditor::sendEmpty() {
    if (!m_line->text().trimmed().isEmpty())
        return;
    const config::Setting& setting = *m_field.setting;
    const bool isText = setting.kind == SettingKind::Text || setting.kind == SettingKind::Path;
    const bool canBeEmpty = setting.isNullable() || isText;
    const Node empty = setting.isNullable() ? Node::null() : Node::quoted("");
    if (!canBeEmpty || meansTheSame(setting, empty, m_field.fallback)) {
        if (m_field.isOwn)
            emit cleared();
        else
            show(m_field);
    } else if (!meansTheSame(setting, empty, m_field.value)) {
        emit edited(empty);
    }
}

void LineEditor::take(const QString& text) {
    m_line->setText(text);
    send(text);
}

OfferEditor::OfferEditor(const RecipeField& field, QWidget* parent)
    : LineEditor(field, parent), m_box(new OfferBox(&line(), this)) {
    layout()->addWidget(m_box);
    setFocusProxy(m_box);
    connect(m_box, &QComboBox::activated, this,
            [this](int index) { take(m_box->itemText(index)); });
    show(field);
}

void OfferEditor::show(const RecipeField& field) {
    QStringList offers;
    for (const std::string& text : field.offers)
        offers += toQString(text);
    m_box->offer(offers);
    LineEditor::show(field);
}

void OfferEditor::setBad(bool isBad) {
    setBadState(m_box, isBad);
}

PathEditor::PathEditor(const RecipeField& field, QWidget* parent)
    : LineEditor(field, parent), m_isFile(picksFile(field.path)), m_browse(new QToolButton(this)) {
    m_browse->setObjectName(QStringLiteral("iconButton"));
    m_browse->setText(QStringLiteral("…"));
    m_browse->setToolTip(m_isFile ? tr("Choose a file") : tr("Choose a folder"));
    m_browse->setAccessibleName(m_browse->toolTip());
    layout()->addWidget(m_browse);
    connect(m_browse, &QToolButton::clicked, this, &PathEditor::pick);
    control()->installEventFilter(this);
}

void PathEditor::pick() {
    const QString now = line().text();
    const QString chosen =
        m_picker == nullptr ? QString() : m_picker->pick(this, m_isFile, now, field().root);
    if (!chosen.isEmpty())
        take(chosen);
}

bool PathEditor::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::DragEnter || event->type() == QEvent::Drop) {
        auto* drop = static_cast<QDropEvent*>(event);
        const QList<QUrl> urls = drop->mimeData()->urls();
        if (!urls.isEmpty() && urls.first().isLocalFile()) {
            drop->acceptProposedAction();
            if (event->type() == QEvent::Drop)
                take(urls.first().toLocalFile());
            return true;
        }
    }
    return LineEditor::eventFilter(watched, event);
}

SettingEditor* makeSettingEditor(const RecipeField& field, QWidget* parent) {
    const config::Setting& setting = *field.setting;
    const bool hasChoices = !setting.meta.choices.empty();
    switch (setting.kind) {
    case SettingKind::Section:
        return new SwitchEditor(field, parent);
    case SettingKind::Bool:
        if (setting.isNullable())
            return new ChoiceEditor(field, parent);
        return new SwitchEditor(field, parent);
    case SettingKind::Choice:
        return new ChoiceEditor(field, parent);
    case SettingKind::TextList:
        if (hasChoices)
            return new ManyEditor(field, parent);
        return new LineEditor(field, parent);
    case SettingKind::Path:
        return new PathEditor(field, parent);
    case SettingKind::Custom:
        return new TargetsEditor(field, parent);
    default:
        if (!field.offers.empty())
            return new OfferEditor(field, parent);
        return new LineEditor(field, parent);
    }
}

} // namespace unlit::ui
