#include "core/config/schema/option.h"

#include "core/base/error.h"
#include "core/base/split_text.h"
#include "core/config/schema/kind_text.h"

#include <algorithm>

namespace unlit::config {

namespace {

std::string numericText(const Option& option) {
    const SettingMeta& meta = option.setting.meta;
    if (!meta.unit.empty())
        return meta.unit + " " + rangeText(meta);
    if (option.setting.kind != SettingKind::Whole || !meta.min || !meta.max)
        return kindText(option.setting);
    const WholeLimits limits = limitsOf(option); // with all of their digits
    return "a whole number from " + std::to_string(limits.least) + " to " +
           std::to_string(limits.most);
}

} // namespace

Setting setting(std::string key, int& member, SettingMeta meta) {
    Setting made;
    made.key = std::move(key);
    made.kind = SettingKind::Whole;
    made.meta = std::move(meta);
    made.get = [&member]() -> Value { return std::int64_t{member}; };
    made.set = [&member](const Value& value) {
        member = static_cast<int>(std::get<std::int64_t>(value));
    };
    return made;
}

Setting setting(std::string key, std::optional<int>& member, SettingMeta meta) {
    Setting made;
    made.key = std::move(key);
    made.kind = SettingKind::Whole;
    made.meta = std::move(meta);
    made.get = [&member]() -> Value { return member ? Value(std::int64_t{*member}) : Value(); };
    made.set = [&member](const Value& value) {
        const auto* number = std::get_if<std::int64_t>(&value);
        member = number ? std::optional(static_cast<int>(*number)) : std::nullopt;
    };
    return made;
}

Setting setting(std::string key, std::uint64_t& member, SettingMeta meta) {
    Setting made;
    made.key = std::move(key);
    made.kind = SettingKind::Whole;
    made.meta = std::move(meta);
    made.get = [&member]() -> Value { return static_cast<std::int64_t>(member); };
    made.set = [&member](const Value& value) {
        member = static_cast<std::uint64_t>(std::get<std::int64_t>(value));
    };
    return made;
}

Option seedOption(std::string key, std::uint64_t& member, std::string help, std::string heading) {
    Option made{setting(std::move(key), member, {.help = std::move(help)}), std::move(heading)};
    made.isUnsigned = true;
    return made;
}

Option writtenOption(std::string key, std::function<std::string()> get,
                     std::function<void(const std::string&)> set, SettingMeta meta,
                     std::string heading) {
    Option made;
    made.setting.key = std::move(key);
    made.setting.kind = SettingKind::Text;
    made.setting.meta = std::move(meta);
    made.heading = std::move(heading);
    made.setting.get = [get = std::move(get)]() -> Value { return get(); };
    made.setting.set = [set = std::move(set)](const Value& value) {
        set(std::get<std::string>(value));
    };
    return made;
}

std::string flagOf(const Option& option) {
    std::string flag = "--" + option.key();
    std::ranges::replace(flag, '_', '-');
    return flag;
}

std::string placeholderOf(const Option& option) {
    if (!option.placeholder.empty())
        return option.placeholder;
    return option.setting.kind == SettingKind::Choice ? joined(wordsOf(option), "|") : "N";
}

std::string allowedText(const Option& option) {
    const Setting& setting = option.setting;
    if (!option.allowed.empty())
        return option.allowed;
    if (option.isUnsigned)
        return "a whole number from -2^63 to 2^64-1";
    if (setting.kind == SettingKind::Choice)
        return "one of " + joined(wordsOf(option), ", ");
    if (setting.kind == SettingKind::Text || setting.kind == SettingKind::Path)
        return "a text that is not empty";
    if (setting.kind == SettingKind::TextList)
        return "names separated by commas";
    const std::string kind = numericText(option);
    return option.nullWord.empty() ? kind : option.nullWord + ", or " + kind;
}

std::vector<std::string> wordsOf(const Option& option) {
    std::vector<std::string> words;
    if (!option.nullWord.empty())
        words.push_back(option.nullWord);
    words.insert(words.end(), option.setting.meta.choices.begin(),
                 option.setting.meta.choices.end());
    return words;
}

const Option& optionAt(const Options& options, std::string_view key) {
    const auto found = std::ranges::find(options, key, &Option::key);
    if (found == options.end())
        throw Error::internal("there is no option " + std::string(key));
    return *found;
}

Options under(const Options& options, std::string_view heading) {
    Options found;
    std::ranges::copy_if(options, std::back_inserter(found),
                         [heading](const Option& option) { return option.heading == heading; });
    return found;
}

Options only(const Options& options, std::initializer_list<std::string_view> keys) {
    Options found;
    std::ranges::copy_if(options, std::back_inserter(found), [keys](const Option& option) {
        return std::ranges::find(keys, option.key()) != keys.end();
    });
    return found;
}

WholeLimits limitsOf(const Option& option) {
    const SettingMeta& meta = option.setting.meta;
    return {static_cast<int>(meta.min.value().value), static_cast<int>(meta.max.value().value)};
}

} // namespace unlit::config
