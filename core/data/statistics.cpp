#include "core/data/statistics.h"

#include <algorithm>
#include <set>

namespace unlit::data {

namespace {

Spread spreadOf(std::vector<double> values) {
    if (values.empty())
        return {};
    std::sort(values.begin(), values.end());
    const auto at = [&](double share) {
        return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
    };
    return {values.size(), values.front(), at(0.1), at(0.5), at(0.9), values.back()};
}

} // namespace

SetStatistics statisticsOf(const Examination& examination) {
    SetStatistics result;
    std::set<std::string> scenes;
    std::vector<double> valid;
    std::vector<double> black;
    std::vector<double> albedo;
    std::vector<double> light;
    for (const ExaminedPair& pair : examination.pairs) {
        const PairReport& report = pair.report;
        scenes.insert(pair.scene);
        ++result.pairs;
        std::set<std::string> checks;
        for (const Finding& finding : report.findings)
            if (finding.severity != Severity::Note)
                checks.emplace(toString(finding.check));
        for (const std::string& check : checks)
            ++result.findings[check];
        if (report.width == 0)
            continue;
        ++result.readable;
        ++result.sizes[std::to_string(report.width) + "x" + std::to_string(report.height)];
        result.pixels += static_cast<double>(report.width) * report.height;
        result.withMaskFile += report.hasMaskFile ? 1 : 0;
        result.floatBeauties += report.beautyIsFloat ? 1 : 0;
        result.floatAlbedos += report.albedoIsFloat ? 1 : 0;
        valid.push_back(report.validShare);
        if (!report.isComparable)
            continue;
        black.push_back(report.blackShare);
        albedo.push_back(report.albedoMean);
        if (report.lightStops)
            light.push_back(*report.lightStops);
    }
    result.scenes = scenes.size();
    result.validShare = spreadOf(valid);
    result.blackShare = spreadOf(black);
    result.albedoMean = spreadOf(albedo);
    result.lightStops = spreadOf(light);
    return result;
}

} // namespace unlit::data
