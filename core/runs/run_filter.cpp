#include "core/runs/run_filter.h"

#include "core/base/number_text.h"
#include "core/config/setting_keys.h"
#include "core/config/validation_figures.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <regex>
#include <set>

namespace unlit::runs {

namespace {

constexpr std::array<std::string_view, 11> kColumns = {"name", "status",  "step",    "epoch",
                                                       "best", "seconds", "bytes",   "tag",
                                                       "tags", "group",   "archived"};

std::string small(std::string_view text) {
    std::string low(text);
    for (char& letter : low)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return low;
}

std::string cellText(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.9g", value);
    return text.data();
}

template <class T>
bool compare(const T& left, const std::string& sign, const T& right) {
    if (sign == "=")
        return left == right;
    if (sign == "!=")
        return left != right;
    if (sign == "<")
        return left < right;
    if (sign == "<=")
        return left <= right;
    return sign == ">" ? left > right : left >= right;
}

bool isTagKey(std::string_view key) {
    return key == "tag" || key == "tags";
}

std::string joinedTags(const RunLabels& labels) {
    std::string text;
    for (const std::string& tag : labels.tags)
        text += (text.empty() ? "" : " ") + tag;
    return text;
}

} // namespace

std::string cellOf(const RunSummary& run, std::string_view column) {
    if (column == "name")
        return run.name;
    if (column == "status")
        return std::string(toString(run.status));
    if (column == "step")
        return std::to_string(run.step);
    if (column == "epoch")
        return std::to_string(run.epoch);
    if (column == "best")
        return run.best ? cellText(run.best->value) : "";
    if (column == "seconds")
        return cellText(run.seconds);
    if (column == "bytes")
        return std::to_string(run.bytes);
    if (isTagKey(column))
        return joinedTags(run.labels);
    if (column == "group")
        return run.labels.group;
    if (column == "archived")
        return run.labels.isArchived ? "yes" : "no";
    if (run.figures)
        if (const auto found = run.figures->find(std::string(column)); found != run.figures->end())
            return cellText(found->second.value);
    return run.settings ? run.settings->find(column).value_or("") : "";
}

std::vector<std::string> columnNames(const std::vector<RunSummary>& runs) {
    std::set<std::string> names(kColumns.begin(), kColumns.end());
    for (const RunSummary& run : runs) {
        if (run.figures)
            for (const auto& [figure, best] : *run.figures)
                names.insert(figure);
        if (run.settings)
            for (const auto& [key, value] : run.settings->own())
                names.insert(key);
    }
    for (std::string& key : config::settingKeys())
        names.insert(std::move(key));
    return {names.begin(), names.end()};
}

std::optional<std::string> unknownColumn(const std::vector<std::string>& columns,
                                         const std::vector<RunSummary>& runs) {
    const std::vector<std::string> names = columnNames(runs);
    const bool hasFigures = std::ranges::any_of(
        runs, [](const RunSummary& run) { return run.figures && !run.figures->empty(); });
    for (const std::string& column : columns) {
        const std::string end = "." + column;
        const bool isToCome = !hasFigures && column.starts_with(config::kValidationTags);
        const bool isKnown = isToCome || std::ranges::any_of(names, [&](const std::string& name) {
                                 return name == column || name.ends_with(end);
                             });
        if (!isKnown)
            return column;
    }
    return {};
}

RunFilter::RunFilter(std::string_view text, Archived archived) : m_archived(archived) {
    static const std::regex pattern(
        R"re("([^"]*)"|([^\s=!<>"]+)\s*(<=|>=|!=|=|<|>)\s*([^\s=!<>"]+)(?!\S)|(\S+))re");
    const std::string whole(text);
    for (std::sregex_iterator match(whole.begin(), whole.end(), pattern), end; match != end;
         ++match) {
        if ((*match)[1].matched || (*match)[5].matched)
            m_words.push_back(small((*match)[1].str() + (*match)[5].str()));
        else
            m_comparisons.push_back({(*match)[2].str(), (*match)[3].str(), (*match)[4].str()});
    }
    if (std::ranges::find(m_comparisons, "archived", &Comparison::key) != m_comparisons.end())
        m_archived = Archived::Shown; // it is asked for
}

std::vector<std::string> RunFilter::keys() const {
    std::vector<std::string> keys;
    for (const Comparison& comparison : m_comparisons)
        keys.push_back(comparison.key);
    return keys;
}

std::optional<RunFilter::Impossible> RunFilter::impossible() const {
    for (const Comparison& comparison : m_comparisons) {
        std::vector<std::string> possible;
        if (comparison.key == "status")
            possible.assign(runStatusNames().begin(), runStatusNames().end());
        else if (comparison.key == "archived")
            possible = {"yes", "no"};
        if (!possible.empty() &&
            std::ranges::find(possible, small(comparison.value)) == possible.end())
            return Impossible{comparison.key, comparison.value, possible};
    }
    return {};
}

bool RunFilter::holds(const Comparison& comparison, const RunSummary& run) {
    if (isTagKey(comparison.key)) {
        const bool hasTag = std::ranges::any_of(run.labels.tags, [&](const std::string& tag) {
            return small(tag) == small(comparison.value);
        });
        return comparison.sign == "=" ? hasTag : comparison.sign == "!=" && !hasTag;
    }
    const std::string cell = cellOf(run, comparison.key);
    if (comparison.key == "group" && comparison.sign == "!=")
        return small(cell) != small(comparison.value); // one of no group is of none such
    if (cell.empty())
        return false;
    const auto left = numberIn<double>(cell);
    const auto right = numberIn<double>(comparison.value);
    if (left && right)
        return compare(*left, comparison.sign, *right);
    const bool isEquality = comparison.sign == "=" || comparison.sign == "!=";
    return isEquality && compare(small(cell), comparison.sign, small(comparison.value));
}

bool RunFilter::passes(const RunSummary& run, std::string_view more) const {
    if (m_archived == Archived::Hidden && run.labels.isArchived)
        return false;
    if (!std::ranges::all_of(m_comparisons, [&](const Comparison& one) { return holds(one, run); }))
        return false;
    if (m_words.empty())
        return true;
    const std::string said =
        small(run.name + " " + std::string(toString(run.status)) + " " + run.note + " " +
              joinedTags(run.labels) + " " + run.labels.group + " " + std::string(more));
    return std::ranges::all_of(
        m_words, [&](const std::string& word) { return said.find(word) != std::string::npos; });
}

} // namespace unlit::runs
