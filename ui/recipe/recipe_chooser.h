// The field that names the recipe and opens another one: bundled, recent, of a run, from a file,
// new.
#pragma once

#include "ui/widgets/menu_field.h"

#include <filesystem>
#include <vector>

namespace unlit::ui {

struct RecipeSource {
    QString name;
    std::filesystem::path path; ///< file, or run folder
};

class RecipeChooser : public MenuField {
    Q_OBJECT

public:
    explicit RecipeChooser(QWidget* parent = nullptr);

    void showName(const QString& name, const QString& toolTip, bool isModified);
    void setRecent(const QStringList& files);
    void setRuns(std::vector<RecipeSource> runs);

    /// Stand above all else in the menu; owned by others.
    void setActions(const QList<QAction*>& actions) { m_actions = actions; }

    /// Everything that can be opened, for who compares: bundled, recent, runs.
    std::vector<RecipeSource> sources();

signals:
    void opened(const std::filesystem::path& path);
    void browseRunAsked();

private:
    void fillMenu();
    void addSources(const QString& title, const std::vector<RecipeSource>& sources);
    std::vector<RecipeSource> recentSources() const;
    const std::vector<RecipeSource>& bundled();

    QList<QAction*> m_actions;
    std::vector<RecipeSource> m_bundled;
    bool m_isBundledRead = false;
    std::vector<RecipeSource> m_runs;
    QStringList m_recent;
};

} // namespace unlit::ui
