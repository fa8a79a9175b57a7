#include "ui/recipe/recipe_compare.h"

#include "ui/kit/text.h"
#include "ui/widgets/form_column.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr QSize kSize(760, 520);

} // namespace

RecipeCompare::RecipeCompare(config::LoadedConfig mine, const QString& name,
                             std::vector<RecipeSource> others, QWidget* parent)
    : QDialog(parent), m_mine(std::move(mine)), m_name(name), m_others(std::move(others)),
      m_other(new QComboBox(this)), m_message(makeLabel({}, "label", this)),
      m_table(new DifferencesTable(this)) {
    setWindowTitle(tr("Compare recipes"));
    resize(kSize);
    m_other->setAccessibleName(tr("Compare with"));
    m_message->setWordWrap(true);
    auto* file = new QPushButton(tr("File…"), this);
    auto* run = new QPushButton(tr("Run…"), this);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(makeLabel(tr("%1 and").arg(name), "label", this));
    row->addWidget(m_other, 1);
    row->addWidget(file);
    row->addWidget(run);
    auto* close = new QPushButton(tr("Close"), this);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_message, 1);
    buttons->addWidget(close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->addLayout(row);
    column->addWidget(m_table, 1);
    column->addLayout(buttons);
    for (const RecipeSource& other : m_others) {
        m_other->addItem(other.name);
        m_other->setItemData(m_other->count() - 1, toQString(other.path), Qt::ToolTipRole);
    }
    connect(m_other, &QComboBox::activated, this, &RecipeCompare::compare);
    connect(file, &QPushButton::clicked, this, [this] { pick(false); });
    connect(run, &QPushButton::clicked, this, [this] { pick(true); });
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_table, &DifferencesTable::chosen, this, [this](const std::string& key) {
        accept();
        emit keyChosen(key);
    });
    compare();
}

void RecipeCompare::pick(bool isRun) {
    const QString chosen = isRun ? QFileDialog::getExistingDirectory(this, tr("A run's folder"))
                                 : QFileDialog::getOpenFileName(this, tr("A recipe"), {},
                                                                tr("Recipes (*.yaml *.yml)"));
    if (!chosen.isEmpty())
        compareWith(toPath(chosen));
}

void RecipeCompare::compareWith(const std::filesystem::path& path) {
    const auto known = std::ranges::find(m_others, path, &RecipeSource::path);
    const auto index = static_cast<int>(known - m_others.begin());
    if (known == m_others.end()) {
        m_others.push_back({toQString(path.filename()), path});
        m_other->addItem(m_others.back().name);
        m_other->setItemData(index, toQString(path), Qt::ToolTipRole);
    }
    m_other->setCurrentIndex(index);
    compare();
}

void RecipeCompare::compare() {
    m_table->clear();
    setRole(m_message, "label");
    const int index = m_other->currentIndex();
    if (index < 0)
        return m_message->setText(tr("Choose a recipe or a run to compare with."));
    const RecipeSource& other = m_others[static_cast<std::size_t>(index)];
    const config::LoadedConfig theirs = config::loadConfig(other.path);
    // Settings that cannot be used (a folder that is gone) can be compared all the same.
    if (theirs.document.entries.empty()) {
        setRole(m_message, "bad");
        return m_message->setText(theirs.diagnostics.empty()
                                      ? tr("%1 says nothing.").arg(other.name)
                                      : sentence(theirs.diagnostics.front().text()));
    }
    m_table->show(config::differences(m_mine.config, theirs.config), m_name, other.name);
    const int count = table().rowCount();
    if (count == 0)
        m_message->setText(tr("No difference: both say the same."));
    else
        m_message->setText(tr("%n settings differ. Double-click one to go to it.", nullptr, count));
}

} // namespace unlit::ui
