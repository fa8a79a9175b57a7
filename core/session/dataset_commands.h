// Training sets without torch in sight: find pairs, check them, write lists, split, count.
#pragma once

#include "core/data/doctor/doctor.h"
#include "core/data/pairing/pairing.h"
#include "core/data/split.h"
#include "core/data/statistics.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <vector>

namespace unlit {

/// What a user points at: a folder, a .tar archive, or a filename_list with the folder or archive
/// that it speaks of.
struct DatasetInput {
    std::filesystem::path source;
    std::filesystem::path root; ///< of a list; "" = the list's own folder
    data::LayerChoice layers;   ///< for folders and archives
};

/// Called on the calling thread; may throw to stop.
using DatasetProgress = std::function<void(std::size_t done, std::size_t total)>;

/// True when `source` is taken as a list: a file whose suffix is not .tar.
bool isFilenameList(const std::filesystem::path& source);

/// The folder or archive that the names of the pairs are relative to.
std::filesystem::path datasetRoot(const DatasetInput& input);

/// Looks for pairs. Throws Error: NotFound, InvalidInput for a list, Io. nullopt when stopped.
std::optional<data::PairingResult> scanDataset(const DatasetInput& input,
                                               const DatasetProgress& progress,
                                               const std::stop_token& stop);

/// The pairs of a list, or those that a scan finds. Throws as scanDataset and readFilenameList, and
/// Error::invalidInput when there are none, naming what was there instead.
std::optional<std::vector<data::ListedPair>> datasetPairs(const DatasetInput& input,
                                                          const DatasetProgress& progress,
                                                          const std::stop_token& stop);

struct DatasetCheckOptions {
    int workers = 0;                 ///< 0 = one for each processor
    bool useCache = true;            ///< remember what was found between runs
    std::filesystem::path cacheFile; ///< "" = the user's cache folder
};

/// Scans where needed, then examines every pair. Throws as datasetPairs.
std::optional<data::Examination> checkDataset(const DatasetInput& input,
                                              const DatasetCheckOptions& options,
                                              const DatasetProgress& progress,
                                              const std::stop_token& stop);

} // namespace unlit
