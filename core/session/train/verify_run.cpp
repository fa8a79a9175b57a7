// The proof that a run can be resumed: its last steps once more, compared bit for bit.
#include "core/base/error.h"
#include "core/config/load_config.h"
#include "core/nn/torch_warnings.h"
#include "core/session/train/run_commands.h"
#include "core/session/train/run_query.h"
#include "core/train/hooks/finite_guard_hook.h"
#include "core/train/hooks/gradient_norm_hook.h"
#include "core/train/hooks/learning_rate_hook.h"
#include "core/train/make_task.h"
#include "core/weights/component_weights.h"
#include "core/weights/lora/lora_file.h"
#include "core/weights/module_loader.h"

#include <cmath>
#include <fstream>
#include <functional>
#include <map>

namespace unlit {

namespace fs = std::filesystem;
using nlohmann::json;
using train::RunFolder;

namespace {

constexpr std::int64_t kMostReplayed = 20;

using Figures = std::map<std::string, double>; ///< by tag

/// The numbers of a run that depend on nothing but the training, step by step.
std::map<std::int64_t, Figures> figuresOf(const RunFolder& folder) {
    std::map<std::int64_t, Figures> figures;
    std::ifstream file(folder.metrics());
    for (std::string line; std::getline(file, line);) {
        const json row = json::parse(line, nullptr, /*allow_exceptions=*/false);
        if (!row.is_object() || !row.contains("train/loss") || !row.contains("step"))
            continue;
        Figures& step = figures[row.at("step").get<std::int64_t>()];
        for (const char* tag : {"train/loss", "lr", "train/grad_norm", "n_batch_in_epoch"})
            if (row.contains(tag) && row.at(tag).is_number())
                step[tag] = row.at(tag).get<double>();
    }
    return figures;
}

/// Compares each step with what the run wrote, and keeps what is there after the last.
class CompareHook : public train::Hook {
public:
    CompareHook(std::map<std::int64_t, Figures> expected, const RunProgress& progress,
                Verification& result)
        : m_expected(std::move(expected)), m_progress(progress), m_result(result) {}

