// What the pair doctor says about a pair.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace unlit::data {

enum class Severity {
    Note,    ///< worth knowing; the pair is fine, or its mask takes care of it
    Warning, ///< probably wrong: look at it
    Error,   ///< certainly of no use for training
};

/// What was looked at. The names are those of the command line and of docs/data.md.
enum class Check {
    Unreadable,
    Size,
    Numbers, ///< NaN, infinite, negative
    Misaligned,
    ColorSpace,
    Exposure,
    Beauty,      ///< black or constant beauty
    AlbedoFlat,  ///< constant albedo
    AlbedoBlack, ///< black albedo: a whole one, or metal and glass
    AlbedoRange, ///< brighter or darker than materials are
    Swapped,     ///< beauty and albedo exchanged, or the same picture twice
    Duplicate,
    Mask,
};

struct Finding {
    Check check = Check::Unreadable;
    Severity severity = Severity::Note;
    std::string text; ///< one sentence, lower case, no full stop

    bool operator==(const Finding&) const = default;
};

using Findings = std::vector<Finding>;

std::string_view toString(Severity severity); ///< "note", "warning", "error"
std::string_view toString(Check check);       ///< "size", "colour_space", …
std::optional<Severity> severityFromString(std::string_view name);
std::optional<Check> checkFromString(std::string_view name);

/// The highest severity; nullopt without findings.
std::optional<Severity> worst(const Findings& findings);

/// "4.1 %", "0.02 %": a share as a person reads it.
std::string percentText(double share);

} // namespace unlit::data
