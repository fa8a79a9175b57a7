#include "core/train/checkpoint/read_checkpoint.h"

#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/nn/unet/adapt_unet.h"
#include "core/train/checkpoint/write_checkpoint.h"
#include "core/weights/files/safetensors.h"
#include "core/weights/json_file.h"
#include "core/weights/save_model_folder.h"

#include <exception>

namespace unlit::train {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

constexpr const char* kTakeAnother = "take another checkpoint of the run";

void requireFormat(const Json& json, const fs::path& file) {
    if (!json.contains("format") || !json.at("format").is_number_integer())
        throw Error::corrupt(file, "it does not say its format", kTakeAnother);
    if (json.at("format").get<int>() > kStateFormat)
        throw Error::unsupported(file.string() + " was written by a newer version",
                                 "resume with the version that wrote it");
}

/// Of the UNet and of the VAE, whichever are there; their names differ. A UNet's are stored with
/// the inputs of conv_in in the order that diffusers wants, as the UNet itself.
weights::StateDict readMeans(const weights::ModelFolder& model) {
    weights::StateDict means;
    if (const fs::path folder = model.path / weights::kUnetEma; fs::is_directory(folder)) {
        means = weights::readWeights(folder);
        const auto convIn = means.find("conv_in.weight");
        if (model.unlit.trainedConcatOrder == ConcatOrder::NoisyFirst && convIn != means.end())
            convIn->second =
                nn::exchangedConvIn(convIn->second, model.latentChannels, ConcatOrder::ImageFirst);
    }
    if (const fs::path folder = model.path / weights::kVaeEma; fs::is_directory(folder))
        means.merge(weights::readWeights(folder));
    return means;
}

} // namespace

void verifyChecksums(const fs::path& folder) {
    const Json json = weights::readJsonObject(folder / kChecksums);
    requireFormat(json, folder / kChecksums);
    try {
        for (const auto& [name, entry] : json.at("files").items()) {
            const fs::path file = folder / fs::path(name);
            if (!fs::is_regular_file(file))
                throw Error::corrupt(file, "the file is missing", kTakeAnother);
            if (fs::file_size(file) != entry.at("bytes").get<std::uintmax_t>() ||
                hashText(hashFile(file)) != entry.at("xxh64").get<std::string>())
                throw Error::corrupt(file, "its bytes are not those that were written",
                                     kTakeAnother);
        }
    } catch (const Json::exception&) {
        throw Error::corrupt(folder / kChecksums, "an entry is not size and hash", kTakeAnother);
    }
}

ReadCheckpoint readCheckpoint(const fs::path& folder) {
    if (!fs::is_directory(folder))
        throw Error::notFound("there is no checkpoint at " + folder.string(),
                              "name a folder under checkpoint/ of the run");
    verifyChecksums(folder);
    if (!fs::exists(folder / kStateJson))
        throw Error::invalidInput(folder.string() + " holds weights alone",
                                  "resume from checkpoint/latest; a new run can start from these "
                                  "weights as its model");
    ReadCheckpoint checkpoint;
    checkpoint.folder = folder;
    const fs::path file = folder / kStateJson;
    checkpoint.json = weights::readJsonObject(file);
    requireFormat(checkpoint.json, file);
    if (!checkpoint.json.contains("position"))
        throw Error::corrupt(file, "it does not say where the run stands", kTakeAnother);
    checkpoint.position = runPositionFromJson(checkpoint.json.at("position"), file.string());
    checkpoint.state = weights::SafetensorsFile(folder / kStateFile).all();
    checkpoint.model = weights::openModelFolder(folder);
    checkpoint.means = readMeans(checkpoint.model);
    return checkpoint;
}

std::optional<ReadCheckpoint> findCheckpoint(const RunFolder& run, const OnDamaged& onDamaged) {
    if (!run.askedCheckpoint().empty())
        return readCheckpoint(run.checkpoint(run.askedCheckpoint()));
    std::exception_ptr firstFailure;
    for (const fs::path& folder : {run.latest(), run.checkpoint(kPreviousCheckpoint)}) {
        if (!fs::exists(folder))
            continue;
        try {
            return readCheckpoint(folder);
        } catch (...) {
            onDamaged(folder, translateCurrentException());
            if (!firstFailure)
                firstFailure = std::current_exception();
        }
    }
    if (firstFailure)
        std::rethrow_exception(firstFailure);
    return {};
}

} // namespace unlit::train
