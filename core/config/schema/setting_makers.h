// Settings bound to members of the configuration structs: one function for each type that a member
// can have.
#pragma once

#include "core/config/schema/setting.h"

#include <array>
#include <filesystem>
#include <utility>

namespace unlit::config {

inline constexpr Bound kAtLeastZero{0};

Setting setting(std::string key, bool& member, SettingMeta meta);
Setting setting(std::string key, std::int64_t& member, SettingMeta meta);
Setting setting(std::string key, std::optional<std::int64_t>& member, SettingMeta meta);
Setting setting(std::string key, double& member, SettingMeta meta);
Setting setting(std::string key, std::optional<double>& member, SettingMeta meta);
/// Numbers that may change during a run: they read a list of four, too.
Setting setting(std::string key, ScheduledNumber& member, SettingMeta meta);
Setting setting(std::string key, std::optional<ScheduledNumber>& member, SettingMeta meta);
Setting setting(std::string key, std::optional<bool>& member, SettingMeta meta);
Setting setting(std::string key, std::string& member, SettingMeta meta);
Setting setting(std::string key, std::optional<std::string>& member, SettingMeta meta);
Setting setting(std::string key, std::filesystem::path& member, SettingMeta meta);
Setting setting(std::string key, std::vector<std::string>& member, SettingMeta meta);
Setting setting(std::string key, std::vector<double>& member, SettingMeta meta);
Setting setting(std::string key, std::vector<std::int64_t>& member, SettingMeta meta);
Setting setting(std::string key, std::array<double, 2>& member, SettingMeta meta);
Setting setting(std::string key, std::optional<std::array<std::int64_t, 2>>& member,
                SettingMeta meta);

/// SettingMeta::mayChangeOnResume, of a section for all that is below it.
inline Setting changeable(Setting setting) {
    setting.meta.mayChangeOnResume = true;
    return setting;
}

/// An enumeration by a table of its values and names; Member is E or std::optional<E>.
template <class Member, class E>
Setting choice(std::string key, Member& member, const std::vector<std::pair<E, std::string>>& names,
               SettingMeta meta) {
    Setting made;
    made.key = std::move(key);
    made.kind = SettingKind::Choice;
    made.meta = std::move(meta);
    for (const auto& [value, name] : names)
        made.meta.choices.push_back(name);
    made.get = [&member, names]() -> Value {
        for (const auto& [value, name] : names)
            if (member == value)
                return name;
        return {};
    };
    made.set = [&member, names](const Value& chosen) {
        member = {};
        for (const auto& [value, name] : names)
            if (const auto* text = std::get_if<std::string>(&chosen); text && *text == name)
                member = value;
    };
    return made;
}

/// A section whose keys `describe(T&)` lists.
template <class T, class Describe>
Setting section(std::string key, T& member, Describe describe, std::string help) {
    Setting made;
    made.key = std::move(key);
    made.kind = SettingKind::Section;
    made.meta.help = std::move(help);
    made.children = [&member, describe] { return describe(member); };
    return made;
}

/// A section that null switches off.
template <class T, class Describe>
Setting optionalSection(std::string key, std::optional<T>& member, Describe describe,
                        std::string help, std::string nullMeaning) {
    Setting made;
    made.key = std::move(key);
    made.kind = SettingKind::Section;
    made.meta.help = std::move(help);
    made.meta.nullMeaning = std::move(nullMeaning);
    made.children = [&member, describe] {
        return member ? describe(*member) : std::vector<Setting>{};
    };
    made.isPresent = [&member] { return member.has_value(); };
    made.setPresent = [&member](bool isPresent) {
        if (!isPresent)
            member.reset();
        else if (!member)
            member.emplace();
    };
    return made;
}

/// A list of sections whose keys `describe(T&)` lists.
template <class T, class Describe>
Setting sectionList(std::string key, std::vector<T>& member, Describe describe, std::string help) {
    Setting made;
    made.key = std::move(key);
    made.kind = SettingKind::SectionList;
    made.meta.help = std::move(help);
    made.size = [&member] { return member.size(); };
    made.resize = [&member](std::size_t count) {
        member.clear();
        member.resize(count);
    };
    made.element = [&member, describe](std::size_t i) { return describe(member.at(i)); };
    made.children = [describe, sample = std::make_shared<T>()] { return describe(*sample); };
    return made;
}

} // namespace unlit::config
