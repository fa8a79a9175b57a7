#include "core/config/schema/value_text.h"

#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/config/schema/kind_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace unlit::config {

namespace {

bool isNull(const Node& node) {
    static const std::array<std::string_view, 5> kNulls = {"", "~", "null", "Null", "NULL"};
    if (node.kind == Node::Kind::Null)
        return true;
    return node.kind == Node::Kind::Scalar && !node.isQuoted &&
           std::ranges::find(kNulls, node.scalar) != kNulls.end();
}

std::optional<bool> toBool(const Node& node) {
    if (node.kind != Node::Kind::Scalar || node.isQuoted)
        return std::nullopt;
    const std::string text = toLower(node.scalar);
    if (text == "true" || text == "yes" || text == "on")
        return true;
    if (text == "false" || text == "no" || text == "off")
        return false;
    return std::nullopt;
}

/// The digits of a number without the plus that from_chars does not take.
std::string_view withoutPlus(const Node& node) {
    std::string_view text = node.scalar;
    if (text.size() > 1 && text[0] == '+' && text[1] != '-')
        text.remove_prefix(1);
    return text;
}

template <class T>
std::optional<T> toNumber(const Node& node) {
    if (node.kind != Node::Kind::Scalar || node.isQuoted)
        return std::nullopt;
    return numberIn<T>(withoutPlus(node));
}

std::optional<std::string> toText(const Node& node) {
    if (node.kind != Node::Kind::Scalar)
        return std::nullopt;
    return node.scalar;
}

ParsedValue wrong(const Node& node, const std::string& wanted) {
    const bool isText = node.kind == Node::Kind::Scalar && node.isQuoted;
    return {{},
            "must be " + wanted + ", not " +
                (isText ? "the text \"" + node.scalar + "\"" : displayText(node)),
            &node};
}

template <class T>
ParsedValue parseNumber(const Node& node, const Setting& setting) {
    const std::optional<T> number = toNumber<T>(node);
    if (!number || !isInside(static_cast<double>(*number), setting.meta))
        return wrong(node, kindText(setting));
    return {*number, {}, nullptr};
}

ParsedValue parseText(const Node& node, const Setting& setting) {
    const std::optional<std::string> text = toText(node);
    const auto& choices = setting.meta.choices;
    if (!text)
        return wrong(node, kindText(setting));
    if (choices.empty() || std::ranges::find(choices, *text) != choices.end())
        return {*text, {}, nullptr};
    const std::string nearest = nearestName(*text, choices);
    ParsedValue parsed = wrong(node, kindText(setting));
    if (!nearest.empty())
        parsed.problem += " (did you mean " + nearest + "?)";
    return parsed;
}

/// "key:" without a value empties a text or a list; numbers and truth values have no such thing.
ParsedValue parseNothing(const Node& node, const Setting& setting) {
    switch (setting.kind) {
    case SettingKind::Text:
    case SettingKind::Path:
        return {std::string(), {}, nullptr};
    case SettingKind::TextList:
        return {std::vector<std::string>(), {}, nullptr};
    case SettingKind::NumberList:
        if (setting.listLength == 0)
            return {std::vector<double>(), {}, nullptr};
        break;
    default:
        break;
    }
    return wrong(node, kindText(setting));
}

/// Every element like the setting, without being a list.
template <class T, class ParseElement>
ParsedValue parseList(const Node& node, const Setting& setting, ParseElement parseElement) {
    if (node.kind != Node::Kind::List ||
        (setting.listLength > 0 && node.list.size() != setting.listLength))
        return wrong(node, kindText(setting));
    std::vector<T> elements;
    for (const Node& child : node.list) {
        ParsedValue parsed = parseElement(child, setting);
        if (!parsed.problem.empty())
            return wrong(child, kindText(setting));
        elements.push_back(std::get<T>(parsed.value));
    }
    return {elements, {}, nullptr};
}

/// A number may stand for the list of it alone.
ParsedValue parseWholes(const Node& node, const Setting& setting) {
    if (setting.listLength == 0)
        if (const auto number = toNumber<std::int64_t>(node);
            number && isInside(static_cast<double>(*number), setting.meta))
            return {std::vector<std::int64_t>{*number}, {}, nullptr};
    return parseList<std::int64_t>(node, setting, parseNumber<std::int64_t>);
}

ParsedValue parseSchedule(const Node& node, const Setting& setting) {
    const ParsedValue refused = wrong(node, kindText(setting) + kOrSchedule);
    if (node.list.size() != 4)
        return refused;
    const auto start = toNumber<std::int64_t>(node.list[0]);
    const auto end = toNumber<std::int64_t>(node.list[3]);
    if (!start || !end || *start < 0)
        return refused;
    if (*end <= *start)
        return {{}, "must have its end_step after its start_step, not " + displayText(node), &node};
    for (const std::size_t i : {1, 2}) {
        const auto value = toNumber<double>(node.list[i]);
        if (!value || !isInside(*value, setting.meta))
            return wrong(node.list[i], kindText(setting));
    }
    return {NumberSchedule{*start, *toNumber<double>(node.list[1]), *toNumber<double>(node.list[2]),
                           *end},
            {},
            nullptr};
}

struct ToNode {
    Node operator()(std::monostate) const { return Node::null(); }