    void onStepEnd(train::StepContext& context) override {
        const std::int64_t step = context.position.step;
        m_progress("replaying step " + std::to_string(step));
        m_result.toStep = step;
        Figures actual = {{"train/loss", context.loss},
                          {"n_batch_in_epoch", static_cast<double>(context.position.batchInEpoch)}};
        for (const train::Scalar& scalar : context.scalars)
            actual[scalar.tag] = scalar.value;
        for (const auto& [tag, expected] : m_expected[step]) {
            ++m_result.comparedFigures;
            if (actual[tag] != expected)
                m_result.differences.push_back("step " + std::to_string(step) + ": " + tag +
                                               " is " + std::to_string(actual[tag]) + ", was " +
                                               std::to_string(expected));
        }
    }

private:
    std::map<std::int64_t, Figures> m_expected;
    const RunProgress& m_progress;
    Verification& m_result;
};

void compareTensors(const std::string& what, const weights::StateDict& actual,
                    const weights::StateDict& expected, Verification& result) {
    for (const auto& [name, tensor] : expected) {
        ++result.comparedTensors;
        const auto found = actual.find(name);
        if (found == actual.end() || !torch::equal(found->second.to(torch::kCPU), tensor))
            result.differences.push_back(what + name + " differs");
    }
    if (actual.size() != expected.size())
        result.differences.push_back(what + "has another number of tensors");
}

/// A batch in parts gives other last digits: the replay takes the parts that the run has come to.
void useMemoryOf(const train::ReadCheckpoint& latest, train::TrainTask& task) {
    const auto memory = latest.json.find("memory");
    if (memory != latest.json.end())
        task.setSamplesAtOnce(memory->value("samples_at_once", task.samplesAtOnce()));
}

void compareLora(const nn::LoraWeights& actual, const nn::LoraWeights& expected,
                 Verification& result) {
    weights::StateDict left, right;
    for (const auto& [weights, state] : {std::pair(&actual, &left), std::pair(&expected, &right)})
        for (const auto& [layer, pair] : *weights) {
            state->emplace(layer + "." + nn::kLoraDown, pair.down);
            state->emplace(layer + "." + nn::kLoraUp, pair.up);
        }
    compareTensors("weight ", left, right, result);
}

/// What both kinds of training remember beside their weights.
void compareState(train::BatchTask& task, const train::CheckpointContent& content,
                  const train::ReadCheckpoint& latest, Verification& result) {
    compareTensors("state ", content.state, latest.state, result);
    if (const train::Ema* ema = task.ema()) {
        weights::StateDict trained = latest.means;
        std::erase_if(trained, [means = ema->means()](const auto& item) {
            return !means.contains(item.first); // weights that are not trained
        });
        compareTensors("mean ", ema->means(), trained, result);
    }
}

/// The replayed training of a UNet against `latest`.
void compareUnet(train::UNetTask& task, const train::ReadCheckpoint& latest, Verification& result) {
    const train::CheckpointContent content = task.content();
    compareState(task, content, latest, result);
    train::TrainingModelOptions options;
    options.targets = latest.model.targets;
    options.scheduler = latest.model.scheduler.config;
    options.beginsWithZeros = latest.model.unlit.beginsWithZeros;
    options.device = "cpu";
    weights::ModelFolder model = latest.model;
    if (content.lora) {
        compareLora(*content.lora, weights::readLora(model.lora), result);
        model.lora.clear(); // what lies beside it is compared, not merged
    }
    const train::TrainingModel end = train::loadTrainingModel(model, options);
    compareTensors("weight ", weights::stateDictOf(*task.model().unet),
                   weights::stateDictOf(*end.model->unet), result);
}

void compareAutoencoder(train::AutoencoderTask& task, const train::ReadCheckpoint& latest,
                        Verification& result) {
    compareState(task, task.content(), latest, result);
    compareTensors("weight ", weights::stateDictOf(*task.vae()),
                   weights::readComponentWeights(latest.model.vaeAlbedo), result);
}

/// A task, and how its end is compared with `latest`.
struct Replay {
    std::unique_ptr<train::BatchTask> task;
    std::function<void(Verification&)> compareEnd;
};

Replay replayOf(const train::RunPlan& plan, const train::ReadCheckpoint& latest) {
    if (plan.config.trained() == config::TrainedNetwork::Autoencoder) {
        auto task = train::makeAutoencoderTask(plan);
        const auto compare = [&latest, raw = task.get()](Verification& result) {
            compareAutoencoder(*raw, latest, result);
        };
        return {std::move(task), compare};
    }
    auto task = train::makeUNetTask(plan);
    useMemoryOf(latest, *task);
    const auto compare = [&latest, raw = task.get()](Verification& result) {
        compareUnet(*raw, latest, result);
    };
    return {std::move(task), compare};
}

/// Where the replay starts: the checkpoint before the latest, or the beginning.
train::RunPlan startPlan(const config::TrainConfig& config, const RunFolder& folder,
                         std::int64_t latestStep) {
    const fs::path previous = folder.checkpoint(train::kPreviousCheckpoint);
    if (fs::exists(previous))
        return train::planResume(config, RunFolder::open(previous), {});
    if (latestStep > kMostReplayed)
        throw Error::invalidInput("the run has no checkpoint before its latest one",
                                  "it has one after trainer.save_period further steps");
    return train::planRun(config);
}

} // namespace

std::optional<Verification> verifyRun(const RunQuery& query, const RunProgress& progress,
                                      const std::stop_token& stop) {
    nn::logTorchWarnings();
    const RunFolder folder = RunFolder::open(query.run);
    const train::ReadCheckpoint latest = train::readCheckpoint(folder.latest());
    config::TrainConfig config = configOf(folder, query);
    const train::RunPlan plan = startPlan(config, folder, latest.position.step);
    const train::RunPosition start = train::startOf(plan);
    Verification result;
    result.fromStep = result.toStep = start.step;
    if (start.step >= latest.position.step)
        throw Error::invalidInput("there is no step between the last two checkpoints",
                                  "verify the run again after its next checkpoint");
    const Replay replay = replayOf(plan, latest);
    std::vector<std::unique_ptr<train::Hook>> hooks;
    hooks.push_back(std::make_unique<train::LearningRateHook>(
        train::LrSchedule(config.lrScheduler, config.maxIter), config.lr));
    hooks.push_back(std::make_unique<train::GradientNormHook>(config.trainer.maxGradNorm));
    hooks.push_back(std::make_unique<train::FiniteGuardHook>(config.trainer.nonFinite));
    hooks.push_back(std::make_unique<CompareHook>(figuresOf(folder), progress, result));
    const std::int64_t end = std::min(latest.position.step, start.step + kMostReplayed);
    train::Trainer trainer(*replay.task, {.maxIter = end, .maxEpoch = config.maxEpoch}, start,
                           std::move(hooks));
    if (trainer.run([](const auto&) {}, stop) == train::RunEnd::Stopped && stop.stop_requested())
        return {};
    if (end == latest.position.step && latest.position.microStep == 0)
        replay.compareEnd(result);
    return result;
}

} // namespace unlit
