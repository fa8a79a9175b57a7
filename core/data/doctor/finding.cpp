#include "core/data/doctor/finding.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace unlit::data {

namespace {

constexpr std::array<std::pair<Severity, std::string_view>, 3> kSeverities = {{
    {Severity::Note, "note"},
    {Severity::Warning, "warning"},
    {Severity::Error, "error"},
}};

constexpr std::array<std::pair<Check, std::string_view>, 13> kChecks = {{
    {Check::Unreadable, "unreadable"},
    {Check::Size, "size"},
    {Check::Numbers, "numbers"},
    {Check::Misaligned, "misaligned"},
    {Check::ColorSpace, "colour_space"},
    {Check::Exposure, "exposure"},
    {Check::Beauty, "beauty"},
    {Check::AlbedoFlat, "albedo_flat"},
    {Check::AlbedoBlack, "albedo_black"},
    {Check::AlbedoRange, "albedo_range"},
    {Check::Swapped, "swapped"},
    {Check::Duplicate, "duplicate"},
    {Check::Mask, "mask"},
}};

template <class Table, class Value>
std::string_view nameOf(const Table& table, Value value) {
    for (const auto& [each, name] : table)
        if (each == value)
            return name;
    return "";
}

template <class Value, std::size_t N>
std::optional<Value> valueOf(const std::array<std::pair<Value, std::string_view>, N>& table,
                             std::string_view wanted) {
    for (const auto& [value, name] : table)
        if (name == wanted)
            return value;
    return {};
}

} // namespace

std::string_view toString(Severity severity) {
    return nameOf(kSeverities, severity);
}

std::string_view toString(Check check) {
    return nameOf(kChecks, check);
}

std::optional<Severity> severityFromString(std::string_view name) {
    return valueOf(kSeverities, name);
}

std::optional<Check> checkFromString(std::string_view name) {
    return valueOf(kChecks, name);
}

std::optional<Severity> worst(const Findings& findings) {
    std::optional<Severity> result;
    for (const Finding& finding : findings)
        result = result ? std::max(*result, finding.severity) : finding.severity;
    return result;
}

std::string percentText(double share) {
    std::array<char, 32> text{};
    const double percent = share * 100;
    std::snprintf(text.data(), text.size(), percent < 0.1 ? "%.2g %%" : "%.1f %%", percent);
    return text.data();
}

} // namespace unlit::data
