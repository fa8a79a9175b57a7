// From a YAML file and overrides to a checked configuration, with all that is to say about it.
#pragma once

#include "core/config/environment_settings.h"
#include "core/config/schema/bind.h"
#include "core/config/train_config.h"
#include "core/config/yaml/document.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace unlit::config {

/// What a configuration is made of, later ones over earlier ones.
struct ConfigInput {
    std::vector<std::filesystem::path> files; ///< in their order; at least one
    std::vector<EnvironmentSetting> environment;
    std::vector<std::string> overrides; ///< "KEY=VALUE"
};

/// The same as it was given, for who wants to keep it.
struct GivenRecipe {
    std::vector<GivenText> files;      ///< those that were named and what they are based on
    std::vector<std::string> settings; ///< "KEY=VALUE" in order; "$VARIABLE: KEY=VALUE"
};

struct LoadedConfig {
    TrainConfig config; ///< usable when there are no errors
    Node document; ///< what files and overrides say, merged and resolved, each value with its place
    std::vector<Diagnostic> diagnostics;
    std::vector<IgnoredSetting> ignored; ///< keys of Marigold's that do nothing here
    GivenRecipe given;

    bool isUsable() const { return !hasErrors(diagnostics); }

    /// Where the value of "trainer.save_period" was written; nullopt for a default.
    std::optional<SourceMark> originOf(const std::string& path) const;
};

/// Never throws for anything that stands in files: faults are diagnostics, all of them at once.
/// A run folder means its config.yaml. Overrides are "KEY=VALUE", later ones win.
LoadedConfig loadConfig(const std::filesystem::path& file,
                        const std::vector<std::string>& overrides = {});

LoadedConfig loadConfig(const ConfigInput& input);

/// The same for a text that is not on disk, as if it stood in the file `shownAs`.
LoadedConfig loadConfigText(const std::string& yaml, const std::filesystem::path& shownAs,
                            const std::vector<std::string>& overrides = {});

/// The same for settings that a run has kept, such as a checkpoint's: what recipes may not say any
/// more is passed over where earlier versions passed it over.
LoadedConfig loadRunConfigText(const std::string& yaml, const std::filesystem::path& shownAs);

/// Nothing where the configuration can be used; else throws Error::invalidInput that holds every
/// error, a line each.
void requireUsable(const LoadedConfig& loaded);

/// As a run keeps it: the run has a name (the file's stem where none is given), and folders that
/// relative paths start at are absolute.
TrainConfig resolved(TrainConfig config, const std::filesystem::path& file);

} // namespace unlit::config
