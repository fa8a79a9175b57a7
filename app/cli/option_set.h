// The options of one verb: declared once, with everything that parsing, help, man page, completion
// and documents need.
#pragma once

#include "core/base/split_text.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// CLI11 is all headers: only the sources that parse and describe include it.
namespace CLI {
class App;
class Option;
} // namespace CLI

namespace unlit::cli {

/// What a value may be, said after "use".
struct Allowed {
    std::string text;               ///< "a whole number from 1 to 1000"
    std::vector<std::string> names; ///< for "did you mean"; empty where the value is no name
};

struct WholeRange {
    std::int64_t min = 0;
    std::int64_t max = 0;
};

/// CLI11 splits the arguments and holds the descriptions; values are checked here, so that every
/// mistake names flag, value and what is allowed. The bound variables outlive the set.
class OptionSet {
public:
    /// Takes the text of a value; returns false when it is not allowed.
    using Assign = std::function<bool(const std::string& text)>;

    explicit OptionSet(CLI::App& app) : m_app(app) {}

    /// Following options stand under this heading.
    OptionSet& section(std::string title);

    void positionals(const std::string& name, std::vector<std::string>& target,
                     const std::string& help);
    /// The same, but there may be none.
    void optionalPositionals(const std::string& name, std::vector<std::string>& target,
                             const std::string& help);
    void positional(const std::string& name, std::string& target, const std::string& help);
    /// `names` as CLI11 writes them: "--half", or "--grow,!--no-grow" for a pair.
    void flag(const std::string& names, bool& target, const std::string& help,
              const std::string& defaultText = "off");
    /// The same; `assign` is given "true" or "false".
    void flag(const std::string& names, Assign assign, const std::string& help,
              const std::string& defaultText);
    void text(const std::string& name, const std::string& placeholder, std::string& target,
              const std::string& help, const std::string& defaultText = {});
    void requiredText(const std::string& name, const std::string& placeholder, std::string& target,
                      const std::string& help);
    /// One value or more behind one flag.
    void requiredTexts(const std::string& name, const std::string& placeholder,
                       std::vector<std::string>& target, const std::string& help);
    /// One value behind a flag that may be given several times.
    void repeated(const std::string& name, const std::string& placeholder, const Allowed& allowed,
                  Assign assign, const std::string& help, const std::string& defaultText);
    /// Numbers, lists and all other kinds.
    void value(const std::string& name, const std::string& placeholder, const Allowed& allowed,
               Assign assign, const std::string& help, const std::string& defaultText);

    /// T: int or std::optional<int>. The range is added to the help.
    template <class T>
    void whole(const std::string& name, T& target, WholeRange range, const std::string& help,
               const std::string& defaultText) {
        const auto assign = [&target, range](const std::string& text) {
            const std::optional<std::int64_t> number = parseWhole(text, range);
            if (number)
                target = static_cast<int>(*number);
            return number.has_value();
        };
        const std::string limits =
            "; " + std::to_string(range.min) + " to " + std::to_string(range.max);
        value(name, "N", {allowedText(range), {}}, assign, help + limits, defaultText);
    }

    /// Whole numbers with commas between them, "3,1,1". The range of each is added to the help.
    void wholes(const std::string& name, std::vector<std::int64_t>& target, WholeRange range,
                const std::string& help, const std::string& defaultText);

    /// Target and T: an enum, or std::optional of it.
    template <class Target, class T>
    void choice(const std::string& name, Target& target,
                const std::vector<std::pair<std::string, T>>& choices, const std::string& help,
                const std::string& defaultText) {
        std::vector<std::string> names;
        for (const auto& [choiceName, choiceValue] : choices)
            names.push_back(choiceName);
        const auto assign = [&target, choices](const std::string& text) {
            for (const auto& [choiceName, choiceValue] : choices)
                if (choiceName == text) {
                    target = choiceValue;
                    return true;
                }
            return false;
        };
        value(name, joined(names, "|"), {"one of " + joined(names, ", "), names}, assign, help,
              defaultText);
    }

    /// After parsing: checks that nothing is missing and assigns what was given. Throws UsageError.
    void assignGiven();
    /// As if `texts` had been given one after the other to the flag of this key ("processing_res"),
    /// unless the command line has it. Throws UsageError; unknown keys name the nearest.
    void assignUnlessGiven(const std::string& key, const std::vector<std::string>& texts);

    bool wasGiven(const std::string& name) const;

    /// Long names of all flags, "--steps".
    std::vector<std::string> flagNames() const;

private:
    struct Entry {
        CLI::Option* option = nullptr;
        Allowed allowed;
        Assign assign;
        bool isRequired = false;
    };

    static std::optional<std::int64_t> parseWhole(const std::string& text, WholeRange range);
    static std::string allowedText(WholeRange range);
    void add(CLI::Option* option, Allowed allowed, Assign assign, bool isRequired);
    static void assign(const Entry& entry, const std::string& text);

    CLI::App& m_app;
    std::string m_section = "Options";
    std::vector<Entry> m_entries;
};

/// Names and values of an enum that has a toString: the choices of an option.
template <class T>
std::vector<std::pair<std::string, T>> namesOf(std::initializer_list<T> values) {
    std::vector<std::pair<std::string, T>> choices;
    for (const T value : values)
        choices.emplace_back(std::string(toString(value)), value);
    return choices;
}

/// Likewise, with "auto" for unset in front.
template <class T>
std::vector<std::pair<std::string, std::optional<T>>>
autoOrNamesOf(std::initializer_list<T> values) {
    std::vector<std::pair<std::string, std::optional<T>>> choices = {{"auto", std::nullopt}};
    for (const T value : values)
        choices.emplace_back(std::string(toString(value)), value);
    return choices;
}

} // namespace unlit::cli
