#include "core/config/schema/setting_makers.h"

namespace unlit::config {

namespace {

/// Members whose type is one of Value's own.
template <class T>
Setting plain(std::string key, SettingKind kind, T& member, SettingMeta meta) {
    Setting made;
    made.key = std::move(key);
    made.kind = kind;
    made.meta = std::move(meta);
    made.get = [&member]() -> Value { return member; };
    made.set = [&member](const Value& value) { member = std::get<T>(value); };
    return made;
}

template <class T>
Setting nullable(std::string key, SettingKind kind, std::optional<T>& member, SettingMeta meta) {
    Setting made;
    made.key = std::move(key);
    made.kind = kind;
    made.meta = std::move(meta);
    made.get = [&member]() -> Value { return member ? Value(*member) : Value(); };
    made.set = [&member](const Value& value) {
        const T* given = std::get_if<T>(&value);
        member = given ? std::optional<T>(*given) : std::nullopt;
    };
    return made;
}

Value valueOf(const ScheduledNumber& number) {
    if (number.schedule())
        return *number.schedule();
    return number.at(0);
}

ScheduledNumber scheduledFrom(const Value& value) {
    if (const auto* schedule = std::get_if<NumberSchedule>(&value))
        return *schedule;
    return std::get<double>(value);
}

Setting scheduled(std::string key, SettingMeta meta) {
    Setting made;
    made.key = std::move(key);
    made.kind = SettingKind::Number;
    made.meta = std::move(meta);
    made.meta.canBeScheduled = true;
    return made;
}

SettingKind kindOfText(const SettingMeta& meta) {
    return meta.choices.empty() ? SettingKind::Text : SettingKind::Choice;
}

} // namespace

Setting setting(std::string key, bool& member, SettingMeta meta) {
    return plain(std::move(key), SettingKind::Bool, member, std::move(meta));
}

Setting setting(std::string key, std::int64_t& member, SettingMeta meta) {
    return plain(std::move(key), SettingKind::Whole, member, std::move(meta));
}

Setting setting(std::string key, std::optional<std::int64_t>& member, SettingMeta meta) {
    return nullable(std::move(key), SettingKind::Whole, member, std::move(meta));
}

Setting setting(std::string key, double& member, SettingMeta meta) {
    return plain(std::move(key), SettingKind::Number, member, std::move(meta));
}

Setting setting(std::string key, std::optional<double>& member, SettingMeta meta) {
    return nullable(std::move(key), SettingKind::Number, member, std::move(meta));
}

Setting setting(std::string key, ScheduledNumber& member, SettingMeta meta) {
    Setting made = scheduled(std::move(key), std::move(meta));
    made.get = [&member] { return valueOf(member); };
    made.set = [&member](const Value& value) { member = scheduledFrom(value); };
    return made;
}

Setting setting(std::string key, std::optional<ScheduledNumber>& member, SettingMeta meta) {
    Setting made = scheduled(std::move(key), std::move(meta));
    made.get = [&member] { return member ? valueOf(*member) : Value(); };
    made.set = [&member](const Value& value) {
        member.reset();
        if (!std::holds_alternative<std::monostate>(value))
            member = scheduledFrom(value);
    };
    return made;
}

Setting setting(std::string key, std::optional<bool>& member, SettingMeta meta) {
    return nullable(std::move(key), SettingKind::Bool, member, std::move(meta));
}

Setting setting(std::string key, std::string& member, SettingMeta meta) {
    const SettingKind kind = kindOfText(meta);
    return plain(std::move(key), kind, member, std::move(meta));
}

Setting setting(std::string key, std::optional<std::string>& member, SettingMeta meta) {
    const SettingKind kind = kindOfText(meta);
    return nullable(std::move(key), kind, member, std::move(meta));
}

Setting setting(std::string key, std::filesystem::path& member, SettingMeta meta) {
    Setting made;
    made.key = std::move(key);
    made.kind = SettingKind::Path;
    made.meta = std::move(meta);
    made.get = [&member]() -> Value { return member.string(); };
    made.set = [&member](const Value& value) { member = std::get<std::string>(value); };
    return made;
}

Setting setting(std::string key, std::vector<std::string>& member, SettingMeta meta) {
    return plain(std::move(key), SettingKind::TextList, member, std::move(meta));
}

Setting setting(std::string key, std::vector<double>& member, SettingMeta meta) {
    return plain(std::move(key), SettingKind::NumberList, member, std::move(meta));
}

Setting setting(std::string key, std::vector<std::int64_t>& member, SettingMeta meta) {
    return plain(std::move(key), SettingKind::WholeList, member, std::move(meta));
}

Setting setting(std::string key, std::array<double, 2>& member, SettingMeta meta) {
    Setting made;
    made.key = std::move(key);
    made.kind = SettingKind::NumberList;
    made.meta = std::move(meta);
    made.listLength = member.size();
    made.get = [&member]() -> Value { return std::vector<double>(member.begin(), member.end()); };
    made.set = [&member](const Value& value) {
        const auto& numbers = std::get<std::vector<double>>(value);
        member = {numbers.at(0), numbers.at(1)};
    };
    return made;
}

Setting setting(std::string key, std::optional<std::array<std::int64_t, 2>>& member,
                SettingMeta meta) {
    Setting made;
    made.key = std::move(key);
    made.kind = SettingKind::WholeList;
    made.meta = std::move(meta);
    made.listLength = 2;
    made.get = [&member]() -> Value {
        return member ? Value(std::vector<std::int64_t>(member->begin(), member->end())) : Value();
    };
    made.set = [&member](const Value& value) {
        member.reset();
        if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&value))
            member = {numbers->at(0), numbers->at(1)};
    };
    return made;
}

} // namespace unlit::config
