#include "core/config/schema/kind_text.h"

#include "core/config/schema/value_text.h"

namespace unlit::config {

namespace {

std::string elementText(const Setting& setting, const std::string& what) {
    return "a list of " + (setting.listLength > 0 ? std::to_string(setting.listLength) + " " : "") +
           what;
}

std::string withRange(std::string text, const SettingMeta& meta) {
    const std::string range = rangeText(meta);
    return range.empty() ? text : text + " " + range;
}

std::string listed(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts)
        text += (text.empty() ? "" : ", ") + (part.empty() ? "\"\"" : part);
    return text;
}

} // namespace

std::string rangeText(const SettingMeta& meta) {
    const auto shortText = [](double number) {
        const std::string text = numberText(number);
        return text.ends_with(".0") ? text.substr(0, text.size() - 2) : text;
    };
    std::string text;
    if (meta.min && meta.max && meta.min->isInside && meta.max->isInside)
        return "from " + shortText(meta.min->value) + " to " + shortText(meta.max->value);
    if (meta.min)
        text = (meta.min->isInside ? "of at least " : "above ") + shortText(meta.min->value);
    if (meta.max)
        text += (text.empty() ? "" : " and ") +
                std::string(meta.max->isInside ? "of at most " : "below ") +
                shortText(meta.max->value);
    return text;
}

std::string kindText(const Setting& setting) {
    std::string text;
    switch (setting.kind) {
    case SettingKind::Bool:
        text = "true or false";
        break;
    case SettingKind::Whole:
        text = withRange("a whole number", setting.meta);
        break;
    case SettingKind::Number:
        text = withRange("a number", setting.meta);
        break;
    case SettingKind::Path:
        text = "a path";
        break;
    case SettingKind::Choice:
        text = "one of " + listed(setting.meta.choices);
        break;
    case SettingKind::TextList:
        text = setting.meta.choices.empty()
                   ? elementText(setting, "texts")
                   : elementText(setting, "any of " + listed(setting.meta.choices));
        break;
    case SettingKind::WholeList:
        text = withRange(elementText(setting, "whole numbers"), setting.meta);
        break;
    case SettingKind::NumberList:
        text = withRange(elementText(setting, "numbers"), setting.meta);
        break;
    case SettingKind::Section:
    case SettingKind::Custom:
        text = "a section of keys";
        break;
    case SettingKind::SectionList:
        text = "a list of sections";
        break;
    default:
        text = "a text";
    }
    return setting.isNullable() ? text + ", or null" : text;
}

} // namespace unlit::config
