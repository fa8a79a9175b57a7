// Values of options as texts, and as JSON.
#include "core/config/schema/option.h"

#include "core/base/number_text.h"
#include "core/base/split_text.h"
#include "core/config/schema/value_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace unlit::config {

namespace {

std::optional<Value> seedFrom(const std::string& text) {
    if (text.starts_with('-')) {
        const auto number = numberIn<std::int64_t>(text);
        return number ? std::optional<Value>(*number) : std::nullopt;
    }
    const auto number = numberIn<std::uint64_t>(text);
    return number ? std::optional<Value>(static_cast<std::int64_t>(*number)) : std::nullopt;
}

std::optional<Value> wholeFrom(const Option& option, const std::string& text) {
    if (option.isUnsigned)
        return seedFrom(text);
    const auto number = numberIn<std::int64_t>(text);
    if (!number || !isInside(static_cast<double>(*number), option.setting.meta))
        return {};
    return Value(*number);
}

/// A sign in front is fine: stops have one.
std::optional<Value> numberFrom(const Option& option, std::string_view text) {
    if (text.starts_with('+') && !text.starts_with("+-"))
        text.remove_prefix(1);
    const auto number = numberIn<double>(text);
    if (!number || !isInside(*number, option.setting.meta))
        return {};
    return Value(*number);
}

std::optional<Value> namesFrom(const std::string& text) {
    std::vector<std::string> names = splitAt(text, ',');
    if (std::ranges::find(names, "") != names.end())
        return {};
    return Value(std::move(names));
}

/// A value of the option's kind and inside of its limits.
std::optional<Value> valueFrom(const Option& option, const std::string& text) {
    const std::vector<std::string>& choices = option.setting.meta.choices;
    if (text.empty())
        return {};
    if (text == option.nullWord)
        return Value();
    switch (option.setting.kind) {
    case SettingKind::Bool:
        return text == "true" || text == "false" ? std::optional<Value>(text == "true")
                                                 : std::nullopt;
    case SettingKind::Whole:
        return wholeFrom(option, text);
    case SettingKind::Number:
        return numberFrom(option, text);
    case SettingKind::TextList:
        return namesFrom(text);
    case SettingKind::Choice:
        if (std::ranges::find(choices, text) == choices.end())
            return {};
        return Value(text);
    default:
        return Value(text);
    }
}

struct OptionToText {
    bool isUnsigned = false;

    std::string operator()(bool isOn) const { return isOn ? "true" : "false"; }

    std::string operator()(std::int64_t number) const {
        return isUnsigned ? std::to_string(static_cast<std::uint64_t>(number))
                          : std::to_string(number);
    }

    std::string operator()(double number) const {
        std::array<char, 40> text{};
        const auto [end, failure] = std::to_chars(text.data(), text.data() + text.size(), number);
        return {text.data(), end};
    }

    std::string operator()(const std::string& text) const { return text; }

    std::string operator()(const std::vector<std::string>& names) const {
        return joined(names, ",");
    }

    template <class Other>
    std::string operator()(const Other&) const {
        return {};
    }
};

nlohmann::ordered_json optionJson(const Option& option) {
    const Value value = option.setting.get();
    if (const auto* isOn = std::get_if<bool>(&value))
        return *isOn;
    if (const auto* number = std::get_if<double>(&value))
        return *number;
    if (const auto* names = std::get_if<std::vector<std::string>>(&value))
        return *names;
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        if (option.isUnsigned)
            return static_cast<std::uint64_t>(*number);
        return *number;
    }
    const std::string text = textOf(option);
    return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
}

} // namespace

std::string textOf(const Option& option) {
    const Value value = option.setting.get();
    if (std::holds_alternative<std::monostate>(value))
        return option.nullWord;
    return std::visit(OptionToText{option.isUnsigned}, value);
}

bool assignText(const Option& option, const std::string& text) {
    const std::optional<Value> value = valueFrom(option, text);
    if (!value || (option.accepts && !option.accepts(*value)))
        return false;
    option.setting.set(*value);
    return true;
}

nlohmann::ordered_json jsonOf(const Options& options) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (const Option& option : options)
        json[option.key()] = optionJson(option);
    return json;
}

} // namespace unlit::config
