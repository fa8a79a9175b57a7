// The Models page: every model folder that was found, and what can be done with it.
#pragma once

#include "ui/pages/models/models_actions.h"
#include "ui/settings/models_settings.h"

#include <QSplitter>

#include <vector>

namespace unlit::ui {

/// GUI thread. Looks for models when it is first shown, and when it is asked to.
class ModelsPage : public QWidget {
    Q_OBJECT

public:
    /// `standardRoots` are looked through besides the user's own.
    ModelsPage(InferenceController::MakeService makeService, std::vector<ModelRoot> standardRoots,
               QWidget* parent = nullptr);

    void setSettings(const ModelsSettings& settings);
    ModelsSettings settings() const;

    /// Opens the view with these and the input itself checked.
    void evaluateModels(const QStringList& folders);

    const QList<QAction*>& pageActions() const { return m_actions.all(); }

    RootFolders& roots() { return m_roots; }

    FoundModels& found() { return m_found; }

    ModelsTable& table() { return *m_table; }

    ModelsViews& views() { return *m_views; }

    ModelWork& work() { return m_work; }

signals:
    /// Use this model in Infer.
    void useAsked(const QString& folder);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void connectParts();
    void currentChanged();
    void takeRow(const std::filesystem::path& folder);
    void modelsChanged();

    RootFolders m_roots;
    FoundModels m_found;
    ModelsTable* m_table;
    ModelsViews* m_views;
    QSplitter* m_columns;
    ModelsParts m_parts;
    ModelWork m_work;
    ModelsActions m_actions;
};

} // namespace unlit::ui
