// Which setting a line of YAML speaks of, while it is being written: by its indent alone, so that
// the text need not be whole.
#pragma once

#include "core/config/schema/setting.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace unlit::config {

/// The keys around the line, from the outermost, and the line's own: {"trainer", "save_period"};
/// empty where the line has no key. An item of a list ("- dir: x") adds none. `line`: from 0; a
/// line that holds a part of a key and no colon has that part as its own.
std::vector<std::string> keysAtLine(std::string_view text, std::size_t line);

/// What a person has to know of the line's setting, a line each: one sentence, kind and limits,
/// what null means, its path. nullopt for a line that is none of a setting. `root`: of all of them;
/// sections that are null in what it is bound to become defaults there.
std::optional<std::vector<std::string>> helpAtLine(const Setting& root, std::string_view text,
                                                   std::size_t line);

/// A key that may stand somewhere.
struct PossibleKey {
    std::string key;
    bool isSection = false; ///< others stand below it
};

/// The keys that may stand where the line's own is, in the order of the schema; empty in a value,
/// a comment, or where the keys around are no settings.
std::vector<PossibleKey> possibleKeysAtLine(const Setting& root, std::string_view text,
                                            std::size_t line);

} // namespace unlit::config
