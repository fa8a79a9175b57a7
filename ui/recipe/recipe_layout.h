// How a form of a recipe is laid out: which settings stand under which heading, which of them are
// seen first, and what they are called there. What a setting is stands in the schema alone.
#pragma once

#include "core/config/schema/setting.h"

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace unlit::ui {

/// Titles in the order of the form.
QStringList recipeGroups();

/// Index into recipeGroups().
int recipeGroupOf(const std::string& path);

/// Seen before anything is unfolded.
bool isEssential(const std::string& path);

/// Where it stands among the essential ones; behind all of them for others.
int essentialRank(const std::string& path);

/// "Learning rate" for lr; of others their key in words.
QString recipeLabel(const std::string& path);

/// Above rows of one section that is no group of its own: "Optimizer", "Validation set 2"; empty
/// for essential ones.
QString recipeSubheading(const std::string& path);

/// Moves by factors instead of steps of one size: rates, weights of a loss.
bool isLogarithmic(const config::Setting& setting);

/// A path to a file; others lead to folders.
bool picksFile(const std::string& path);

/// Patterns of essential settings, `*` for any index, for the test that each of them exists.
std::vector<std::string> essentialPatterns();

} // namespace unlit::ui
