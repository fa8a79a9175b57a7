#include "app/cli/dataset_scan_verb.h"

namespace unlit::cli {

namespace {

Json jsonOfFound(const data::FoundPair& found) {
    Json json = jsonOf(found.pair);
    json["key"] = found.key;
    json["reason"] = found.reason;
    json["warning"] = found.warning;
    return json;
}

void print(const data::PairingResult& result, Console& console) {
    for (const data::FoundPair& found : result.pairs) {
        std::string line = toText(found.pair.beauty) + "  +  " + toText(found.pair.albedo);
        if (found.pair.mask)
            line += "  +  " + toText(*found.pair.mask);
        console.result(printable(line));
        console.result(printable("    " + found.reason));
        if (!found.warning.empty())
            console.result(printable("    mind: " + found.warning));
    }
    for (const data::LeftOver& leftOver : result.leftOvers)
        console.result(printable("left over: " + leftOver.path + ": " + leftOver.reason));
    console.result(countText(result.pairs.size(), "pair") + " in " +
                   countText(result.files, "file") + ", " +
                   std::to_string(result.leftOvers.size()) + " left over");
}

} // namespace

DatasetScanVerb::DatasetScanVerb(CLI::App& dataset)
    : Verb(dataset, "scan", "Find pairs of beauty and albedo, and say why each is one") {
    m_flags.addSource(options(), false);
    m_flags.addLayers(options());
    footer("Example:\n  unlit dataset scan renders");
}

ExitCode DatasetScanVerb::run(VerbContext& context) {
    DatasetWork work(context);
    const auto result =
        work.finish(scanDataset(m_flags.input(), work.progress("looking at"), work.token()));
    print(result, context.console);
    Json pairs = Json::array();
    for (const data::FoundPair& found : result.pairs)
        pairs.push_back(jsonOfFound(found));
    Json leftOvers = Json::array();
    for (const data::LeftOver& leftOver : result.leftOvers)
        leftOvers.push_back({{"path", leftOver.path}, {"reason", leftOver.reason}});
    context.console.object({{"source", m_flags.source},
                            {"files", result.files},
                            {"pairs", std::move(pairs)},
                            {"left_over", std::move(leftOvers)}});
    return ExitCode::Done;
}

} // namespace unlit::cli
