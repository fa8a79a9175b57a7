// The settings of a recipe as rows of a form: every one that the schema has, with what it says,
// what it would say without the recipe's own line, and where either comes from.
#pragma once

#include "core/config/schema/schema.h"
#include "ui/recipe/recipe_state.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace unlit::ui {

struct RecipeField {
    std::string path; ///< "dataset.val.0.dir"
    /// What it is: key, kind, meta, listLength; of a leaf `get` gives the default.
    std::shared_ptr<const config::Setting> setting;
    config::Node value;             ///< as written, else the default; of a section true or false
    config::Node fallback;          ///< of the bases, else the default
    std::optional<SourceMark> mark; ///< where the value is written; unset = nowhere
    std::optional<SourceMark> fallbackMark; ///< likewise of the fallback
    bool isOwn = false;                     ///< the recipe's own text says it
    bool isChanged = false;                 ///< it means something else than the fallback
    bool isUsed = true;         ///< the optimizer, loss or schedule that was chosen looks at it
    bool isSwitchedOff = false; ///< a section above it is null
    std::size_t elements = 0;   ///< of a list of sections
    std::filesystem::path root; ///< of a path: where a relative one starts
    std::vector<std::string> offers; ///< what a text could be in this recipe; empty = anything

    bool isSwitch() const { return setting->kind == config::SettingKind::Section; }

    bool isList() const { return setting->kind == config::SettingKind::SectionList; }
};

/// The schema with everything in it that can be left out. GUI thread.
class RecipeSchema {
public:
    RecipeSchema();
    RecipeSchema(const RecipeSchema&) = delete;
    RecipeSchema& operator=(const RecipeSchema&) = delete;

    /// In the order of the schema: leaves, sections that null switches off, lists of sections and,
    /// behind each, the settings of its elements.
    std::vector<RecipeField> fields(const RecipeState& state) const;

    /// A new element of the list at `path`: what the last one says, or a set without a folder.
    static config::Node newElement(const RecipeState& state, const std::string& path);

private:
    class Walk;

    void switchOn(const config::Setting& section, const std::string& path);

    config::TrainConfig m_config;
    config::Setting m_root;
    std::map<std::string, bool> m_isOnByDefault; ///< sections that can be off
};

/// Whether two nodes mean the same for a setting: "1e-4" and "0.0001" do.
bool meansTheSame(const config::Setting& setting, const config::Node& left,
                  const config::Node& right);

} // namespace unlit::ui
