#include "app/cli/dataset/dataset_stats_verb.h"

#include "app/cli/table.h"

#include <array>
#include <cstdio>

namespace unlit::cli {

namespace {

std::string numberText(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g", value);
    return text.data();
}

std::string spreadText(const data::Spread& spread) {
    return numberText(spread.median) + " (80 % of the pairs from " + numberText(spread.lower) +
           " to " + numberText(spread.upper) + ", all from " + numberText(spread.least) + " to " +
           numberText(spread.most) + ")";
}

Json jsonOf(const data::Spread& spread) {
    if (spread.count == 0)
        return {};
    return {{"count", spread.count},   {"min", spread.least}, {"p10", spread.lower},
            {"median", spread.median}, {"p90", spread.upper}, {"max", spread.most}};
}

Table tableOf(const data::SetStatistics& set) {
    Table table;
    table.add("pairs", std::to_string(set.pairs) + " of " + countText(set.scenes, "scene") +
                           (set.readable < set.pairs
                                ? ", " + std::to_string(set.pairs - set.readable) + " unreadable"
                                : ""));
    for (const auto& [size, pairs] : set.sizes)
        table.add("sizes", size + ": " + countText(pairs, "pair"));
    table.add("float files", "beauty of " + countText(set.floatBeauties, "pair") + ", albedo of " +
                                 countText(set.floatAlbedos, "pair"));
    table.add("mask files", std::to_string(set.withMaskFile));
    table.add("usable pixels", spreadText(set.validShare));
    table.add("black albedo", spreadText(set.blackShare));
    table.add("mean albedo", spreadText(set.albedoMean));
    table.add("light, stops", spreadText(set.lightStops));
    for (const auto& [check, pairs] : set.findings)
        table.add("faults", check + ": " + countText(pairs, "pair"));
    return table;
}

} // namespace

DatasetStatsVerb::DatasetStatsVerb(CLI::App& dataset)
    : Verb(dataset, "stats", "Describe a training set in numbers") {
    m_flags.addSource(options(), true);
    m_flags.addLayers(options());
    m_flags.addWithout(options());
    m_flags.addWorkers(options());
    footer("Example:\n  unlit dataset stats good.txt --root renders");
}

ExitCode DatasetStatsVerb::run(VerbContext& context) {
    DatasetWork work(context);
    const auto examination = work.finish(checkDataset(m_flags.input(), m_flags.checkOptions(),
                                                      work.progress("measuring"), work.token()));
    work.warnOfCache(examination);
    const data::SetStatistics set = statisticsOf(examination);
    context.console.result(printable(m_flags.source));
    context.console.result(tableOf(set).text());
    context.console.object({{"source", m_flags.source},
                            {"pairs", set.pairs},
                            {"readable", set.readable},
                            {"scenes", set.scenes},
                            {"with_mask", set.withMaskFile},
                            {"float_beauties", set.floatBeauties},
                            {"float_albedos", set.floatAlbedos},
                            {"pixels", set.pixels},
                            {"sizes", set.sizes},
                            {"valid_share", jsonOf(set.validShare)},
                            {"black_share", jsonOf(set.blackShare)},
                            {"albedo_mean", jsonOf(set.albedoMean)},
                            {"light_stops", jsonOf(set.lightStops)},
                            {"findings", set.findings}});
    return ExitCode::Done;
}

} // namespace unlit::cli
