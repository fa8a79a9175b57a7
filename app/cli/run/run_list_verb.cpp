#include "app/cli/run/run_list_verb.h"

#include "app/cli/live_line.h"
#include "app/cli/usage_error.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/steering.h"
#include "core/base/text.h"
#include "core/runs/run_catalog.h"
#include "core/train/writers/csv_text.h"

#include <algorithm>
#include <chrono>

namespace unlit::cli {

namespace {

using Cells = std::vector<std::string>;

std::vector<runs::RunSummary> runsBelow(const std::vector<std::string>& folders) {
    std::vector<runs::RunSummary> found;
    runs::RunCatalog catalog({folders.begin(), folders.end()});
    const double now =
        std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    const auto problems = catalog.refresh(
        now, {}, [&](const runs::RunSummary& run) { found.push_back(run); }, [](const auto&) {});
    if (!problems.empty())
        throw Error::notFound(problems.front(), "name a folder that holds runs");
    return found;
}

/// Numbers before texts, what is not there last.
bool isBefore(const std::string& left, const std::string& right) {
    const auto a = numberIn<double>(left);
    const auto b = numberIn<double>(right);
    if (a && b)
        return *a < *b;
    if (left.empty() != right.empty())
        return right.empty();
    return a.has_value() != b.has_value() ? a.has_value() : left < right;
}

std::string csvLine(const Cells& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i)
        line += (i > 0 ? "," : "") + train::csvField(cells[i]);
    return line;
}

/// As they are shown.
std::size_t columnsIn(const std::string& cell) {
    return static_cast<std::size_t>(columnsOf(withoutSteering(cell, '?')));
}

std::string paddedLine(const Cells& cells, const std::vector<std::size_t>& widths) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::string cell = withoutSteering(cells[i], '?');
        line += (i > 0 ? "  " : "") + cell;
        if (i + 1 < cells.size())
            line += std::string(widths[i] - std::min(widths[i], columnsIn(cell)), ' ');
    }
    return line;
}

void requirePossible(const runs::RunFilter& filter) {
    const auto wrong = filter.impossible();
    if (!wrong)
        return;
    const std::string nearest = nearestName(wrong->value, wrong->possible);
    std::string all;
    for (const std::string& value : wrong->possible)
        all += (all.empty() ? "" : ", ") + value;
    throw UsageError(
        "no run's " + wrong->key + " is ever " + wrong->value +
        (nearest.empty() ? "; it is one of " + all : "; did you mean " + nearest + "?"));
}

} // namespace

RunListVerb::RunListVerb(CLI::App& parent)
    : Verb(parent, "list", "List runs, with any of their settings and figures") {
    options().section("Arguments").positionals("DIR", m_folders, "Folders that hold runs");
    OptionSet& which = options().section("Which, and in which order");
    which.text("--where", "FILTER", m_filter,
               "Words of name, status, note or tags, and comparisons: 'lr>1e-4 tag=baseline'",
               "all");
    which.flag("--archived", m_archived, "Archived ones, too");
    which.text("--sort", "COLUMN", m_sort, "Numbers by size, others by the alphabet", "by name");
    which.flag("--reverse", m_isReversed, "The last one first");
    OptionSet& what = options().section("What of them");
    what.repeated(
        "--column", "COLUMN", {"the key of a setting, or a figure, as lr or val/rooms/psnr", {}},
        [this](const std::string& text) {
            m_columns.push_back(text);
            return !text.empty();
        },
        "One more column; name, status, step, epoch, best, seconds, bytes, tags, group, archived, "
        "a setting, or a "
        "validation figure, of which the best value is told",
        "name, status, step, best");
    what.flag("--differing", m_differing, "A column for each setting in which they differ");
    what.flag("--csv", m_csv, "Commas between columns");
    footer("Examples:\n"
           "  unlit run list output --differing --sort best --reverse\n"
           "  unlit run list output --where 'lr>1e-4 status!=failed' --column lr --csv");
}

/// A misspelt name would be an empty column, or an empty list.
void RunListVerb::requireColumns(const runs::RunFilter& filter,
                                 const std::vector<runs::RunSummary>& found) const {
    std::vector<std::string> named = filter.keys();
    named.insert(named.end(), m_columns.begin(), m_columns.end());
    if (!m_sort.empty())
        named.push_back(m_sort);
    const auto unknown = runs::unknownColumn(named, found);
    if (!unknown)
        return;
    const std::string nearest = nearestName(*unknown, runs::columnNames(found));
    throw UsageError("no run has " + *unknown +
                     (nearest.empty() ? "; name a column, a setting or a figure as "
                                        "val/rooms/psnr"
                                      : "; did you mean " + nearest + "?"));
}

ExitCode RunListVerb::run(VerbContext& context) {
    std::vector<runs::RunSummary> found = runsBelow(m_folders);
    using Archived = runs::RunFilter::Archived;
    const runs::RunFilter filter(m_filter, m_archived ? Archived::Shown : Archived::Hidden);
    requireColumns(filter, found);
    requirePossible(filter);
    std::erase_if(found, [&](const auto& run) { return !filter.passes(run); });
    Cells columns = {"name", "status", "step", "best"};
    columns.insert(columns.end(), m_columns.begin(), m_columns.end());
    std::vector<const runs::RunSettings*> settings;
    for (const runs::RunSummary& run : found)
        if (run.settings)
            settings.push_back(run.settings.get());
    if (m_differing && !settings.empty())
        for (std::string& key : runs::differingKeys(settings))
            columns.push_back(std::move(key));
    if (!m_sort.empty())
        std::ranges::stable_sort(found, [&](const auto& a, const auto& b) {
            return isBefore(cellOf(a, m_sort), cellOf(b, m_sort));
        });
    if (m_isReversed)
        std::ranges::reverse(found);
    std::vector<Cells> rows = {columns};
    Json list = Json::array();
    for (const runs::RunSummary& run : found) {
        Json object = {{"run", run.folder.string()}};
        Cells& row = rows.emplace_back();
        for (const std::string& column : columns)
            object[column] = row.emplace_back(cellOf(run, column));
        list.push_back(object);
    }
    std::vector<std::size_t> widths(columns.size());
    for (const Cells& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], columnsIn(row[i]));
    for (const Cells& row : rows)
        context.console.result(m_csv ? csvLine(row) : paddedLine(row, widths));
    context.console.object({{"runs", list}});
    return ExitCode::Done;
}

} // namespace unlit::cli
