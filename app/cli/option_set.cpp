#include "app/cli/option_set.h"

#include "app/cli/usage_error.h"
#include "core/base/number_text.h"
#include "core/base/split_text.h"
#include "core/base/text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>

namespace unlit::cli {

namespace {

constexpr const char* kRequiredDefault = "required";

std::optional<bool> parseBool(const std::string& text) {
    if (text == "true")
        return true;
    if (text == "false")
        return false;
    return std::nullopt;
}

} // namespace

OptionSet& OptionSet::section(std::string title) {
    m_section = std::move(title);
    return *this;
}

void OptionSet::positionals(const std::string& name, std::vector<std::string>& target,
                            const std::string& help) {
    CLI::Option* option =
        m_app.add_option(name, help)->expected(CLI::detail::expected_max_vector_size);
    option->type_name("")->default_str(kRequiredDefault);
    add(
        option, {},
        [&target](const std::string& text) {
            target.push_back(text);
            return !text.empty();
        },
        true);
}

void OptionSet::optionalPositionals(const std::string& name, std::vector<std::string>& target,
                                    const std::string& help) {
    positionals(name, target, help);
    m_entries.back().isRequired = false;
    m_entries.back().option->default_str("");
}

void OptionSet::positional(const std::string& name, std::string& target, const std::string& help) {
    CLI::Option* option = m_app.add_option(name, help)->type_name("");
    option->default_str(kRequiredDefault);
    add(
        option, {"a path", {}},
        [&target](const std::string& text) {
            target = text;
            return !text.empty();
        },
        true);
}

void OptionSet::flag(const std::string& names, bool& target, const std::string& help,
                     const std::string& defaultText) {
    const auto assign = [&target](const std::string& text) {
        const std::optional<bool> parsed = parseBool(text);
        target = parsed.value_or(target);
        return parsed.has_value();
    };
    flag(names, assign, help, defaultText);
}

void OptionSet::flag(const std::string& names, Assign assign, const std::string& help,
                     const std::string& defaultText) {
    CLI::Option* option = m_app.add_flag(names, help)->default_str(defaultText);
    add(option, {"it without a value, or true or false", {}}, std::move(assign), false);
}

void OptionSet::text(const std::string& name, const std::string& placeholder, std::string& target,
                     const std::string& help, const std::string& defaultText) {
    const auto assign = [&target](const std::string& text) {
        target = text;
        return !text.empty();
    };
    value(name, placeholder, {"a text that is not empty", {}}, assign, help, defaultText);
}

void OptionSet::requiredText(const std::string& name, const std::string& placeholder,
                             std::string& target, const std::string& help) {
    text(name, placeholder, target, help, kRequiredDefault);
    m_entries.back().isRequired = true;
}

void OptionSet::requiredTexts(const std::string& name, const std::string& placeholder,
                              std::vector<std::string>& target, const std::string& help) {
    CLI::Option* option = m_app.add_option(name, help);
    option->expected(1, CLI::detail::expected_max_vector_size)->allow_extra_args();
    option->type_name(placeholder)->default_str(kRequiredDefault);
    add(
        option, {"a text that is not empty", {}},
        [&target](const std::string& text) {
            target.push_back(text);
            return !text.empty();
        },
        true);
}

void OptionSet::repeated(const std::string& name, const std::string& placeholder,
                         const Allowed& allowed, Assign assign, const std::string& help,
                         const std::string& defaultText) {
    CLI::Option* option = m_app.add_option(name, help);
    option->expected(1, CLI::detail::expected_max_vector_size)->allow_extra_args(false);
    option->type_name(placeholder)->default_str(defaultText);
    add(option, allowed, std::move(assign), false);
}

void OptionSet::value(const std::string& name, const std::string& placeholder,
                      const Allowed& allowed, Assign assign, const std::string& help,
                      const std::string& defaultText) {
    CLI::Option* option = m_app.add_option(name, help);
    option->type_name(placeholder)->default_str(defaultText);
    add(option, allowed, std::move(assign), false);
}

void OptionSet::add(CLI::Option* option, Allowed allowed, Assign assign, bool isRequired) {
    option->group(m_section);
    // As in other tools the last one wins, so that an alias can be overruled.
    if (!option->get_positional() && option->get_expected_max() <= 1)
        option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    m_entries.push_back({option, std::move(allowed), std::move(assign), isRequired});
}

void OptionSet::assign(const Entry& entry, const std::string& text) {
    if (entry.assign(text))
        return;
    const std::string name = entry.option->get_name();
    std::string message = name + ": \"" + text + "\" is not allowed; ";
    if (const std::string nearest = nearestName(text, entry.allowed.names); !nearest.empty())
        message += "did you mean \"" + nearest + "\"? ";
    throw UsageError(message + "use " + entry.allowed.text);
}

void OptionSet::assignGiven() {
    for (const Entry& entry : m_entries) {
        if (entry.option->count() == 0) {
            if (entry.isRequired)
                throw UsageError(entry.option->get_name() + " is missing: " +
                                 toLower(entry.option->get_description().substr(0, 1)) +
                                 entry.option->get_description().substr(1));
            continue;
        }
        const std::vector<std::string>& texts = entry.option->results();
        if (entry.option->get_expected_max() > 1) {
            for (const std::string& text : texts)
                assign(entry, text);
        } else {
            assign(entry, texts.back());
        }
    }
}

void OptionSet::assignUnlessGiven(const std::string& key, const std::vector<std::string>& texts) {
    std::string name = "--" + key;
    std::ranges::replace(name, '_', '-');
    const auto found = std::ranges::find_if(m_entries, [&](const Entry& entry) {
        return !entry.option->get_positional() && entry.option->check_lname(name.substr(2));
    });
    if (found == m_entries.end()) {
        const std::string nearest = nearestName(name, flagNames());
        throw UsageError("unknown setting \"" + key + "\"" +
                         (nearest.empty() ? "" : "; the nearest flag is " + nearest));
    }
    if (found->option->count() == 0)
        for (const std::string& text : texts)
            assign(*found, text);
}

bool OptionSet::wasGiven(const std::string& name) const {
    return m_app.get_option(name)->count() > 0;
}

std::vector<std::string> OptionSet::flagNames() const {
    std::vector<std::string> names;
    for (const Entry& entry : m_entries)
        for (const std::string& name : entry.option->get_lnames())
            names.push_back("--" + name);
    return names;
}

void OptionSet::wholes(const std::string& name, std::vector<std::int64_t>& target, WholeRange range,
                       const std::string& help, const std::string& defaultText) {
    const auto assign = [&target, range](const std::string& text) {
        std::vector<std::int64_t> numbers;
        for (const std::string& part : splitAt(text, ',')) {
            const std::optional<std::int64_t> number = parseWhole(part, range);
            if (!number)
                return false;
            numbers.push_back(*number);
        }
        target = std::move(numbers);
        return true;
    };
    const std::string limits = std::to_string(range.min) + " to " + std::to_string(range.max);
    value(name, "N,…", {"whole numbers from " + limits + " with commas between them", {}}, assign,
          help + "; " + limits, defaultText);
}

std::optional<std::int64_t> OptionSet::parseWhole(const std::string& text, WholeRange range) {
    const auto number = numberIn<std::int64_t>(text);
    if (!number || *number < range.min || *number > range.max)
        return std::nullopt;
    return number;
}

std::string OptionSet::allowedText(WholeRange range) {
    return "a whole number from " + std::to_string(range.min) + " to " + std::to_string(range.max);
}

} // namespace unlit::cli
