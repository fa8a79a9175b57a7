#include "core/session/train/prepare_run.h"

#include "core/session/data/synthesize_dataset.h"
#include "core/session/models/model_commands.h"

#include <filesystem>
#include <vector>

namespace unlit {

namespace fs = std::filesystem;

namespace {

std::vector<config::DatasetConfig> allSets(const config::DataConfig& data) {
    std::vector<config::DatasetConfig> sets = data.train.sets();
    sets.insert(sets.end(), data.val.begin(), data.val.end());
    sets.insert(sets.end(), data.vis.begin(), data.vis.end());
    return sets;
}

} // namespace

bool prepareRun(const config::TrainConfig& config,
                const std::function<void(const std::string&)>& tell, const std::stop_token& stop) {
    const config::PrepareConfig& prepare = config.prepare;
    const fs::path model = config.run.baseCkptDir / config.model.pretrainedPath;
    if (!prepare.randomModel.empty() && !fs::exists(model)) {
        tell("making a random model: " + model.string());
        writeRandomModel(prepare.randomModel, model, static_cast<std::uint64_t>(prepare.seed),
                         false, {});
    }
    if (prepare.syntheticPairs == 0)
        return true;
    std::uint64_t seed = static_cast<std::uint64_t>(prepare.seed);
    for (const config::DatasetConfig& set : allSets(config.dataset)) {
        SynthesisOptions options;
        options.seed = seed++; // sets must not show the same scenes
        options.output = config.run.baseDataDir / set.dir;
        options.count = static_cast<int>(prepare.syntheticPairs);
        options.size = static_cast<int>(prepare.syntheticSize);
        if (fs::exists(options.output))
            continue;
        tell("rendering " + std::to_string(options.count) + " pairs: " + options.output.string());
        if (!synthesizeDataset(
                options, [](const SynthesisProgress&) {}, stop))
            return false;
    }
    return true;
}

} // namespace unlit
