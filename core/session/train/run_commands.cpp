#include "core/session/train/run_commands.h"

#include "core/base/error.h"
#include "core/nn/torch_warnings.h"
#include "core/session/train/run_query.h"
#include "core/train/autoencoder/reconstruction_validator.h"
#include "core/train/autoencoder/training_autoencoder.h"
#include "core/train/hooks/visualization_hook.h"
#include "core/train/memory/training_memory.h"
#include "core/train/training_plan.h"
#include "core/train/validation/pipeline_validator.h"

namespace unlit {

namespace fs = std::filesystem;

namespace {

using train::RunFolder;

fs::path checkpointOf(const RunFolder& folder) {
    const fs::path checkpoint = folder.askedCheckpoint().empty()
                                    ? folder.latest()
                                    : folder.checkpoint(folder.askedCheckpoint());
    if (!fs::is_directory(checkpoint))
        throw Error::notFound("there is no checkpoint at " + checkpoint.string(),
                              "name one of " + folder.checkpoints().string());
    return checkpoint;
}

/// "iter_000042" -> 42; of a checkpoint with state what it says itself.
std::int64_t stepOf(const fs::path& checkpoint) {
    if (fs::exists(checkpoint / train::kStateJson))
        return train::readCheckpoint(checkpoint).position.step;
    train::verifyChecksums(checkpoint);
    const std::string name = checkpoint.filename().string();
    const std::size_t digits = name.find_first_of("0123456789");
    return digits == std::string::npos ? 0 : std::stoll(name.substr(digits));
}

/// A checkpoint's network as the training sees it: the same numbers, bit for bit.
struct OpenedRun {
    fs::path checkpoint;
    std::int64_t step = 0;
    config::TrainConfig config;
    train::RunData data;
    train::TrainingModel model;             ///< of a UNet's training
    std::shared_ptr<nn::LoraAdapters> lora; ///< beside the UNet, as in the training; may be null
    std::unique_ptr<train::Validator> validator;
};

/// The checkpoint's model, with the running mean in place of its weights where that is asked for.
weights::ModelFolder openCheckpoint(const OpenedRun& run, bool useEma) {
    const bool isUnets = run.config.trained() == config::TrainedNetwork::Unet;
    const fs::path mean = run.checkpoint / (isUnets ? weights::kUnetEma : weights::kVaeEma);
    if (!useEma)
        return weights::openModelFolder(run.checkpoint);
    if (!fs::is_directory(mean))
        throw Error::notFound(run.checkpoint.string() + " holds no running mean of the weights",
                              "the run was trained without the section ema");
    if (isUnets)
        return weights::openModelFolder(mean);
    weights::ComponentOverrides parts;
    parts.vaeBeauty = parts.vaeAlbedo = mean;
    return weights::openModelFolder(run.checkpoint, parts);
}

void openUnet(OpenedRun& run, weights::ModelFolder model) {
    const fs::path lora = std::exchange(model.lora, {});
    run.data = train::openRunData(
        run.config, {model.transfer, model.headroomEv, model.targets, weights::classesOf(model)});
    train::TrainingModelOptions options;
    options.targets = model.targets;
    options.scheduler = model.scheduler.config;
    options.beginsWithZeros = model.unlit.beginsWithZeros;
    options.device = run.config.run.device;
    run.model = train::loadTrainingModel(model, options);
    train::applyMemoryConfig(*run.model.model, run.config.memory);
    if (run.config.lora)
        run.lora = train::makeLora(*run.model.model, *run.config.lora, 0, lora);
    run.validator = std::make_unique<train::PipelineValidator>(
        *run.model.model, run.config.validation, run.config.eval);
}

void openAutoencoder(OpenedRun& run, const weights::ModelFolder& model) {
    run.data = train::openRunData(
        run.config, {model.transfer, model.headroomEv, train::targetsOf(run.config.pipeline)});
    const train::TrainingAutoencoder loaded =
        train::loadTrainingAutoencoder(model, run.config.run.device);
    run.validator = std::make_unique<train::ReconstructionValidator>(
        loaded.vae, loaded.device, run.config.validation, run.config.eval);
}

OpenedRun openRun(const RunQuery& query, const RunFolder& folder) {
    OpenedRun run;
    run.checkpoint = checkpointOf(folder);
    run.step = stepOf(run.checkpoint);
    run.config = configOf(folder, query);
    weights::ModelFolder model = openCheckpoint(run, query.useEma);
    if (run.config.trained() == config::TrainedNetwork::Unet)
        openUnet(run, std::move(model));
    else
        openAutoencoder(run, model);
    return run;
}

} // namespace

std::optional<RunFigures> validateRun(const RunQuery& query, const RunProgress& progress,
                                      const std::stop_token& stop) {
    nn::logTorchWarnings();
    const RunFolder folder = RunFolder::open(query.run);
    OpenedRun run = openRun(query, folder);
    if (run.data.validation.empty())
        throw Error::invalidInput("the run has no validation set", "name one under dataset.val");
    RunFigures figures{run.checkpoint, run.step, {}};
    for (const train::ValidationSet& set : run.data.validation) {
        const auto tell = [&](std::int64_t index, std::int64_t count,
                              const train::ValidatedPicture&) {
            progress("validating " + set.name + " · picture " + std::to_string(index + 1) + " of " +
                     std::to_string(count));
        };
        const auto scores = run.validator->run(set, stop, tell);
        if (!scores)
            return {};
        SetFigures entry{set.name, {}, scores->pictures - scores->unmeasured};
        for (std::size_t i = 0; i < scores->metrics.size(); ++i)
            entry.metrics.emplace_back(scores->metrics[i], scores->means[i]);
        figures.sets.push_back(std::move(entry));
    }
    return figures;
}

std::optional<RunPictures> visualizeRun(const RunQuery& query, const fs::path& output,
                                        const RunProgress& progress, const std::stop_token& stop) {
    nn::logTorchWarnings();
    const RunFolder folder = RunFolder::open(query.run);
    OpenedRun run = openRun(query, folder);
    const auto& sets =
        run.data.visualization.empty() ? run.data.validation : run.data.visualization;
    if (sets.empty())
        throw Error::invalidInput("the run has no set to make pictures of",
                                  "name one under dataset.vis");
    RunPictures pictures{run.checkpoint, run.step, {}};
    for (const train::ValidationSet& set : sets) {
        const fs::path target =
            output.empty() ? folder.visualization(set.name, run.step) : output / set.name;
        progress("making the pictures of " + set.name);
        if (!train::savePictures(
                *run.validator, set, target, stop, [](const auto&, const auto&, const auto&) {},
                run.config.validation.saveFormat))
            return {};
        pictures.folders.push_back(target);
    }
    return pictures;
}

} // namespace unlit
