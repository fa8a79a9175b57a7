// Which runs are to be seen: words, and comparisons of settings and figures.
#pragma once

#include "core/runs/run_summary.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace unlit::runs {

/// What a column of a table of runs holds, as text: "name", "status", "step", "epoch", "best",
/// "seconds", "bytes", "tags", "group", "archived" ("yes" or "no"); a validation figure's best
/// value, "val/rooms/psnr"; else a setting. "" where the run has none.
std::string cellOf(const RunSummary& run, std::string_view column);

/// The first of `columns` that is neither one of columnNames() nor the end of one, as "save_period"
/// is; a figure of validations counts as known while no run has any. nullopt where all are known.
std::optional<std::string> unknownColumn(const std::vector<std::string>& columns,
                                         const std::vector<RunSummary>& runs);

/// All that can be named for these runs.
std::vector<std::string> columnNames(const std::vector<RunSummary>& runs);

/// "lr>1e-4 status=failed sofa": all that stands there has to hold. KEY is a column as above,
/// between it and the value stands one of = != < <= > >=, with or without spaces. Values that are
/// both numbers are compared as such, others as text, whatever their case, with = and != alone. A
/// run without a value does not pass. "tag=baseline" asks for one of its tags, "tag!=baseline" for
/// none such. Words without a comparison are looked for in the run's name, status, note, tags and
/// group; so is what stands in quotes, or has more than one sign, as the names of a sweep's runs:
/// "lr=1e-4_name=Muon".
class RunFilter {
public:
    enum class Archived { Shown, Hidden };

    /// Hidden: runs that are archived pass where the text compares "archived" alone.
    explicit RunFilter(std::string_view text = {}, Archived archived = Archived::Shown);

    /// `more`: further text in which words may stand.
    bool passes(const RunSummary& run, std::string_view more = {}) const;

    /// What it compares, as it stands there.
    std::vector<std::string> keys() const;

    /// The first value that its column never has, as "status=runing".
    struct Impossible {
        std::string key;
        std::string value;
        std::vector<std::string> possible;
    };

    std::optional<Impossible> impossible() const;

    /// Every run passes.
    bool isEmpty() const {
        return m_comparisons.empty() && m_words.empty() && m_archived == Archived::Shown;
    }

private:
    struct Comparison {
        std::string key;
        std::string sign;
        std::string value;
    };

    static bool holds(const Comparison& comparison, const RunSummary& run);

    Archived m_archived;
    std::vector<Comparison> m_comparisons;
    std::vector<std::string> m_words; ///< in small letters
};

} // namespace unlit::runs
