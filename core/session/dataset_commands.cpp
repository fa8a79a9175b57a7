#include "core/session/dataset_commands.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/doctor/report_cache.h"

namespace unlit {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuseEmpty(const fs::path& source, const data::PairingResult& result) {
    std::string what = source.string() + " holds no pair of beauty and albedo";
    if (result.files == 0)
        what += ": it has no files";
    else if (!result.leftOvers.empty())
        what += ": of its " + std::to_string(result.files) + " files, '" +
                result.leftOvers.front().path + "' was left over because " +
                result.leftOvers.front().reason;
    throw Error::invalidInput(what, "see all reasons with `unlit dataset scan`; name layers with "
                                    "--beauty-layer and --albedo-layer");
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
                                               const std::stop_token& stop) {
    if (isFilenameList(input.source))
        throw Error::invalidInput(input.source.string() +
                                      " is a file, not a folder or .tar archive",
                                  "scan looks for pairs; check reads lists");
    const auto source = data::PictureSource::open(input.source);
    return data::findPairs(*source, input.layers, progress, stop);
}

std::optional<std::vector<data::ListedPair>> datasetPairs(const DatasetInput& input,
                                                          const DatasetProgress& progress,
                                                          const std::stop_token& stop) {
    if (isFilenameList(input.source))
        return data::readFilenameList(input.source);
    const auto found = scanDataset(input, progress, stop);
    if (!found)
        return {};
    if (found->pairs.empty())
        refuseEmpty(input.source, *found);
    std::vector<data::ListedPair> pairs;
    for (const data::FoundPair& each : found->pairs)
        pairs.push_back(each.pair);
    return pairs;
}

std::optional<data::Examination> checkDataset(const DatasetInput& input,
                                              const DatasetCheckOptions& options,
                                              const DatasetProgress& progress,
                                              const std::stop_token& stop) {
    const auto pairs = datasetPairs(input, progress, stop); // looks for an interrupt here too
    if (!pairs)
        return {};
    const fs::path root = datasetRoot(input);
    const auto source = data::PictureSource::open(root);
    data::DoctorOptions doctor;
    if (options.useCache)
        doctor.cacheFile =
            options.cacheFile.empty() ? data::ReportCache::usualFile(root) : options.cacheFile;
    return data::examine(*source, *pairs, doctor, {options.workers, progress, stop});
}

} // namespace unlit
