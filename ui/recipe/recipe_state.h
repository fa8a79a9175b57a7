// What a recipe's text means: read off the GUI thread, a moment after the last change.
#pragma once

#include "core/config/load_config.h"
#include "ui/bridge/background.h"

#include <QObject>
#include <QTimer>

#include <filesystem>
#include <memory>
#include <string>

namespace unlit::ui {

struct RecipeState {
    int revision = 0;
    std::filesystem::path shownAs;
    config::LoadedConfig loaded; ///< text and bases
    config::Node own;            ///< the text alone
    config::Node bases;          ///< bases alone, merged
    /// What is to be said. Of a text that is not YAML that alone: all else would follow from it.
    std::vector<Diagnostic> findings;
    /// Why a form cannot change the text; unset where it can.
    std::optional<Diagnostic> broken;

    bool isUsable() const { return !broken && loaded.isUsable(); }
};

/// Any thread; reads the files of bases.
std::shared_ptr<const RecipeState>
readRecipeState(const std::string& yaml, const std::filesystem::path& shownAs, int revision);

/// GUI thread. A newer request takes the place of those that have not begun.
class RecipeReader : public QObject {
    Q_OBJECT

public:
    using State = std::shared_ptr<const RecipeState>;

    explicit RecipeReader(QObject* parent = nullptr);

    /// Answers by `done` when nothing else was asked for a moment.
    void read(const std::string& yaml, const std::filesystem::path& shownAs, int revision);

signals:
    void done(const unlit::ui::RecipeReader::State& state);

private:
    void begin();

    QTimer m_pause;
    std::string m_yaml;
    std::filesystem::path m_shownAs;
    int m_revision = 0;
    Background<State> m_state{Haste::Later}; // last: joined while the rest is there
};

} // namespace unlit::ui
