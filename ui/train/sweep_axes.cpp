#include "ui/train/sweep_axes.h"

#include "core/base/error.h"
#include "core/config/schema/kind_text.h"
#include "core/config/schema/schema.h"
#include "ui/kit/text.h"
#include "ui/theme/icon.h"
#include "ui/widgets/form_column.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QHBoxLayout>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kPopupPx = 360; // whole keys

/// Optional sections, too.
void visitAll(const config::Setting& setting, const std::string& path,
              const std::function<void(const config::Setting&, const std::string&)>& visit) {
    if (setting.kind != config::SettingKind::Section)
        return visit(setting, path);
    if (setting.isPresent && !setting.isPresent())
        setting.setPresent(true);
    for (const config::Setting& child : setting.children())
        visitAll(child, config::joinedPath(path, child.key), visit);
}

/// What names and places a run is the sweep's own.
bool isSweepsOwn(const QString& key) {
    return key == QStringLiteral("run.name") || key == QStringLiteral("run.output_dir") ||
           key == QStringLiteral("run.add_datetime_prefix");
}

QString exampleOf(const config::Setting& setting) {
    if (setting.kind == config::SettingKind::Bool)
        return QStringLiteral("true, false");
    QStringList choices;
    for (const std::string& choice : setting.meta.choices)
        choices += toQString(choice);
    return choices.mid(0, 4).join(QStringLiteral(", "));
}

} // namespace

SweepAxes::SweepAxes(QWidget* parent) : QWidget(parent), m_column(new QVBoxLayout(this)) {
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(6);
    m_column->addStretch(1);
    readSchema();
    addRow();
}

void SweepAxes::readSchema() {
    config::TrainConfig defaults;
    visitAll(config::schemaOf(defaults), {},
             [this](const config::Setting& setting, const std::string& path) {
                 const QString key = toQString(path);
                 if (!setting.isLeaf())
                     m_openSections += key + u'.';
                 if (!setting.isLeaf() || isSweepsOwn(key))
                     return;
                 m_keys += key;
                 m_help[key] =
                     sentence(setting.meta.help) + u'\n' + sentence(config::kindText(setting));
                 m_defaults[key] = exampleOf(setting);
             });
    // What is typed most stands at the top of the schema: lr before autoencoder.discriminator.lr.
    std::ranges::stable_sort(m_keys, {}, [](const QString& key) { return key.count(u'.'); });
}

bool SweepAxes::isSetting(const QString& key) const {
    return m_help.contains(key) || std::ranges::any_of(m_openSections, [&](const QString& section) {
               return key.startsWith(section) && key.size() > section.size();
           });
}

void SweepAxes::addRow(const QString& key, const QString& values) {
    Row row{new QWidget(this), nullptr, nullptr, nullptr, nullptr};
    row.key = new QLineEdit(key, row.whole);
    row.values = new QLineEdit(values, row.whole);
    row.zip = makeZipButton(row.whole);
    row.remove = new QToolButton(row.whole);
    row.key->setAccessibleName(tr("Setting"));
    row.key->setPlaceholderText(tr("Setting, as lr"));
    row.values->setAccessibleName(tr("Values"));
    row.remove->setObjectName(QStringLiteral("iconButton"));
    row.remove->setIcon(themedIcon(QStringLiteral("close")));
    row.remove->setToolTip(tr("Take this setting out"));
    row.remove->setAccessibleName(tr("Take this setting out"));
    row.remove->setFocusPolicy(Qt::TabFocus);
    for (QLineEdit* field : {row.key, row.values})
        field->setAcceptDrops(false);
    auto* completer = new QCompleter(m_keys, row.key);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setMaxVisibleItems(12);
    completer->popup()->setMinimumWidth(kPopupPx);
    row.key->setCompleter(completer);
    auto* line = new QHBoxLayout(row.whole);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(row.key, 4);
    line->addWidget(row.values, 5);
    line->addWidget(row.zip);
    line->addWidget(row.remove);
    m_column->insertWidget(m_column->count() - 1, row.whole); // before the stretch
    for (QLineEdit* field : {row.key, row.values})
        connect(field, &QLineEdit::textChanged, this, &SweepAxes::refresh);
    connect(row.zip, &QToolButton::toggled, this, &SweepAxes::refresh);
    connect(completer, qOverload<const QString&>(&QCompleter::activated), row.values,
            [field = row.values] { field->setFocus(); });
    connect(row.remove, &QToolButton::clicked, this,
            [this, whole = row.whole] { removeRow(whole); });
    m_rows.push_back(row);
    refresh();
    emit rowAdded();
    row.key->setFocus();
}

