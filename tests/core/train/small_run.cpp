#include "tests/core/train/small_run.h"

#include "core/config/yaml/yaml_writer.h"
#include "core/image/image_file.h"
#include "core/weights/json_file.h"
#include "tests/support/small_model.h"
#include "tests/support/test_device.h"

#include <cmath>
#include <fstream>

namespace unlit::test {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr int kSide = 16;
constexpr int kPairs = 5;

Image pattern(int number, double phase, ColorSpace space) {
    Image image = makeImage(kSide, kSide, {"R", "G", "B"}, space);
    for (std::size_t i = 0; i < image.samples.size(); ++i)
        image.samples[i] =
            static_cast<float>(0.5 + 0.45 * std::sin(phase + 0.37 * number +
                                                     0.11 * static_cast<double>(i * (number + 1))));
    return image;
}

void writePng(const fs::path& file, const Image& image) {
    writeImage(file, image, {.format = FileFormat::Png8, .half = false, .overwrite = true});
}

} // namespace

SmallRun::SmallRun(fs::path root) : m_root(std::move(root)) {
    writeSmallModel(m_root / "model");
    writePairs(false);
    config.model.pretrainedPath = m_root / "model";
    config.dataset.train.dir = m_root / "set";
    config.dataset.train.filenames = "filename_list.txt";
    config.dataset.train.mask.excludeBlackAlbedo = false;
    config::DatasetConfig other = config.dataset.train;
    other.dispName = "small";
    config.dataset.val = {other};
    config.dataset.vis = {other};
    config.dataloader.effectiveBatchSize = 4;
    config.dataloader.maxTrainBatchSize = 2;
    config.dataloader.numWorkers = 0;
    config.augmentation = {.lrFlipP = 0.5, .quarterTurns = true, .exposureEv = 0.5};
    config.trainer.savePeriod = 3;
    config.trainer.backupPeriod = 6;
    config.trainer.validationPeriod = 4;
    config.trainer.visualizationPeriod = 12;
    config.maxIter = 12;
    config.lr = 1e-3;
    config.lrScheduler.totalIter = 12;
    config.lrScheduler.warmupSteps = 2;
    config.validation.denoisingSteps = 2;
    config.validation.valNumBatches = 2;
    config.run.device = test::testDeviceName();
    config.writers.csv = true;
}

void SmallRun::addMaterial() {
    fs::remove_all(m_root / "model");
    writeSmallTextToImageModel(m_root / "model");
    writePairs(true);
    config.pipeline.targets = {{.name = "albedo", .subTargets = {}},
                               {.name = "material",
                                .predictionSpace = config::TargetSpace::Stack,
                                .subTargets = {"roughness", "metallicity", ""}}};
}

void SmallRun::writePairs(bool withMaterial) const {
    fs::create_directories(m_root / "set");
    std::ofstream list(m_root / "set" / "filename_list.txt");
    for (int i = 0; i < kPairs; ++i) {
        const std::string number = std::to_string(i);
        writePng(m_root / "set" / ("b" + number + ".png"), pattern(i, 0, ColorSpace::Srgb));
        writePng(m_root / "set" / ("a" + number + ".png"), pattern(i, 1, ColorSpace::Srgb));
        list << "b" << number << ".png a" << number << ".png";
        if (withMaterial) {
            writePng(m_root / "set" / ("r" + number + ".png"), pattern(i, 2, ColorSpace::Srgb));
            list << " r" << number << ".png";
        }
        if (i == 2) {
            Image mask = makeImage(kSide, kSide, {"Y"}, ColorSpace::Raw);
            for (int y = 0; y < kSide; ++y)
                for (int x = 0; x < kSide; ++x)
                    mask.samples[static_cast<std::size_t>(y * kSide + x)] = x < 10 ? 1.0F : 0.0F;
            writePng(m_root / "set" / "m2.png", mask);
            list << " m2.png";
        }
        list << "\n";
    }
}

train::RunEnd SmallRun::start(const std::string& name) {
    train::RunPlan plan = train::planRun(config);
    plan.peers = peers;
    if (peers && !peers->isFirst())
        return follow(plan);
    return run(plan, train::RunFolder::create(folder(name), config::toYaml(config)), false);
}

train::RunEnd SmallRun::resume(const std::string& name) {
    const train::RunFolder opened = train::RunFolder::open(folder(name));
    train::RunPlan plan =
        train::planResume(config, opened, [this](const fs::path& damaged, const Failure& failure) {
            events.emplace_back(LogLine{LogLine::Level::Warning,
                                        damaged.string() + " is damaged: " + failure.text()});
        });
    plan.peers = peers;
    if (peers && !peers->isFirst())
        return follow(plan);
    return run(plan, opened, true);
}

train::RunEnd SmallRun::run(const train::RunPlan& plan, const train::RunFolder& folder,
                            bool isResumed) {
    const train::RunLock lock(folder);
    train::RunOptions options;
    options.isResumed = isResumed;
    options.room = room;
    options.roomPatience = roomPatience;
    options.control = control;
    options.endAsked = [source = stop]() mutable { source.request_stop(); };
    options.addHooks = std::exchange(addHooks, {});
    return train::runTraining(plan, folder, options, post(), std::exchange(stop, {}).get_token());
}

train::RunEnd SmallRun::follow(const train::RunPlan& plan) {
    std::int64_t step = 0;
    return train::followTraining(plan, post(), std::exchange(stop, {}).get_token(), step);
}

train::PostEvent SmallRun::post() {
    return [this](decltype(Event::body) body) {
        const std::scoped_lock guard(m_mutex);
        if (onEvent)
            onEvent(body);
        events.push_back(std::move(body));
    };
}

void SmallRun::stopAt(std::int64_t step, std::int64_t microStep) {
    struct StopHook : train::Hook {
        std::int64_t step = 0, microStep = 0;
        std::stop_source stop;

        void onMicroBegin(train::StepContext& context) override {
            if (context.position.step == step && context.position.microStep == microStep)
                stop.request_stop();
        }
    };

    addHooks = [step, microStep, source = stop](auto& hooks) {
        auto hook = std::make_unique<StopHook>();
        hook->step = step;
        hook->microStep = microStep;
        hook->stop = source;
        hooks.push_back(std::move(hook));
    };
}

json traceOf(const fs::path& run) {
    json rows = json::array();
    std::ifstream file(run / "metrics.jsonl");
    for (std::string line; std::getline(file, line);) {
        json row = json::parse(line);
        json kept = json::object();
        for (const auto& [key, value] : row.items())
            if (!key.starts_with("time") && !key.starts_with("perf"))
                kept[key] = value;
        rows.push_back(kept);
    }
    return {{"latest", weights::readJsonObject(run / "checkpoint" / "latest" / "checksums.json")},
            {"rows", rows}};
}

} // namespace unlit::test
