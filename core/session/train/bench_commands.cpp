#include "core/session/train/bench_commands.h"

#include "core/base/error.h"
#include "core/infer/memory.h"

#include <algorithm>

namespace unlit {

namespace {

constexpr std::int64_t kLoraRank = 4;

train::StepTimingOptions optionsFor(const train::StepTimingOptions& sizes,
                                    const std::string& name) {
    const auto& modes = trainBenchModes();
    const auto mode = std::ranges::find(modes, name, &TrainBenchMode::name);
    if (mode == modes.end())
        throw Error::invalidInput("there is no mode " + name, "see unlit bench train --help");
    train::StepTimingOptions options = sizes;
    options.isBFloat16 = mode->isBFloat16;
    options.gradientCheckpointing = mode->gradientCheckpointing;
    options.loraRank = mode->loraRank;
    return options;
}

} // namespace

const std::vector<TrainBenchMode>& trainBenchModes() {
    static const std::vector<TrainBenchMode> kModes = {{"float32", false, false, 0},
                                                       {"float32+checkpointing", false, true, 0},
                                                       {"float32+lora", false, false, kLoraRank},
                                                       {"bf16", true, false, 0},
                                                       {"bf16+checkpointing", true, true, 0},
                                                       {"bf16+lora", true, false, kLoraRank}};
    return kModes;
}

std::vector<TrainBenchRow> benchTraining(const train::StepTimingOptions& sizes,
                                         const std::vector<std::string>& modes,
                                         const std::function<void(const TrainBenchRow&)>& onRow) {
    std::vector<TrainBenchRow> rows;
    for (const std::string& name : modes) {
        TrainBenchRow row{.mode = name,
                          .timing = train::timeTrainingSteps(optionsFor(sizes, name))};
        row.imagesPerSecond = static_cast<double>(sizes.batchSize) / row.timing.secondsPerStep;
        if (!rows.empty())
            row.speed = row.imagesPerSecond / rows.front().imagesPerSecond;
        infer::releaseFreedMemory(); // or the next row's peak would have this one's
        onRow(row);
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace unlit
