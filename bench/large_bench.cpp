// unlit_bench large [--model DIR] [--size WxH] [--tile N] [--steps N] [--ensemble N] [--singles N]:
// a large picture in tiles: seconds, memory, and how much the tiles' borders show; and, with
// --singles, an ensemble of that many members against as many single runs.
#include "bench/bench_options.h"
#include "bench/engine_benches.h"
#include "bench/figures.h"
#include "bench/resident_memory.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/infer/loaded_model.h"
#include "core/infer/pipeline.h"
#include "core/infer/run_plan.h"
#include "core/infer/tiles/seam_meter.h"
#include "core/weights/save_model_folder.h"
#include "core/weights/start/random_model.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string>

#include <unistd.h>

namespace unlit::bench::large_bench {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct Arguments {
    std::string model; ///< empty = a tiny random one
    int width = 15360;
    int height = 8640;
    int tile = 0;
    int steps = 1;
    int ensemble = 1;
    int singles = 0;
};

bool parse(int argc, char** argv, Arguments& arguments) {
    bench::BenchOptions options("unlit_bench large");
    options.addText("--model", arguments.model);
    options.addSize("--size", arguments.width, arguments.height);
    options.addNumber("--tile", arguments.tile, 0);
    options.addNumber("--steps", arguments.steps);
    options.addNumber("--ensemble", arguments.ensemble);
    options.addNumber("--singles", arguments.singles, 0);
    return options.parse(argc, argv);
}

/// The model of the bench's own making, gone when it ends.
class TinyModel {
public:
    TinyModel()
        : m_folder(fs::temp_directory_path() /
                   ("unlit_large_bench_" + std::to_string(::getpid()))) {
        weights::saveModelFolder(m_folder, weights::randomModel(weights::tinyRecipe(), 1), true);
    }

    ~TinyModel() {
        std::error_code ignored;
        fs::remove_all(m_folder, ignored);
    }

    TinyModel(const TinyModel&) = delete;
    TinyModel& operator=(const TinyModel&) = delete;

    const fs::path& folder() const { return m_folder; }

private:
    fs::path m_folder;
};

/// Grain that is alike everywhere, of blots of one to thirty-three pixels, under light that falls
/// off to the right: what shows where tiles meet is of the tiles.
Image makePicture(int width, int height) {
    Image image = makeImage(width, height, {"R", "G", "B"}, ColorSpace::Srgb);
    const auto grain = [](std::uint32_t x, std::uint32_t y, std::uint32_t seed) {
        std::uint32_t hash = (x * 374761393U + y * 668265263U) ^ (seed * 2246822519U);
        hash = (hash ^ (hash >> 13U)) * 1274126177U;
        return static_cast<float>((hash ^ (hash >> 16U)) >> 8U) / 16777216.0F;
    };
    for (int channel = 0; channel < 3; ++channel)
        for (int y = 0; y < height; ++y) {
            float* row = image.plane(channel).data() +
                         static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
            for (int x = 0; x < width; ++x) {
                float sum = 0;
                for (const std::uint32_t size : {1U, 3U, 5U, 9U, 17U, 33U})
                    sum += grain(static_cast<std::uint32_t>(x) / size,
                                 static_cast<std::uint32_t>(y) / size,
                                 8U * size + static_cast<std::uint32_t>(channel));
                const float light = 0.6F + 0.4F * std::cos(3.0F * static_cast<float>(x) /
                                                           static_cast<float>(width));
                row[x] = light * (0.2F + 0.1F * sum);
            }
        }
    return image;
}

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

void runLarge(const std::shared_ptr<infer::LoadedModel>& model, const Arguments& arguments) {
    const Image picture = makePicture(arguments.width, arguments.height);
    InferOptions options;
    options.steps = arguments.steps;
    options.ensemble = arguments.ensemble;
    options.tiles = {.mode = TileMode::On, .size = arguments.tile, .overlap = 0};
    const infer::RunPlan plan =
        infer::planRun(options, *model, {arguments.height, arguments.width});
    if (!plan.tiles)
        throw Error::invalidInput("the picture fits one tile", "choose a larger one");
    const infer::TileGrid tiles = plan.tiles->pixels();
    std::printf("%d x %d pixels, %lld tiles of %d that share %d, %d step(s), %d member(s)\n",
                arguments.width, arguments.height, static_cast<long long>(tiles.count()),
                plan.used.tileSize, plan.used.tileOverlap, plan.used.steps, arguments.ensemble);
    bench::resetPeakMemory();
    const std::uint64_t before = bench::peakMemory();
    const auto start = Clock::now();
    const auto prediction = infer::Pipeline(model).run(picture, options, {}, {});
    const double seconds = secondsSince(start);
    const std::uint64_t peak = bench::peakMemory();
    const Image& result = prediction->targets.front().image;
    const std::uint64_t planes = result.samples.size() * sizeof(float);
    std::printf("%.1f s; peak memory %s: picture and model %s, result %s, the run itself %s\n",
                seconds, formatBytes(peak).c_str(), formatBytes(before).c_str(),
                formatBytes(planes).c_str(),
                formatBytes(peak - before - std::min(peak - before, planes)).c_str());
    bench::keepFigure("large: tiles", seconds, "s");
    bench::keepFigure("large: peak memory", static_cast<double>(peak) / (1 << 20), "MiB");
    const auto ratio = [&](const Image& image, infer::Seam kind) {
        return infer::measureSeams(image, tiles, kind).ratio();
    };
    std::printf("seam ratio (1.05 or less wanted): steps %.4f, ramps %.4f; in the picture itself "
                "%.4f, %.4f\n",
                ratio(result, infer::Seam::Step), ratio(result, infer::Seam::Ramp),
                ratio(picture, infer::Seam::Step), ratio(picture, infer::Seam::Ramp));
    bench::keepFigure("large: seam ratio, steps", ratio(result, infer::Seam::Step), "");
}

void runSingles(const std::shared_ptr<infer::LoadedModel>& model, const Arguments& arguments) {
    const Image picture = makePicture(1920, 1080);
    InferOptions options;
    options.steps = arguments.steps;
    // Of the processor, all threads: other programs do not count.
    const auto timed = [&](int members) {
        options.ensemble = members;
        const std::clock_t start = std::clock();
        infer::Pipeline(model).run(picture, options, {}, {});
        return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    };
    timed(1); // warms up
    double singles = 0;
    for (int i = 0; i < arguments.singles; ++i)
        singles += timed(1);
    const double ensemble = timed(arguments.singles);
    std::printf("%d members %.2f s of processor time, %d single runs %.2f s: ratio %.3f\n",
                arguments.singles, ensemble, arguments.singles, singles, ensemble / singles);
    bench::keepFigure("large: members of single runs", ensemble / singles, "");
}

} // namespace

int run(int argc, char** argv) {
    Arguments arguments;
    if (!parse(argc, argv, arguments))
        return 2;
    try {
        std::unique_ptr<TinyModel> tiny;
        if (arguments.model.empty())
            tiny = std::make_unique<TinyModel>();
        const auto model = infer::loadModel(
            weights::openModelFolder(tiny ? tiny->folder() : fs::path(arguments.model)));
        if (arguments.singles > 0)
            runSingles(model, arguments);
        else
            runLarge(model, arguments);
    } catch (const Error& error) {
        std::fprintf(stderr, "%s; %s\n", error.what(), error.hint().c_str());
        return 1;
    }
    return 0;
}

} // namespace unlit::bench::large_bench
