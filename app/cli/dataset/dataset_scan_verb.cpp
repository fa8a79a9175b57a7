#include "app/cli/dataset/dataset_scan_verb.h"

#include "core/base/error.h"
#include "core/base/frame_sequence.h"
#include "core/base/log.h"

namespace unlit::cli {

namespace {

Json jsonOfFound(const data::FoundPair& found) {
    Json json = jsonOf(found.pair);
    json["key"] = found.key;
    json["reason"] = found.reason;
    json["warning"] = found.warning;
    return json;
}

Json jsonOfSet(const data::TextureSet& set) {
    Json unused = Json::array();
    for (const data::TextureSet::Unused& one : set.unused)
        unused.push_back({{"file", one.file}, {"map", toString(one.kind)}});
    const auto plane = [](const data::MapPlane& map) {
        return Json{{"file", map.file}, {"channel", map.channel}, {"inverted", map.isInverted}};
    };
    Json json = {{"name", set.name}, {"base_color", set.baseColor}};
    if (!set.normal.empty())
        json["normal"] = {{"file", set.normal}, {"directx", set.isDirectX}};
    for (const auto& [name, map] :
         {std::pair("roughness", &set.roughness), std::pair("metallic", &set.metallic),
          std::pair("height", &set.height), std::pair("opacity", &set.opacity)})
        if (map->isThere())
            json[name] = plane(*map);
    json["unused"] = std::move(unused);
    return json;
}

/// Pairs whose beauties look like frames of a sequence; none where two have the same number, which
/// a training on clips refuses.
std::vector<FrameSequence> sequencesAmong(const std::vector<data::FoundPair>& pairs) {
    std::vector<std::filesystem::path> files;
    for (const data::FoundPair& found : pairs)
        files.emplace_back(found.pair.beauty.path);
    try {
        std::vector<FrameSequence> sequences = findSequences(files);
        std::erase_if(sequences, [&files](const FrameSequence& sequence) {
            return !looksLikeFrames(sequence, files);
        });
        return sequences;
    } catch (const Error&) {
        logSwallowed("looking for sequences among the pairs", LogLevel::Debug);
        return {};
    }
}

void printSequence(const FrameSequence& sequence, Console& console) {
    const std::string missing = missingNumbersText(sequence);
    console.result(printable("sequence " + sequence.pattern + ": " +
                             countText(sequence.files.size(), "frame") +
                             (missing.empty() ? "" : "; " + missing)));
}

void printSets(const data::PairingResult& result, Console& console) {
    for (const data::TextureSet& set : result.textureSets) {
        console.result(printable("texture set " + set.name));
        console.result(printable("    " + set.mapsText()));
    }
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
    printSets(result, console);
    for (const FrameSequence& sequence : sequencesAmong(result.pairs))
        printSequence(sequence, console);
    for (const data::LeftOver& leftOver : result.leftOvers)
        console.result(printable("left over: " + leftOver.path + ": " + leftOver.reason));
    console.result(countText(result.pairs.size(), "pair") + " in " +
                   countText(result.files, "file") + ", " +
                   std::to_string(result.leftOvers.size()) + " left over");
    if (!result.textureSets.empty())
        console.result(countText(result.textureSets.size(), "texture set") +
                       ": render pairs of them with `unlit dataset synthesize --textures`");
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
    Json sets = Json::array();
    for (const data::TextureSet& set : result.textureSets)
        sets.push_back(jsonOfSet(set));
    Json sequences = Json::array();
    for (const FrameSequence& sequence : sequencesAmong(result.pairs))
        sequences.push_back({{"pattern", sequence.pattern},
                             {"frames", sequence.files.size()},
                             {"missing", missingNumbersText(sequence)}});
    context.console.object({{"source", m_flags.source},
                            {"files", result.files},
                            {"pairs", std::move(pairs)},
                            {"left_over", std::move(leftOvers)},
                            {"sequences", std::move(sequences)},
                            {"texture_sets", std::move(sets)}});
    return ExitCode::Done;
}

} // namespace unlit::cli
