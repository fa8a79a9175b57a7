#include "core/data/doctor/doctor.h"

#include "core/base/failure.h"
#include "core/data/doctor/report_cache.h"
#include "core/data/doctor/set_checks.h"
#include "core/data/pairing/scene.h"

#include <atomic>

namespace unlit::data {

namespace {

bool isAtLeast(const ExaminedPair& pair, Severity severity) {
    const auto found = worst(pair.report.findings);
    return found && *found >= severity;
}

void compareWithEachOther(std::vector<ExaminedPair>& pairs) {
    std::vector<SetMember> members;
    for (const ExaminedPair& each : pairs)
        members.push_back({&each.pair, &each.report, each.scene});
    std::vector<Findings> findings(pairs.size());
    checkDuplicates(members, findings);
    checkExposures(members, findings);
    checkMissingMasks(members, findings);
    for (std::size_t i = 0; i < pairs.size(); ++i)
        for (Finding& finding : findings[i])
            pairs[i].report.findings.push_back(std::move(finding));
}

} // namespace

std::vector<ListedPair> Examination::atLeast(Severity severity) const {
    std::vector<ListedPair> result;
    for (const ExaminedPair& each : pairs)
        if (isAtLeast(each, severity))
            result.push_back(each.pair);
    return result;
}

std::vector<ListedPair> Examination::below(Severity severity) const {
    std::vector<ListedPair> result;
    for (const ExaminedPair& each : pairs)
        if (!isAtLeast(each, severity))
            result.push_back(each.pair);
    return result;
}

std::optional<Examination> examine(const PictureSource& source,
                                   const std::vector<ListedPair>& pairs,
                                   const DoctorOptions& options, const ParallelOptions& parallel) {
    Examination result;
    result.pairs.resize(pairs.size());
    ReportCache cache(options.cacheFile);
    std::atomic<std::size_t> fromCache = 0;
    const bool isDone = forEach(pairs.size(), parallel, [&](std::size_t i) {
        ExaminedPair& each = result.pairs[i];
        each.pair = pairs[i];
        if (auto known = cache.find(source, pairs[i])) {
            each.report = std::move(*known);
            ++fromCache;
        } else {
            each.report = examinePair(source, pairs[i]);
            cache.store(source, pairs[i], each.report);
        }
        if (options.onReport)
            options.onReport(i, each.report);
    });
    try {
        cache.save(); // what was done is kept, also when stopped
    } catch (...) {
        result.cacheProblem = translateCurrentException().text();
    }
    if (!isDone)
        return {};
    const std::vector<std::string> scenes = scenesOf(pairs, SceneRule::Scene);
    for (std::size_t i = 0; i < pairs.size(); ++i)
        result.pairs[i].scene = scenes[i];
    compareWithEachOther(result.pairs);
    result.fromCache = fromCache;
    return result;
}

} // namespace unlit::data
