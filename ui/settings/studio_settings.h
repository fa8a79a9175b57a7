// What the studio remembers between two starts.
#pragma once

#include "ui/settings/data_settings.h"
#include "ui/settings/infer_settings.h"
#include "ui/settings/language.h"
#include "ui/settings/models_settings.h"
#include "ui/settings/recipe_settings.h"
#include "ui/settings/runs_settings.h"
#include "ui/settings/train_settings.h"
#include "ui/settings/viewer_settings.h"
#include "ui/theme/theme_tokens.h"

#include <QByteArray>

namespace unlit::ui {

struct StudioSettings {
    ThemeKind theme = ThemeKind::Dark;
    QByteArray windowGeometry;
    QByteArray inferColumns; ///< widths of the Infer page's columns
    InferSettings infer;
    ViewerSettings viewer; ///< of the Infer page
    RunsSettings runs;
    TrainSettings train;
    DataSettings data;
    RecipeSettings recipe;
    ModelsSettings models;
    Language language = Language::System; ///< from the next start on
    QStringList recentPictures;           ///< the last one first
    bool operator==(const StudioSettings&) const = default;
};

/// $XDG_CONFIG_HOME/unlit/studio.ini.
QString defaultSettingsFile();

/// $XDG_STATE_HOME/unlit, else ~/.local/state/unlit.
QString defaultStateFolder();

/// Values that are missing or cannot be understood keep their defaults.
StudioSettings loadSettings(const QString& file);

/// Whether the file, or what would have to be made for it, may be written by who runs the program.
bool canSaveSettings(const QString& file);

/// Returns false when the file cannot be written. `before`: what was loaded once; what is the same
/// still stays in the file as another studio may have written it meanwhile. Null: all is written.
bool saveSettings(const QString& file, const StudioSettings& settings,
                  const StudioSettings* before = nullptr);

} // namespace unlit::ui
