// unlit_bench strokes [--model DIR] [--pictures N] [--size N] [--seed N] [--save DIR]: what five
// and ten strokes by a scripted hand do to albedos of the program's own renders, whose truth is
// known; then how long a stroke takes at 1 MP and at 4 MP, beside the network's own run. Writes a
// sheet. Figures of docs/strokes.md.
#include "bench/bench_options.h"
#include "bench/engine_benches.h"
#include "bench/figures.h"
#include "bench/scripted_hand.h"
#include "bench/stopwatch.h"
#include "core/base/error.h"
#include "core/data/synth/picture.h"
#include "core/evaluate/contact_sheet.h"
#include "core/evaluate/local_error.h"
#include "core/image/color/color.h"
#include "core/image/image_file.h"
#include "core/image/resize.h"
#include "core/infer/loaded_model.h"
#include "core/infer/pipeline.h"
#include "core/strokes/stroke_field.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unlit::bench::strokes_bench {

namespace {

struct BenchArguments {
    std::string model = "resources/models/unlit-small";
    std::string folder = "build/strokes_bench";
    int pictures = 20;
    int size = 640;
    int seed = 27182; ///< of a set that nothing was trained on or chosen by
    int latencies = 200;
};

constexpr int kSamples = 4;
constexpr std::array<int, 3> kStrokesAt{0, 5, 10};

struct Errors {
    double local = 0;
    double scaleInvariant = 0;
};

Errors errorsOf(const Image& albedo, const Image& truth, const std::vector<unsigned char>& valid) {
    const evaluate::MetricInput input{.prediction = albedo.samples,
                                      .truth = truth.samples,
                                      .valid = valid,
                                      .height = truth.height,
                                      .width = truth.width};
    return {evaluate::localError(input, evaluate::ScaleKind::One),
            evaluate::scaleInvariantError(input, evaluate::ScaleKind::One)};
}

struct Tally {
    std::array<Errors, kStrokesAt.size()> errors{};
    std::array<int, kStrokesAt.size()> better{};
    std::vector<double> seconds;
    std::size_t takenBack = 0;
    std::array<std::size_t, 5> kinds{};
};

struct Drawn {
    Image display; ///< linear
    Image albedo;
};

Drawn askNetwork(infer::Pipeline& pipeline, const weights::ModelFolder& folder,
                 const Image& beauty) {
    const DisplayImage display = toDisplay(beauty, folder.transfer, {}, folder.headroomEv);
    Drawn drawn{display.image, pipeline.run(display.image, {}, {}, {})->targets.front().image};
    convertTo(drawn.display, ColorSpace::Linear);
    convertTo(drawn.albedo, ColorSpace::Linear);
    return drawn;
}

void correctOne(infer::Pipeline& pipeline, const weights::ModelFolder& folder,
                const synth::Picture& picture, std::size_t row, Tally& tally,
                evaluate::ContactSheet& sheet) {
    const Drawn drawn = askNetwork(pipeline, folder, picture.pair.beauty);
    const Image& truth = picture.pair.albedo;
    std::vector<unsigned char> valid(truth.planeSize());
    for (std::size_t i = 0; i < valid.size(); ++i)
        valid[i] = picture.pair.mask.samples[i] > 0 ? 1 : 0;
    const StrokeSolver solver(drawn.display, drawn.albedo, {});
    ScriptedHand hand(drawn.display, truth, picture.pair.mask);
    StrokeSet set{.width = truth.width, .height = truth.height, .hash = "", .strokes = {}};
    Image corrected = drawn.albedo;
    std::array<Errors, kStrokesAt.size()> errors{};
    sheet.nameRow(row, picture.kind + ", " + picture.light);
    sheet.put(row, 0, drawn.display);
    for (std::size_t at = 0; at < kStrokesAt.size(); ++at) {
        while (set.strokes.size() < static_cast<std::size_t>(kStrokesAt[at]) &&
               hand.draw(solver, drawn.albedo, set, corrected)) {
        }
        errors[at] = errorsOf(corrected, truth, valid);
        sheet.put(row, at + 1, corrected);
        tally.errors[at].local += errors[at].local;
        tally.errors[at].scaleInvariant += errors[at].scaleInvariant;
        tally.better[at] += errors[at].local < errors[0].local ? 1 : 0;
    }
    sheet.put(row, kStrokesAt.size() + 1, truth);
    for (const Stroke& stroke : set.strokes)
        ++tally.kinds[static_cast<std::size_t>(stroke.kind)];
    tally.takenBack += hand.takenBack();
    tally.seconds.insert(tally.seconds.end(), hand.seconds().begin(), hand.seconds().end());
    std::printf("%-22s LMSE %.4f, %.4f, %.4f; si-MSE %.5f, %.5f, %.5f; %zu strokes, %zu taken "
                "back\n",
                (picture.kind + ", " + picture.light).c_str(), errors[0].local, errors[1].local,
                errors[2].local, errors[0].scaleInvariant, errors[1].scaleInvariant,
                errors[2].scaleInvariant, set.strokes.size(), hand.takenBack());
    std::fflush(stdout);
}

double quantile(std::vector<double> values, double share) {
    std::ranges::sort(values);
    return values[std::min(values.size() - 1,
                           static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

void benchErrors(infer::Pipeline& pipeline, const weights::ModelFolder& folder,
                 const BenchArguments& arguments) {
    const synth::MaterialSource materials({}, nullptr);
    evaluate::ContactSheet sheet({"input", "network", "5 strokes", "10 strokes", "truth"});
    Tally tally;
    for (int i = 0; i < arguments.pictures; ++i) {
        const auto picture = synth::makePicture(
            materials, {arguments.size, kSamples, static_cast<std::uint64_t>(arguments.seed)},
            static_cast<std::uint64_t>(i), {});
        correctOne(pipeline, folder, *picture, static_cast<std::size_t>(i), tally, sheet);
    }
    const double count = std::max(arguments.pictures, 1);
    for (std::size_t at = 0; at < kStrokesAt.size(); ++at) {
        const double local = tally.errors[at].local / tally.errors[0].local;
        const double whole = tally.errors[at].scaleInvariant / tally.errors[0].scaleInvariant;
        std::printf("%2d strokes: LMSE %.4f (%.2f of before), si-MSE %.5f (%.2f); better on %d "
                    "of %d\n",
                    kStrokesAt[at], tally.errors[at].local / count, local,
                    tally.errors[at].scaleInvariant / count, whole, tally.better[at],
                    arguments.pictures);
        if (at == 0)
            continue;
        const std::string name = "strokes: after " + std::to_string(kStrokesAt[at]);
        keepFigure(name + ", LMSE of before", local, "");
        keepFigure(name + ", si-MSE of before", whole, "");
    }
    std::printf("kinds: %zu same paint, %zu same light, %zu this bright; %zu taken back\n",
                tally.kinds[0], tally.kinds[1], tally.kinds[4], tally.takenBack);
    std::filesystem::create_directories(arguments.folder);
    const auto file = std::filesystem::path(arguments.folder) / "strokes.png";
    writeImage(file, sheet.draw(), {.format = FileFormat::Png8, .half = false, .overwrite = true});
    std::printf("%s\n", file.c_str());
}

StrokeSet tenStrokes(const Image& picture) {
    StrokeSet set{.width = picture.width, .height = picture.height, .hash = "", .strokes = {}};
    const auto at = [&](float x, float y) {
        return StrokePoint{x * static_cast<float>(picture.width),
                           y * static_cast<float>(picture.height)};
    };
    for (int i = 0; i < 10; ++i) {
        const float x = 0.08F + 0.09F * static_cast<float>(i);
        const float y = 0.15F + 0.07F * static_cast<float>((i * 7) % 10);
        Stroke stroke{.kind = static_cast<StrokeKind>(i % 3),
                      .radius = 0.012F * static_cast<float>(picture.width),
                      .points = {at(x, y), at(x + 0.1F, y + 0.08F)}};
        if (i % 4 == 3) {
            stroke.kind = StrokeKind::ThisBright;
            stroke.value = {0.3};
        }
        set.strokes.push_back(std::move(stroke));
    }
    return set;
}

void benchLatency(infer::Pipeline& pipeline, const weights::ModelFolder& folder, int side,
                  const BenchArguments& arguments) {
    const synth::MaterialSource materials({}, nullptr);
    const auto picture =
        synth::makePicture(materials, {side, 1, static_cast<std::uint64_t>(arguments.seed)}, 0, {});
    Drawn drawn;
    const double network =
        seconds([&] { drawn = askNetwork(pipeline, folder, picture->pair.beauty); });
    std::unique_ptr<StrokeSolver> solver;
    const double prepared = seconds([&] {
        solver = std::make_unique<StrokeSolver>(drawn.display, drawn.albedo,
                                                std::span<const unsigned char>());
    });
    Image logarithms = drawn.display;
    convertTo(logarithms, ColorSpace::Log100);
    const StrokeSet all = tenStrokes(drawn.display);
    std::vector<double> times;
    std::array<double, 3> parts{}; // solving, fitting, applying
    const bool isPreview = side <= 1024;
    const int runs = isPreview ? arguments.latencies : 10;
    for (int i = 0; i < runs; ++i) {
        StrokeSet set = all;
        set.strokes.resize(static_cast<std::size_t>(1 + i % 10));
        StrokeSolution solution;
        std::optional<StrokeField> field;
        Image corrected = drawn.albedo;
        if (!isPreview) // a result is in the model's own curve
            convertTo(corrected, folder.transfer);
        const std::array<double, 3> took{seconds([&] { solution = solver->solve(set); }),
                                         seconds([&] { field = solver->field(solution); }),
                                         seconds([&] { field->apply(corrected, logarithms, {}); })};
        for (std::size_t part = 0; part < parts.size(); ++part)
            parts[part] += 1000 * took[part] / runs;
        times.push_back(took[0] + took[1] + took[2]);
    }
    const double median = quantile(times, 0.5);
    const double slow = quantile(times, 0.99);
    std::printf("%d x %d: network %.2f s; prepared in %.0f ms; a stroke, the first to the tenth: "
                "p50 %.1f ms, p99 %.1f ms (%.4f and %.4f of the network's run); solving %.1f, "
                "fitting %.1f, applying %.1f ms\n",
                side, side, network, 1000 * prepared, 1000 * median, 1000 * slow, median / network,
                slow / network, parts[0], parts[1], parts[2]);
    std::fflush(stdout);
    const std::string name = "strokes: " + std::to_string(side) + ", of the network's run, ";
    keepFigure(name + "median", median / network, "");
    keepFigure(name + "99th percentile", slow / network, "");
}

} // namespace

int run(int argc, char** argv) {
    BenchArguments arguments;
    bench::BenchOptions options("unlit_bench strokes");
    options.addText("--model", arguments.model);
    options.addText("--save", arguments.folder);
    options.addNumber("--pictures", arguments.pictures, 0);
    options.addNumber("--size", arguments.size, 128);
    options.addNumber("--seed", arguments.seed, 0);
    options.addNumber("--latencies", arguments.latencies, 0);
    if (!options.parse(argc, argv))
        return 2;
    try {
        const auto model = infer::loadModel(weights::openModelFolder(arguments.model));
        infer::Pipeline pipeline(model);
        if (arguments.pictures > 0)
            benchErrors(pipeline, model->folder, arguments);
        if (arguments.latencies > 0)
            for (const int side : {1024, 2048})
                benchLatency(pipeline, model->folder, side, arguments);
    } catch (const Error& error) {
        std::fprintf(stderr, "%s; %s\n", error.what(), error.hint().c_str());
        return 1;
    }
    return 0;
}

} // namespace unlit::bench::strokes_bench