    Node operator()(bool flag) const { return Node::plain(flag ? "true" : "false"); }

    Node operator()(std::int64_t number) const { return Node::plain(std::to_string(number)); }

    Node operator()(double number) const { return Node::plain(numberText(number)); }

    Node operator()(const std::string& text) const { return Node::quoted(text); }

    Node operator()(const NumberSchedule& schedule) const {
        Node node;
        node.kind = Node::Kind::List;
        node.list = {(*this)(schedule.startStep), (*this)(schedule.from), (*this)(schedule.to),
                     (*this)(schedule.endStep)};
        return node;
    }

    template <class T>
    Node operator()(const std::vector<T>& elements) const {
        Node node;
        node.kind = Node::Kind::List;
        for (const T& element : elements)
            node.list.push_back((*this)(element));
        return node;
    }
};

} // namespace

bool isInside(double number, const SettingMeta& meta) {
    if (meta.min &&
        (number < meta.min->value || (number == meta.min->value && !meta.min->isInside)))
        return false;
    return !meta.max || number < meta.max->value ||
           (number == meta.max->value && meta.max->isInside);
}

ParsedValue parseValue(const Node& node, const Setting& setting) {
    if (isNull(node) && setting.isNullable())
        return {};
    if (node.kind == Node::Kind::Null)
        return parseNothing(node, setting);
    switch (setting.kind) {
    case SettingKind::Bool:
        if (const std::optional<bool> value = toBool(node))
            return {*value, {}, nullptr};
        return wrong(node, kindText(setting));
    case SettingKind::Whole:
        return parseNumber<std::int64_t>(node, setting);
    case SettingKind::Number:
        return setting.meta.canBeScheduled && node.kind == Node::Kind::List
                   ? parseSchedule(node, setting)
                   : parseNumber<double>(node, setting);
    case SettingKind::TextList:
        return parseList<std::string>(node, setting, parseText);
    case SettingKind::WholeList:
        return parseWholes(node, setting);
    case SettingKind::NumberList:
        return parseList<double>(node, setting, parseNumber<double>);
    default:
        return parseText(node, setting);
    }
}

Node nodeOf(const Value& value) {
    return std::visit(ToNode{}, value);
}

std::string numberText(double number) {
    std::array<char, 40> buffer{};
    const auto [end, problem] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    std::string text(buffer.data(), end);
    if (text.find('.') == std::string::npos) // YAML 1.1 wants a point in every number of this kind
        text.insert(std::min(text.find('e'), text.size()), ".0");
    return text;
}

std::string displayText(const Value& value) {
    return displayText(nodeOf(value));
}

std::string displayText(const Node& node) {
    switch (node.kind) {
    case Node::Kind::Null:
        return "null";
    case Node::Kind::Scalar:
        return node.scalar.empty() ? "\"\"" : node.scalar;
    case Node::Kind::Map: {
        std::string text;
        for (const Entry& entry : node.entries)
            text += (text.empty() ? "" : ", ") + entry.key + ": " + displayText(entry.value);
        return "{" + text + "}";
    }
    case Node::Kind::List:
        break;
    }
    std::string text;
    for (const Node& child : node.list)
        text += (text.empty() ? "" : ", ") + displayText(child);
    return "[" + text + "]";
}

} // namespace unlit::config
