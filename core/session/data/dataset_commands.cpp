#include "core/session/data/dataset_commands.h"

#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/base/text.h"
#include "core/data/doctor/report_cache.h"
#include "core/session/data/quarantine.h"

namespace unlit {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuseEmpty(const fs::path& source, const data::PairingResult& result) {
    if (!result.textureSets.empty())
        throw Error::invalidInput(
            whyNoPairs(source, result),
            "render pairs of them with `unlit dataset synthesize --textures " + source.string() +
                " OUT`");
    throw Error::invalidInput(whyNoPairs(source, result),
                              "see all reasons with `unlit dataset scan`; name layers with "
                              "--beauty-layer and --albedo-layer");
}

data::PairingResult readList(const fs::path& list) {
    data::PairingResult result;
    for (data::ListedPair& pair : data::readFilenameList(list, {.findsCondition = true})) {
        data::FoundPair found;
        found.key = toText(pair.beauty);
        found.reason =
            "line " + std::to_string(pair.line) + " of " + list.filename().string() + " says so";
        found.pair = std::move(pair);
        result.pairs.push_back(std::move(found));
    }
    result.files = result.pairs.size() * 2;
    return result;
}

std::vector<data::ListedPair> pairsOf(const DatasetInput& input, data::PairingResult found) {
    if (found.pairs.empty())
        refuseEmpty(input.source, found);
    std::vector<data::ListedPair> pairs;
    for (data::FoundPair& each : found.pairs)
        pairs.push_back(std::move(each.pair));
    if (input.without.empty())
        return pairs;
    if (std::error_code problem; !fs::exists(input.without, problem))
        throw Error::notFound(input.without.string() + " does not exist",
                              "--without names a list of pairs to leave out");
    std::vector<data::ListedPair> rest = pairsBeside(pairs, Quarantine(input.without).pairs());
    if (rest.empty())
        throw Error::invalidInput("all " + std::to_string(pairs.size()) + " pairs of " +
                                      input.source.string() + " are left out by " +
                                      input.without.string(),
                                  "take lines out of that list");
    return rest;
}

/// EXR files have been opened in search of pairs; of other pictures in no pair only the headers are
/// read here.
std::vector<data::LeftOver> unreadableOf(const data::PictureSource& source,
                                         const std::vector<data::LeftOver>& leftOvers) {
    std::vector<data::LeftOver> unreadable;
    for (const data::LeftOver& leftOver : leftOvers) {
        if (leftOver.isUnreadable) {
            unreadable.push_back(leftOver);
            continue;
        }
        if (!hasImageSuffix(leftOver.path) || !source.has(leftOver.path))
            continue;
        try {
            (void)source.info(leftOver.path);
        } catch (...) {
            unreadable.push_back(
                {leftOver.path, "it cannot be read: " + translateCurrentException().text(), true});
        }
    }
    return unreadable;
}

} // namespace

bool isFilenameList(const fs::path& source) {
    std::error_code problem;
    return fs::is_regular_file(source, problem) && toLower(source.extension().string()) != ".tar";
}

fs::path datasetRoot(const DatasetInput& input) {
    if (!isFilenameList(input.source))
        return input.source;
    if (!input.root.empty())
        return input.root;
    const fs::path folder = input.source.parent_path();
    return folder.empty() ? fs::path(".") : folder;
}

std::optional<data::PairingResult> scanDataset(const DatasetInput& input,
                                               const DatasetProgress& progress,
                                               const std::stop_token& stop,
                                               const std::stop_token& enough) {
    if (isFilenameList(input.source))
        throw Error::invalidInput(input.source.string() +
                                      " is a file, not a folder or .tar archive",
                                  "scan looks for pairs; check reads lists");
    const auto source = data::PictureSource::open(input.source);
    return data::findPairs(*source, input.layers, progress, stop, enough);
}

std::string textureSetsText(const data::PairingResult& result) {
    const std::size_t count = result.textureSets.size();
    return std::to_string(count) + (count == 1 ? " texture set" : " texture sets") +
           ", a base colour with its maps each, and no picture of light";
}

std::string whyNoPairs(const fs::path& source, const data::PairingResult& result) {
    std::string what = source.string() + " holds no pair of beauty and albedo";
    if (result.files == 0)
        what += ": it has no files";
    else if (!result.textureSets.empty())
        what += ": it holds " + textureSetsText(result);
    else if (!result.leftOvers.empty())
        what += ": of its " + std::to_string(result.files) + " files, '" +
                result.leftOvers.front().path + "' was left over because " +
                result.leftOvers.front().reason;
    return what;
}

std::optional<data::PairingResult> openDataset(const DatasetInput& input,
                                               const DatasetProgress& progress,
                                               const std::stop_token& stop,
                                               const std::stop_token& enough) {
    if (isFilenameList(input.source))
        return readList(input.source);
    return scanDataset(input, progress, stop, enough);
}

std::optional<std::vector<data::ListedPair>> datasetPairs(const DatasetInput& input,
                                                          const DatasetProgress& progress,
                                                          const std::stop_token& stop) {
    auto found = openDataset(input, progress, stop);
    if (!found)
        return {};
    return pairsOf(input, std::move(*found));
}

data::DoctorOptions doctorOptions(const DatasetCheckOptions& options, const fs::path& root) {
    data::DoctorOptions doctor;
    if (options.useCache)
        doctor.cacheFile =
            options.cacheFile.empty() ? data::ReportCache::usualFile(root) : options.cacheFile;
    return doctor;
}

std::optional<data::Examination> checkDataset(const DatasetInput& input,
                                              const DatasetCheckOptions& options,
                                              const DatasetProgress& progress,
                                              const std::stop_token& stop) {
    auto found = openDataset(input, progress, stop); // looks for an interrupt here too
    if (!found)
        return {};
    const std::vector<data::LeftOver> leftOvers = found->leftOvers;
    const std::vector<data::ListedPair> pairs = pairsOf(input, std::move(*found));
    const fs::path root = datasetRoot(input);
    const auto source = data::PictureSource::open(root);
    auto examination = data::examine(*source, pairs, doctorOptions(options, root),
                                     {options.workers, progress, stop});
    if (examination)
        examination->unreadable = unreadableOf(*source, leftOvers);
    return examination;
}

} // namespace unlit
