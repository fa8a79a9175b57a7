#include "core/train/checkpoint/copy_checkpoint.h"

#include "core/base/atomic_file.h"
#include "core/base/atomic_folder.h"
#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/train/checkpoint/read_checkpoint.h"
#include "core/train/checkpoint/write_checkpoint.h"
#include "core/weights/json_file.h"

#include <algorithm>

namespace unlit::train {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

constexpr std::size_t kMostNames = 8;

bool isOfState(const fs::path& file) {
    return file == kStateJson || file == kStateFile;
}

void linkOrCopy(const fs::path& from, const fs::path& to) {
    std::error_code failed;
    fs::create_hard_link(from, to, failed);
    if (!failed)
        return;
    AtomicFile copy(to); // synced, as all files of a checkpoint
    fs::copy_file(from, copy.temporaryPath(), fs::copy_options::overwrite_existing);
    copy.commit();
}

void linkTree(const fs::path& from, const fs::path& to) {
    for (const auto& entry : fs::recursive_directory_iterator(from)) {
        const fs::path inside = entry.path().lexically_relative(from);
        if (entry.is_directory())
            fs::create_directory(to / inside);
        else if (!isOfState(inside) && inside != kChecksums)
            linkOrCopy(entry.path(), to / inside);
    }
}

Json entryOf(const fs::path& file) {
    return {{"bytes", fs::file_size(file)}, {"xxh64", hashText(hashFile(file))}};
}

} // namespace

std::vector<NamedCheckpoint> checkpointsOf(const RunFolder& run) {
    std::vector<std::string> backups;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(run.checkpoints(), failed))
        if (const std::string name = entry.path().filename().string(); name.starts_with("iter_"))
            backups.push_back(name);
    std::ranges::sort(backups, std::ranges::greater());
    std::vector<std::string> names = {run.latest().filename().string(), kPreviousCheckpoint};
    names.insert(names.end(), backups.begin(), backups.end());
    std::vector<NamedCheckpoint> found;
    for (const std::string& name : names)
        if (fs::is_directory(run.checkpoint(name), failed))
            found.push_back({name, fs::exists(run.checkpoint(name) / kStateJson, failed)});
    return found;
}

std::string namesOf(const std::vector<NamedCheckpoint>& checkpoints) {
    std::string text;
    for (std::size_t i = 0; i < std::min(checkpoints.size(), kMostNames); ++i)
        text += (i == 0 ? "" : ", ") + checkpoints[i].name;
    return text + (checkpoints.size() > kMostNames ? ", …" : "");
}

void copyCheckpoint(const fs::path& from, const fs::path& target, const std::optional<Json>& state,
                    const std::optional<fs::path>& keepOldAs) {
    Json checksums = weights::readJsonObject(from / kChecksums);
    if (!checksums.contains("files") || !checksums.at("files").is_object())
        throw Error::corrupt(from / kChecksums, "it lists no files",
                             "take another checkpoint of the run");
    Json& files = checksums["files"];
    AtomicFolder folder(target);
    const fs::path& inside = folder.temporaryPath();
    linkTree(from, inside);
    if (state) {
        linkOrCopy(from / kStateFile, inside / kStateFile);
        weights::writeJson(inside / kStateJson, *state);
        files[kStateJson] = entryOf(inside / kStateJson);
    } else {
        files.erase(kStateJson);
        files.erase(kStateFile);
    }
    weights::writeJson(inside / kChecksums, checksums);
    if (keepOldAs)
        folder.commitKeeping(*keepOldAs);
    else
        folder.commit();
}

} // namespace unlit::train
