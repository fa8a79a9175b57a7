// Training sets without torch in sight: find pairs, leave some out, check them.
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
    std::filesystem::path root = {};    ///< of a list; "" = the list's own folder
    data::LayerChoice layers = {};      ///< for folders and archives
    std::filesystem::path without = {}; ///< a list of pairs that are left out; "" = none
};

/// Called on the calling thread; may throw to stop.
using DatasetProgress = std::function<void(std::size_t done, std::size_t total)>;

/// True when `source` is taken as a list: a file whose suffix is not .tar.
bool isFilenameList(const std::filesystem::path& source);

/// The folder or archive that the names of the pairs are relative to.
std::filesystem::path datasetRoot(const DatasetInput& input);

/// Looks for pairs. Throws Error: NotFound, InvalidInput for a list, Io. nullopt when stopped; when
/// it is `enough`, what was found so far.
std::optional<data::PairingResult> scanDataset(const DatasetInput& input,
                                               const DatasetProgress& progress,
                                               const std::stop_token& stop,
                                               const std::stop_token& enough = {});

/// Why a scan gave nothing, as a full thought: what was there instead.
std::string whyNoPairs(const std::filesystem::path& source, const data::PairingResult& result);

/// "12 texture sets, a base colour with its maps each, …".
std::string textureSetsText(const data::PairingResult& result);

/// Folders and archives are scanned; the pairs of a list come with their line as reason. Nothing is
/// an error but a source or list that cannot be read. `without` is not looked at. nullopt when
/// stopped; when it is `enough`, what was found so far.
std::optional<data::PairingResult> openDataset(const DatasetInput& input,
                                               const DatasetProgress& progress,
                                               const std::stop_token& stop,
                                               const std::stop_token& enough = {});

/// The pairs of a list, or those that a scan finds, but for those of `without`. Throws as
/// scanDataset and readFilenameList, and Error::invalidInput when there are none, naming what was
/// there instead.
std::optional<std::vector<data::ListedPair>> datasetPairs(const DatasetInput& input,
                                                          const DatasetProgress& progress,
                                                          const std::stop_token& stop);

struct DatasetCheckOptions {
    int workers = 0;                 ///< 0 = one for each processor
    bool useCache = true;            ///< remember what was found between runs
    std::filesystem::path cacheFile; ///< "" = the user's cache folder
};

/// The doctor's options as these say, for a set whose names are relative to `root`.
data::DoctorOptions doctorOptions(const DatasetCheckOptions& options,
                                  const std::filesystem::path& root);

/// Scans where needed, then examines every pair; pictures that a scan could not read, and that are
/// in no pair therefore, are in Examination::unreadable. Throws as datasetPairs.
std::optional<data::Examination> checkDataset(const DatasetInput& input,
                                              const DatasetCheckOptions& options,
                                              const DatasetProgress& progress,
                                              const std::stop_token& stop);

} // namespace unlit
