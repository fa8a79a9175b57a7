// One setting as everybody sees it: parser, overrides, writer, documentation and form editor walk
// the same tree of these, made by schemaOf() for one TrainConfig.
#pragma once

#include "core/base/diagnostic.h"
#include "core/config/scheduled_number.h"
#include "core/config/schema/node.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace unlit::config {

enum class SettingKind {
    Bool,
    Whole,
    Number,
    Text,
    Path,
    Choice,
    TextList,
    WholeList,
    NumberList,
    Section,     ///< keys with settings of their own
    SectionList, ///< a list of sections with the same keys
    Custom,      ///< a map whose keys the user chooses
};

/// monostate = null.
using Value =
    std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<std::string>,
                 std::vector<std::int64_t>, std::vector<double>, NumberSchedule>;

/// A limit of a number.
struct Bound {
    double value = 0;
    bool isInside = true; ///< whether the limit itself is allowed
};

/// Whether a text names a figure that a run measures.
enum class NamedFigure {
    None,
    Validated, ///< a metric, or the tag of a validation's figure
    Told,      ///< the tag of any figure of a step or of a validation
};

/// What a person has to know.
struct SettingMeta {
    std::string help;      ///< one sentence without full stop
    std::string unit = {}; ///< "pixels", "optimizer steps"
    std::optional<Bound> min = {};
    std::optional<Bound> max = {};
    std::vector<std::string> choices = {}; ///< of a Choice, or of each element of a TextList
    std::vector<std::string> usedBy = {};  ///< values of the `name` beside `kwargs` for which this
                                           ///< setting counts; empty = always
    std::string nullMeaning = {};          ///< what null says; "" = null is not allowed
    bool canBeScheduled = false;           ///< of a Number: it may be a NumberSchedule
    bool mayChangeOnResume = false; ///< a run that goes on may have another value than it had; of a
                                    ///< section: all that is below it, too
    NamedFigure namedFigure = NamedFigure::None; ///< of a Text
};

/// Bound to one configuration, which must outlive it. Which functions are set depends on the kind.
struct Setting {
    std::string key;
    SettingKind kind = SettingKind::Text;
    SettingMeta meta;
    std::size_t listLength = 0; ///< of a WholeList or NumberList; 0 = any

    std::function<Value()> get;            ///< leaves
    std::function<void(const Value&)> set; ///< leaves; the value is of the kind and in range

    std::function<std::vector<Setting>()> children; ///< Section; of a SectionList: a sample element
    std::function<bool()> isPresent;                ///< Section that may be null
    std::function<void(bool)> setPresent;           ///< Section that may be null

    std::function<std::size_t()> size;                        ///< SectionList
    std::function<void(std::size_t)> resize;                  ///< SectionList
    std::function<std::vector<Setting>(std::size_t)> element; ///< SectionList

    std::function<void(const Node&, const std::string& path, std::vector<Diagnostic>&)>
        read;                    ///< Custom
    std::function<Node()> write; ///< Custom

    bool isNullable() const { return !meta.nullMeaning.empty(); }

    bool isLeaf() const { return static_cast<bool>(get); }
};

/// Called for every leaf and Custom below `setting`, with its full path.
void forEachLeaf(const Setting& setting, const std::string& path,
                 const std::function<void(const Setting&, const std::string& path)>& visit);

} // namespace unlit::config