QToolButton* SweepAxes::makeZipButton(QWidget* row) const {
    auto* button = new QToolButton(row);
    button->setObjectName(QStringLiteral("iconButton"));
    button->setIcon(themedIcon(QStringLiteral("link")));
    button->setCheckable(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(tr("Goes together with the other marked settings"));
    button->setToolTip(tr("Goes together with the other marked settings: the first value with the "
                          "first, the second with the second. Without it every combination is "
                          "trained."));
    return button;
}

QWidgetList SweepAxes::tabChain() const {
    QWidgetList chain;
    for (const Row& row : m_rows)
        chain << row.key << row.values << row.zip << row.remove;
    return chain;
}

void SweepAxes::removeRow(const QWidget* whole) {
    const auto row = std::ranges::find(m_rows, whole, &Row::whole);
    if (row == m_rows.end())
        return;
    if (m_rows.size() == 1) { // the last one becomes empty
        row->key->clear();
        row->values->clear();
        row->zip->setChecked(false);
        return;
    }
    row->whole->hide();
    row->whole->deleteLater();
    m_rows.erase(row);
    refresh();
}

void SweepAxes::refresh() {
    for (const Row& row : m_rows) {
        const QString key = row.key->text().trimmed();
        const auto help = m_help.find(key);
        row.key->setToolTip(help != m_help.end()
                                ? help->second
                                : tr("A setting of the recipe: its key, as optimizer.name"));
        const auto example = m_defaults.find(key);
        row.values->setPlaceholderText(example != m_defaults.end() && !example->second.isEmpty()
                                           ? example->second
                                           : tr("Values, as 1e-4, 3e-5"));
        row.values->setToolTip(
            tr("Between commas; those in brackets or quotes belong to one value"));
        setBadState(row.key, false);
        row.zip->setEnabled(m_rows.size() > 1 || row.zip->isChecked());
        row.remove->setEnabled(m_rows.size() > 1 || !key.isEmpty() ||
                               !row.values->text().isEmpty());
    }
    emit changed();
}

QString SweepAxes::markUnknown() {
    QString first;
    for (const Row& row : m_rows) {
        const QString key = row.key->text().trimmed();
        const bool isUnknown = !key.isEmpty() && !isSweepsOwn(key) && !isSetting(key);
        setBadState(row.key, isUnknown);
        if (isUnknown && first.isEmpty())
            first = key;
    }
    return first;
}

std::vector<SweepAxis> SweepAxes::axes() const {
    std::vector<SweepAxis> axes;
    for (const Row& row : m_rows) {
        const QString key = row.key->text().trimmed();
        const QString values = row.values->text().trimmed();
        if (key.isEmpty() && values.isEmpty())
            continue;
        if (key.isEmpty())
            throw Error::invalidInput("values stand there without a setting",
                                      "name the setting at their left, as lr");
        if (values.isEmpty())
            throw Error::invalidInput("there are no values for " + key.toStdString() + " yet",
                                      "write them between commas, as 1e-4, 3e-5");
        axes.push_back(sweepAxisOf(QString(key + u'=' + values).toStdString(),
                                   row.zip->isChecked() ? SweepValues::Zipped : SweepValues::Grid));
    }
    return axes;
}

} // namespace unlit::ui
