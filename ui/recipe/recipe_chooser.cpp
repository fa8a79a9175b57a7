#include "ui/recipe/recipe_chooser.h"

#include "core/session/train/bundled_recipes.h"
#include "ui/kit/text.h"

#include <QAction>
#include <QFileInfo>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr std::size_t kMostListed = 12;

} // namespace

RecipeChooser::RecipeChooser(QWidget* parent) : MenuField(parent) {
    setFocusPolicy(Qt::TabFocus);
    fieldMenu().setToolTipsVisible(true);
    connect(&fieldMenu(), &QMenu::aboutToShow, this, &RecipeChooser::fillMenu);
}

void RecipeChooser::showName(const QString& name, const QString& toolTip, bool isModified) {
    setToolTip(isModified ? tr("%1\nNot saved yet").arg(toolTip) : toolTip);
    setAccessibleName(isModified ? tr("Recipe %1, not saved yet").arg(name)
                                 : tr("Recipe %1").arg(name));
    showText(name, isModified ? QStringLiteral(" ●") : QString());
}

void RecipeChooser::setRecent(const QStringList& files) {
    m_recent = files;
}

void RecipeChooser::setRuns(std::vector<RecipeSource> runs) {
    m_runs = std::move(runs);
}

std::vector<RecipeSource> RecipeChooser::recentSources() const {
    std::vector<RecipeSource> sources;
    for (const QString& file : m_recent)
        sources.push_back({QFileInfo(file).fileName(), toPath(file)});
    return sources;
}

const std::vector<RecipeSource>& RecipeChooser::bundled() {
    if (!m_isBundledRead) {
        m_isBundledRead = true;
        for (const std::filesystem::path& file : bundledRecipes())
            m_bundled.push_back({toQString(file.stem()), file});
    }
    return m_bundled;
}

std::vector<RecipeSource> RecipeChooser::sources() {
    std::vector<RecipeSource> all = bundled();
    for (const std::vector<RecipeSource>& more : {recentSources(), m_runs})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}

void RecipeChooser::addSources(const QString& title, const std::vector<RecipeSource>& sources) {
    if (sources.empty())
        return;
    QMenu* menu = fieldMenu().addMenu(title);
    menu->setToolTipsVisible(true);
    for (const RecipeSource& source : sources) {
        QAction* action =
            menu->addAction(source.name, this, [this, path = source.path] { emit opened(path); });
        action->setToolTip(toQString(source.path));
    }
}

void RecipeChooser::fillMenu() {
    fieldMenu().clear();
    addSources(tr("Bundled"), bundled());
    addSources(tr("Recent"), recentSources());
    std::vector<RecipeSource> runs = m_runs;
    runs.resize(std::min(runs.size(), kMostListed));
    addSources(tr("From runs"), runs);
    fieldMenu().addAction(tr("From a run folder…"), this, &RecipeChooser::browseRunAsked);
    fieldMenu().addSeparator();
    fieldMenu().addActions(m_actions);
}

} // namespace unlit::ui
