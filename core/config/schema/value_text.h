// Values of settings as nodes of a document, and back.
#pragma once

#include "core/config/schema/setting.h"

#include <string>

namespace unlit::config {

/// A value, or what is wrong with the node: "must be a whole number, not \"many\"". Exactly one is
/// set.
struct ParsedValue {
    Value value;
    std::string problem;         ///< what the key "must be"; empty = fine
    const Node* place = nullptr; ///< the element of a list that is wrong; else the node itself
};

/// Checks type, range and choices. Precondition: `setting` is a leaf.
ParsedValue parseValue(const Node& node, const Setting& setting);

/// Within the setting's limits.
bool isInside(double number, const SettingMeta& meta);

Node nodeOf(const Value& value);

/// The shortest text that reads back to the same number, with a point or an exponent: "3.0e-05".
std::string numberText(double number);

/// One line, for people: "null", "[480, 640]", "Adam".
std::string displayText(const Value& value);
std::string displayText(const Node& node);

} // namespace unlit::config
