#include "core/train/checkpoint/write_checkpoint.h"

#include "core/base/atomic_folder.h"
#include "core/base/content_hash.h"
#include "core/base/disk_full.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/weights/json_file.h"
#include "core/weights/lora/lora_file.h"

#include <cerrno>
#include <string>
#include <vector>

namespace unlit::train {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

/// Configs, tokenizer and what a file system needs for its own.
constexpr std::uint64_t kSmallFiles = std::uint64_t{4} << 20;

bool willBeLinked(const weights::ComponentToSave& part) {
    return !part.sameAs.empty() && fs::exists(part.sameAs);
}

std::uint64_t bytesToWrite(const CheckpointContent& content, CheckpointKind kind) {
    std::uint64_t bytes = kSmallFiles;
    for (const auto& means : {content.model.unetEma, content.model.vaeEma})
        if (means)
            bytes += weights::byteCount(means->weights);
    if (kind == CheckpointKind::WithState)
        for (const auto& [name, tensor] : content.state)
            bytes += tensor.nbytes();
    const auto addFrozen = [&bytes](const weights::ComponentToSave& part) {
        if (!willBeLinked(part))
            bytes += weights::byteCount(part.weights);
    };
    addFrozen(content.model.unet); // linked only where another part is trained
    addFrozen(content.model.vae);
    addFrozen(content.model.textEncoder);
    if (content.model.vaeBeauty)
        addFrozen(*content.model.vaeBeauty);
    return bytes;
}

void requireRoom(const std::string& what, const fs::path& target, std::uint64_t bytes,
                 const FreeRoom& room) {
    const std::optional<std::uint64_t> left = room.onDisk(target);
    if (!left || *left >= bytes)
        return;
    throw Error(ErrorKind::Io,
                what + " needs " + formatBytes(bytes) + ", the disk of " + target.string() +
                    " has " + formatBytes(*left) + " left",
                kFreeSomeSpace);
}

/// Hashes are read back from the files: what counts is what the disk took.
void writeChecksums(const fs::path& folder) {
    Json files = Json::object();
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file())
            files[entry.path().lexically_relative(folder).generic_string()] = {
                {"bytes", entry.file_size()}, {"xxh64", hashText(hashFile(entry.path()))}};
    weights::writeJson(folder / kChecksums, {{"format", kStateFormat}, {"files", files}});
}

} // namespace

std::uint64_t writeCheckpoint(const fs::path& target, const CheckpointContent& content,
                              CheckpointKind kind, const FreeRoom& room,
                              const std::optional<fs::path>& keepOldAs) {
    const std::uint64_t bytes = bytesToWrite(content, kind);
    requireRoom("a checkpoint", target, bytes, room);
    AtomicFolder folder(target);
    weights::writeModelParts(folder.temporaryPath(), content.model);
    if (content.lora)
        weights::writeLora(folder.temporaryPath() / weights::kLoraFile, *content.lora);
    if (kind == CheckpointKind::WithState) {
        weights::writeSafetensors(folder.temporaryPath() / kStateFile, content.state);
        weights::writeJson(folder.temporaryPath() / kStateJson, content.json);
    }
    writeChecksums(folder.temporaryPath());
    if (keepOldAs)
        folder.commitKeeping(*keepOldAs);
    else
        folder.commit();
    return bytes;
}

void requireRoomForBoth(const fs::path& target, const CheckpointContent& content,
                        CheckpointKind kind, std::uint64_t stateBytes, const FreeRoom& room) {
    const std::uint64_t own = bytesToWrite(content, kind);
    const std::uint64_t latest = bytesToWrite(content, CheckpointKind::Weights) + stateBytes;
    requireRoom("a backup, beside the next checkpoint to resume from,", target, own + latest, room);
}

} // namespace unlit::train
