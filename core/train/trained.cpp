#include "core/train/trained.h"

#include "core/base/text.h"
#include "core/train/autoencoder/reconstruction_validator.h"
#include "core/train/make_task.h"
#include "core/train/run_settings.h"
#include "core/train/validation/pipeline_validator.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace unlit::train {

namespace {

std::vector<std::string> warningsOf(const torch::Device& device,
                                    const config::TrainConfig& config) {
    std::vector<std::string> warnings = uselessMemorySettings(device, config.memory);
    std::ranges::move(uselessArithmetic(device, config.run), std::back_inserter(warnings));
    return warnings;
}

/// Settings that are for several processes.
std::vector<std::string> uselessAlone(const config::MemoryConfig& memory) {
    std::vector<std::string> warnings;
    const auto warn = [&warnings](bool isSet, const std::string& setting) {
        if (isSet)
            warnings.push_back(setting + " has no effect in a training of one process");
    };
    warn(memory.gradientExchange != config::GradientExchange::Float32, "memory.gradient_exchange");
    warn(memory.shardOptimizer, "memory.shard_optimizer");
    return warnings;
}

} // namespace

std::optional<std::string> noteOfShare(BatchTask& task) {
    if (!task.keepsStateApart())
        return {};
    std::uint64_t all = 0;
    for (const NamedParameter& parameter : task.optimizer().parameters())
        all += parameter.value.nbytes();
    return "memory.shard_optimizer: this process keeps optimizer state and running mean of " +
           formatBytes(task.optimizer().updatedBytes()) + " of the " + formatBytes(all) +
           " of weights that are trained";
}

Trained makeTrained(const RunPlan& plan) {
    const config::TrainConfig& config = plan.config;
    Trained trained;
    if (!plan.peers)
        trained.warnings = uselessAlone(config.memory);
    if (config.trained() == config::TrainedNetwork::Autoencoder) {
        auto task = makeAutoencoderTask(plan, &trained.notes);
        trained.validator = std::make_unique<ReconstructionValidator>(
            task->vae(), task->device(), config.validation, config.eval);
        if (config.validation.objective)
            trained.objective = makeObjective(*task, config.validation);
        std::ranges::move(warningsOf(task->device(), config), std::back_inserter(trained.warnings));
        trained.task = std::move(task);
        return trained;
    }
    auto task = makeUNetTask(plan, &trained.notes);
    trained.validator =
        std::make_unique<PipelineValidator>(task->model(), config.validation, config.eval);
    if (config.validation.objective)
        trained.objective = makeObjective(*task, config.validation);
    trained.latentCache = task->latentCache();
    trained.timesteps = task->model().scheduler.numTrainTimesteps;
    std::ranges::move(warningsOf(task->model().device, config),
                      std::back_inserter(trained.warnings));
    trained.task = std::move(task);
    return trained;
}

} // namespace unlit::train
