// Flags of settings that describe themselves.
#pragma once

#include "app/cli/option_set.h"
#include "core/config/schema/option.h"

namespace unlit::cli {

/// A flag for each under its own heading, with its help, limits and default. What they are bound to
/// outlives the set.
void addOptions(OptionSet& set, const config::Options& options);

/// The same for one, under the heading of the moment.
void addOption(OptionSet& set, const config::Option& option);

/// With another sentence of help.
config::Option helped(config::Option option, std::string help);

} // namespace unlit::cli
