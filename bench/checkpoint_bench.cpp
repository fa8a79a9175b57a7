// unlit_bench checkpoint: how long training waits for a checkpoint, written behind its back from a
// copy and tensor by tensor inside the step, against the time of a step in the same run.
#include "bench/bench_options.h"
#include "bench/engine_benches.h"
#include "bench/figures.h"
#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/base/text.h"
#include "core/config/yaml/yaml_writer.h"
#include "core/image/image_file.h"
#include "core/infer/memory.h"
#include "core/train/training_run.h"
#include "core/weights/start/random_model.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>

#include <unistd.h>

namespace unlit::bench::checkpoint_bench {

namespace {

namespace fs = std::filesystem;

struct Arguments {
    std::string like = "sd21";
    int side = 64;      ///< pixels of the training pictures; a multiple of 64
    int steps = 2;      ///< optimizer steps of each run; a checkpoint follows the last one
    bool isSgd = false; ///< which remembers nothing; Adam otherwise
    std::string folder = fs::temp_directory_path().string();
};

bool parse(int argc, char** argv, Arguments& arguments) {
    bench::BenchOptions options("unlit_bench checkpoint");
    options.addText("--like", arguments.like, "sd21|tiny|DIR");
    options.addNumber("--side", arguments.side, 64);
    options.addNumber("--steps", arguments.steps);
    options.addText("--folder", arguments.folder);
    options.addFlag("--sgd", arguments.isSgd);
    if (!options.parse(argc, argv))
        return false;
    if (arguments.side % 64 != 0)
        std::fputs("unlit_bench checkpoint: --side is a multiple of 64\n", stderr);
    return arguments.side % 64 == 0;
}

/// A folder that goes when the bench ends.
class Folder {
public:
    explicit Folder(const fs::path& parent)
        : m_path(parent / ("unlit_checkpoint_bench_" + std::to_string(::getpid()))) {
        fs::create_directories(m_path);
    }

    ~Folder() {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }

    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    fs::path operator/(const std::string& name) const { return m_path / name; }

private:
    fs::path m_path;
};

config::TrainConfig configOf(const Arguments& arguments, const Folder& folder) {
    config::TrainConfig config;
    config.model.pretrainedPath = folder / "model";
    config.dataset.train.dir = folder / "set";
    config.dataset.train.filenames = "list.txt";
    config.dataset.train.mask.excludeBlackAlbedo = false;
    config.dataloader.effectiveBatchSize = 1;
    config.dataloader.maxTrainBatchSize = 1;
    config.dataloader.numWorkers = 0;
    config.optimizer.name =
        arguments.isSgd ? config::OptimizerKind::Sgd : config::OptimizerKind::Adam;
    config.trainer.savePeriod = 0; // the end saves
    config.trainer.backupPeriod = 0;
    config.trainer.validationPeriod = 0;
    config.trainer.visualizationPeriod = 0;
    config.maxIter = arguments.steps + 1; // stopped before that: a whole run saves its weights, too
    config.lrScheduler.totalIter = arguments.steps;
    config.lrScheduler.warmupSteps = 0;
    config.run.device = "cpu";
    return config;
}

void makeSet(const fs::path& folder, int side) {
    fs::create_directories(folder);
    Image image = makeImage(side, side, {"R", "G", "B"}, ColorSpace::Srgb);
    for (std::size_t i = 0; i < image.samples.size(); ++i)
        image.samples[i] = static_cast<float>(i % 97) / 97;
    for (const char* name : {"beauty.png", "albedo.png"})
        writeImage(folder / name, image,
                   {.format = FileFormat::Png8, .half = false, .overwrite = true});
    std::ofstream(folder / "list.txt") << "beauty.png albedo.png\n";
}

struct Measured {
    double stepSeconds = 0; ///< of the last step
    CheckpointSaved latest;
};

Measured measure(config::TrainConfig config, const fs::path& run, bool background) {
    config.checkpoint.background = background;
    std::mutex mutex;
    std::stop_source stop;
    Measured measured;
    const auto post = [&](decltype(Event::body) body) {
        const std::scoped_lock lock(mutex);
        if (const auto* row = std::get_if<ScalarsReady>(&body)) {
            for (const auto& [tag, value] : row->scalars)
                if (tag == "time/step")
                    measured.stepSeconds = value;
            if (row->step == config.maxIter - 1)
                stop.request_stop(); // which saves `latest`
        }
        const auto* saved = std::get_if<CheckpointSaved>(&body);
        if (saved != nullptr && saved->folder.filename() == "latest")
            measured.latest = *saved;
    };
    const train::RunPlan plan = train::planRun(config);
    const auto folder = train::RunFolder::create(run, config::toYaml(config));
    {
        const train::RunLock lock(folder);
        train::runTraining(plan, folder, {}, post, stop.get_token());
    }
    fs::remove_all(run);
    infer::releaseFreedMemory();
    return measured;
}

void print(const char* how, const Measured& measured) {
    const double pause = measured.latest.pauseSeconds;
    const double whole = measured.latest.seconds;
    std::printf(
        "%-32s step %7.2f s, pause %7.2f s = %5.2f steps; %s written in %.2f s (%s/s)\n", how,
        measured.stepSeconds, pause, pause / measured.stepSeconds,
        formatBytes(measured.latest.bytes).c_str(), whole,
        formatBytes(static_cast<std::uint64_t>(static_cast<double>(measured.latest.bytes) / whole))
            .c_str());
    keepFigure(std::string("checkpoint: ") + how + ", pause", pause, "s");
    keepFigure(std::string("checkpoint: ") + how + ", written", whole, "s");
}

void run(const Arguments& arguments) {
    const Folder folder(arguments.folder);
    weights::saveModelFolder(folder / "model",
                             weights::randomModel(weights::recipeNamed(arguments.like), 1), false);
    makeSet(folder / "set", arguments.side);
    const config::TrainConfig config = configOf(arguments, folder);
    print("inside the step, streamed", measure(config, folder / "streamed", false));
    const Measured copied = measure(config, folder / "copied", true);
    const bool wasCopied = copied.latest.pauseSeconds < copied.latest.seconds;
    print(wasCopied ? "behind the training, from a copy" : "no memory for a copy: streamed",
          copied);
}

} // namespace

int run(int argc, char** argv) {
    Arguments arguments;
    if (!parse(argc, argv, arguments))
        return 2;
    try {
        run(arguments);
        return 0;
    } catch (...) {
        std::fprintf(stderr, "unlit_bench checkpoint: %s\n",
                     translateCurrentException().text().c_str());
        return 1;
    }
}

} // namespace unlit::bench::checkpoint_bench
