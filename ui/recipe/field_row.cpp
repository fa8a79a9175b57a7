#include "ui/recipe/field_row.h"

#include "core/config/schema/kind_text.h"
#include "core/config/schema/value_text.h"
#include "ui/kit/text.h"
#include "ui/recipe/recipe_layout.h"
#include "ui/recipe/schema_words.h"
#include "ui/theme/theme.h"
#include "ui/widgets/form_column.h"

#include <QAction>
#include <QCoreApplication>
#include <QGridLayout>
#include <QMenu>
#include <QVBoxLayout>

#include <utility>

namespace unlit::ui {

namespace {

constexpr int kLabelWidthPx = 104;
constexpr int kFirstLinePx = 6; // down to the words of an editor's first line

/// "intrinsic.yaml, line 12".
QString placeText(const SourceMark& mark) {
    return QCoreApplication::translate("FieldRow", "%1, line %2")
        .arg(toQString(mark.file.filename()))
        .arg(mark.line);
}

/// Without the key, which stands beside it.
QString messageText(const Diagnostic& problem) {
    std::string message = problem.message;
    if (message.starts_with(problem.key + " "))
        message.erase(0, problem.key.size() + 1);
    return toQString(message);
}

} // namespace

FieldRow::FieldRow(const RecipeField& field, const std::filesystem::path& recipe, QWidget* parent)
    : QWidget(parent), m_field(field), m_recipe(recipe), m_label(makeCutLabel("label", this)),
      m_mark(new FieldMark(this)), m_editor(makeSettingEditor(field, this)),
      m_problem(makeLabel({}, "bad", this)) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(2);
    grid->setVerticalSpacing(3);
    m_label->setText(recipeLabel(field.path));
    m_label->setFixedWidth(kLabelWidthPx);
    m_label->setWordWrap(true);
    m_label->setBuddy(m_editor->control());
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::RichText);
    m_problem->hide();
    const Qt::Alignment beside = m_editor->isTall() ? Qt::AlignTop : Qt::Alignment();
    for (const auto& [widget, column] : {std::pair<QWidget*, int>{m_label, 0}, {m_mark, 1}}) {
        auto* place = new QVBoxLayout;
        place->setContentsMargins(0, m_editor->isTall() ? kFirstLinePx : 0, 0, 0);
        place->addWidget(widget, 0, beside);
        grid->addLayout(place, 0, column, beside);
    }
    grid->addWidget(m_editor, 0, 2);
    grid->addWidget(m_problem, 1, 2);
    grid->setColumnStretch(2, 1);
    const QString words = help();
    m_label->setToolTip(m_label->text() + u'\n' + words); // it may be cut
    m_editor->control()->setToolTip(words);
    m_editor->control()->setWhatsThis(words);
    m_editor->control()->setAccessibleName(m_label->text());
    m_editor->control()->setAccessibleDescription(words);
    // What does not fit is shortened or scrolled: no value may make the column wider.
    m_editor->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    connect(m_editor, &SettingEditor::edited, this,
            [this](const config::Node& value) { emit edited(m_field.path, value); });
    connect(m_editor, &SettingEditor::cleared, this, [this] { emit cleared(m_field.path); });
    connect(m_problem, &QLabel::linkActivated, this, [this] { emit placeAsked(m_problemPlace); });
    connect(m_mark, &QAbstractButton::clicked, this, [this] {
        QMenu menu;
        menu.addActions(makeActions(&menu));
        menu.exec(m_mark->mapToGlobal(QPoint(0, m_mark->height())));
    });
    show(field, recipe);
}

QString FieldRow::help() const {
    const config::Setting& setting = *m_field.setting;
    const config::SettingMeta& meta = setting.meta;
    QString words = sentence(meta.help);
    const bool isNumber =
        setting.kind == config::SettingKind::Whole || setting.kind == config::SettingKind::Number;
    if (isNumber)
        words += u'\n' + sentence(config::kindText(setting) +
                                  (meta.canBeScheduled ? config::kOrSchedule : "") +
                                  (meta.unit.empty() ? "" : ", in " + meta.unit));
    if (setting.isNullable())
        words += u'\n' + tr("Empty: %1.").arg(schemaWords(meta.nullMeaning));
    if (!meta.usedBy.empty()) {
        QStringList users;
        for (const std::string& user : meta.usedBy)
            users += toQString(user);
        words += u'\n' + tr("Only for %1.").arg(users.join(QStringLiteral(", ")));
    }
    return words + u'\n' + toQString(m_field.path);
}

void FieldRow::show(const RecipeField& field, const std::filesystem::path& recipe) {
    m_field = field;
    m_recipe = recipe;
    m_editor->show(field);
    m_editor->setEnabled(!field.isList());
    showMark();
}

void FieldRow::showMark() {
    using Kind = FieldMark::Kind;
    const RecipeField& field = m_field;
    const Kind kind = field.isOwn ? (field.isChanged ? Kind::Changed : Kind::Same)
                      : field.mark && !field.isList() ? Kind::Inherited
                                                      : Kind::None;
    m_mark->setKind(kind);
    const QString standard = toQString(config::displayText(field.fallback));
    QString words;
    if (kind == Kind::Changed || kind == Kind::Same)
        words = field.fallbackMark
                    ? tr("Set here; %1 says %2").arg(placeText(*field.fallbackMark), standard)
                    : tr("Set here; the default is %1").arg(standard);
    else if (kind == Kind::Inherited)
        words = tr("From %1").arg(placeText(*field.mark));
    m_mark->setToolTip(words);
    m_mark->setAccessibleName(tr("Where %1 comes from").arg(m_label->text()));
    m_mark->setAccessibleDescription(words);
}

QList<QAction*> FieldRow::makeActions(QObject* parent) {
    QList<QAction*> actions;
    const auto add = [&](const QString& text, const std::function<void()>& act) {
        auto* action = new QAction(text, parent);
        connect(action, &QAction::triggered, this, act);
        actions += action;
    };
    const QString below = toQString(config::displayText(m_field.fallback));
    if (m_field.isOwn)
        add(m_field.fallbackMark
                ? tr("Back to %1 from %2").arg(below, placeText(*m_field.fallbackMark))
                : tr("Back to the default, %1").arg(below),
            [this] { emit cleared(m_field.path); });
    if (m_field.mark) {
        const SourceMark place = *m_field.mark;
        add(m_field.isOwn ? tr("Go to line %1").arg(place.line)
                          : tr("Open %1").arg(placeText(place)),
            [this, place] { emit placeAsked(place); });
    }
    return actions;
}

void FieldRow::showProblem(const std::optional<Diagnostic>& problem) {
    m_problem->setVisible(problem.has_value());
    const bool isBad = problem && problem->severity == Diagnostic::Severity::Error;
    m_editor->setBad(isBad);
    if (!problem)
        return m_problem->clear();
    setRole(m_problem, isBad ? "bad" : "hint");
    m_problemPlace = problem->mark;
    QString words = messageText(*problem).toHtmlEscaped();
    if (problem->mark.line > 0) {
        const QString place = problem->mark.file == m_recipe ? tr("line %1").arg(problem->mark.line)
                                                             : placeText(problem->mark);
        words += QStringLiteral(" · <a href=\"place\" style=\"color:%2\">%1</a>")
                     .arg(place.toHtmlEscaped(), themeTokens(palette()).accent.name());
    }
    m_problem->setText(words);
    m_problem->setToolTip(problem->hint.empty() ? QString() : sentence(problem->hint));
}

} // namespace unlit::ui
