// A setting that has a flag, too: what the command line, its help, side-cars, the studio's files
// and forms have to know of it beside key, kind and limits.
#pragma once

#include "core/config/schema/setting.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace unlit::config {

/// Bound to a member, which must outlive it. The key "tile_size" is the flag --tile-size.
struct Option {
    Setting setting;
    std::string heading;          ///< of the flags that it stands among
    std::string placeholder = {}; ///< for its value in a help text, "SHARE"; "" = by its kind
    std::string usual = {};       ///< the default in words; "" = the value at hand
    std::string nullWord = {};    ///< what is written for unset, "auto"; "" = it is left out
    std::string allowed = {};     ///< said after "use", where kind and limits do not say it
    bool isUnsigned = false;      ///< of a Whole: all 64 bits count, as those of a seed
    bool isAlwaysSaid = false;    ///< a command line names it where it has its default, too
    bool choosesResults = false;  ///< which results are wanted, and how: nothing to what measures
    /// What kind and limits cannot tell of a value; unset = all that they allow is fine. May throw
    /// Error::invalidInput to say more than `allowed`.
    std::function<bool(const Value&)> accepts = {};

    const std::string& key() const { return setting.key; }

    bool isSet() const { return !std::holds_alternative<std::monostate>(setting.get()); }
};

using Options = std::vector<Option>;

/// Members of types that recipes do not have.
Setting setting(std::string key, int& member, SettingMeta meta);
Setting setting(std::string key, std::optional<int>& member, SettingMeta meta);
/// The two's complement stands for numbers from 2^63 on; goes with Option::isUnsigned.
Setting setting(std::string key, std::uint64_t& member, SettingMeta meta);

/// From -2^63 to 2^64-1; negative numbers stand for their two's complement, as in the generators
/// that take them.
Option seedOption(std::string key, std::uint64_t& member, std::string help, std::string heading);

/// A text that is made of the member and that the member is made of. `set` gets what
/// Option::accepts takes.
Option writtenOption(std::string key, std::function<std::string()> get,
                     std::function<void(const std::string&)> set, SettingMeta meta,
                     std::string heading);

/// "--tile-size".
std::string flagOf(const Option& option);

/// What stands for a value in a help text: "N", "off|auto|on".
std::string placeholderOf(const Option& option);

/// "a whole number from 1 to 1000", "one of auto, srgb".
std::string allowedText(const Option& option);

/// Words that can stand for a value, of which "did you mean" takes the nearest; empty where it is
/// no word.
std::vector<std::string> wordsOf(const Option& option);

/// The value as one word of a command line or of a file, numbers the shortest that read back:
/// "0.05", "a,b", "true". Unset is the nullWord.
std::string textOf(const Option& option);

/// Sets the member to what `text` says; false where that is not allowed, and nothing is set. Throws
/// what Option::accepts throws.
bool assignText(const Option& option, const std::string& text);

/// Every value under its key, in order; unset is its word, else null, as is a text without letters.
nlohmann::ordered_json jsonOf(const Options& options);

/// Precondition: there is one of this key.
const Option& optionAt(const Options& options, std::string_view key);

/// Those of a heading, and those of some keys, in their order.
Options under(const Options& options, std::string_view heading);
Options only(const Options& options, std::initializer_list<std::string_view> keys);

/// The limits of a number, where they are whole.
struct WholeLimits {
    int least = 0;
    int most = 0;
};

/// Precondition: the number has both limits.
WholeLimits limitsOf(const Option& option);

} // namespace unlit::config
