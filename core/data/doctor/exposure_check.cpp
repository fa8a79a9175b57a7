#include "core/data/doctor/set_checks.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <numeric>

namespace unlit::data {

namespace {

constexpr double kSmallestOff = 0.55;     // stops
constexpr double kSpreads = 3.0;          // of the others' own spread
constexpr std::size_t kFewestOfScene = 5; // different pairs that can agree about something
constexpr std::size_t kFewestOfSet = 12;
constexpr double kMostOff = 0.2; // more pairs off than this, and the set has several kinds of light
constexpr double kNormalSpread = 1.4826; // median absolute deviation to standard deviation

double medianOf(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

struct Agreement {
    double middle = 0;
    double limit = 0; ///< how far from the middle is still usual
};

Agreement spreadOf(const std::vector<double>& values) {
    const double middle = medianOf(values);
    std::vector<double> deviations;
    for (const double value : values)
        deviations.push_back(std::abs(value - middle));
    return {middle, std::max(kSmallestOff, kSpreads * kNormalSpread * medianOf(deviations))};
}

/// Twice as exact as the median deviation is, where nothing is far off.
double deviationOf(const std::vector<double>& values) {
    const auto count = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
    double squares = 0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    return std::sqrt(squares / std::max(1.0, count - 1));
}

/// Of the pairs that agree: those that are off are left out, for they would widen the limit and
/// hide each other.
Agreement agreementOf(std::vector<double> values) {
    for (;;) {
        const Agreement agreement = spreadOf(values);
        const auto gone = std::erase_if(values, [&](double value) {
            return std::abs(value - agreement.middle) > agreement.limit;
        });
        if (gone == 0)
            return {agreement.middle, std::max(kSmallestOff, kSpreads * deviationOf(values))};
    }
}

std::string textOf(double off, const std::string& others) {
    std::string number(16, '\0');
    number.resize(static_cast<std::size_t>(
        std::snprintf(number.data(), number.size(), "%.1f", std::abs(off))));
    return "beauty and albedo are " + number + " stops " + (off > 0 ? "further apart" : "closer") +
           " than in the other pairs of " + others +
           ": one of them was saved with another exposure";
}

bool hasFinding(const Findings& findings, Check check) {
    return std::any_of(findings.begin(), findings.end(),
                       [&](const Finding& finding) { return finding.check == check; });
}

void judge(const std::vector<SetMember>& members, const std::vector<std::size_t>& group,
           std::size_t fewest, const std::string& others, std::vector<Findings>& findings) {
    if (group.size() < fewest)
        return;
    std::vector<double> values;
    for (const std::size_t i : group)
        values.push_back(*members[i].report->lightStops);
    const Agreement agreement = agreementOf(values);
    std::vector<std::size_t> off;
    for (std::size_t n = 0; n < group.size(); ++n)
        if (std::abs(values[n] - agreement.middle) > agreement.limit)
            off.push_back(n);
    if (static_cast<double>(off.size()) > kMostOff * static_cast<double>(group.size()))
        return;
    for (const std::size_t n : off)
        if (Findings& own = findings[group[n]]; !hasFinding(own, Check::Exposure))
            own.push_back(
                {Check::Exposure, Severity::Warning, textOf(values[n] - agreement.middle, others)});
}

} // namespace

void checkExposures(const std::vector<SetMember>& members, std::vector<Findings>& findings) {
    std::map<std::string, std::vector<std::size_t>> scenes;
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < members.size(); ++i) {
        const PairReport& report = *members[i].report;
        // What is wrong otherwise has no light that could be compared, and a picture that is there
        // ten times must not speak ten times.
        if (!report.lightStops || hasFinding(findings[i], Check::Duplicate) ||
            worst(report.findings).value_or(Severity::Note) != Severity::Note)
            continue;
        all.push_back(i);
        if (!members[i].scene.empty())
            scenes[members[i].scene].push_back(i);
    }
    for (const auto& [scene, group] : scenes)
        judge(members, group, kFewestOfScene, "its scene '" + scene + "'", findings);
    judge(members, all, kFewestOfSet, "the set", findings);
}

} // namespace unlit::data
