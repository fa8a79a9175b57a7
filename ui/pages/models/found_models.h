// The models that were found: below the folders that are looked through, and wherever Infer had
// one.
#pragma once

#include "ui/bridge/background.h"
#include "ui/models/models_model.h"
#include "ui/widgets/root_folders.h"

#include <filesystem>
#include <string>
#include <vector>

namespace unlit::ui {

/// GUI thread. Looks when it is asked to, and whenever a folder comes or goes.
class FoundModels : public QObject {
    Q_OBJECT

public:
    /// `standardRoots` are looked through besides the user's own `roots`, which must outlive it.
    FoundModels(const RootFolders& roots, std::vector<ModelRoot> standardRoots);

    ModelsModel& model() { return m_model; }

    /// A look has begun and not ended.
    bool isUnderWay() const { return m_look.isBusy(); }

    /// Nothing can be said yet: a look is under way, or the first one is still to come.
    bool isLooking() const { return isUnderWay() || !m_wasAsked; }

    void lookNow();
    /// Unless it has looked before.
    void lookOnce();
    /// Only if it has looked before.
    void lookAgain();

    /// The model that Infer has, and others that it had: listed wherever they lie.
    void setKnown(const QString& used, const QStringList& others);
    /// One more that is listed wherever it lies; "" = none. Looks.
    void addKnown(const QString& folder);

signals:
    /// A look has begun or ended, or a row has come.
    void changed();
    /// This row is new, or was read anew.
    void rowRead(const std::filesystem::path& folder);
    /// Places that cannot be looked through; a sentence each.
    void problemsFound(const QStringList& problems);

private:
    /// All folders that were found, and sentences about places that cannot be looked through.
    struct Look {
        std::vector<std::filesystem::path> folders;
        std::vector<std::string> problems;
    };

    void takeRow(const ModelRow& row);
    void takeLook(const Look& look);

    const RootFolders& m_roots;
    std::vector<ModelRoot> m_standardRoots;
    QStringList m_known; // folders that Infer had, or that were made here
    bool m_wasAsked = false;
    ModelsModel m_model;
    Background<Look> m_look; // last: joined while the rest is there
};

} // namespace unlit::ui
