#include "tests/core/train/widened_model.h"

#include "core/diffusion/random.h"
#include "tests/support/small_model.h"
#include "tests/support/test_device.h"

namespace unlit::test {

using train::TrainBatch;
using train::TrainingModel;
using train::TrainingModelOptions;

TrainingModel widenedModel(const std::filesystem::path& root, std::size_t targets,
                           std::optional<ConcatOrder> order) {
    const auto folder = root / "plain";
    if (!std::filesystem::exists(folder))
        writeSmallTextToImageModel(folder);
    const weights::ModelFolder opened = weights::openModelFolder(folder);
    TrainingModelOptions options;
    options.targets = weights::unnamedTargets(targets);
    options.concatOrder = order;
    options.scheduler = opened.scheduler.config;
    options.device = test::testDeviceName();
    return train::loadTrainingModel(opened, options);
}

TrainBatch smallBatch(std::size_t targets) {
    const auto generator = diffusion::makeGenerator(7);
    TrainBatch batch;
    batch.beauty_N3HW = diffusion::rand({2, 3, 16, 16}, generator) * 2 - 1;
    for (std::size_t i = 0; i < targets; ++i)
        batch.targets_TN3HW.push_back(diffusion::rand({2, 3, 16, 16}, generator) * 2 - 1);
    return batch;
}

diffusion::DdpmScheduler schedulerOf(const TrainingModel& model) {
    return diffusion::DdpmScheduler(model.model->scheduler);
}

} // namespace unlit::test
