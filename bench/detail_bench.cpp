// unlit_bench detail [--model DIR] [--largest N]: what guided detail costs beside the network, on
// square pictures of 2K, 8K and 16K, and the memory that it takes.
#include "bench/bench_options.h"
#include "bench/engine_benches.h"
#include "bench/figures.h"
#include "bench/resident_memory.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/infer/detail/guided_detail.h"
#include "core/infer/loaded_model.h"
#include "core/infer/pipeline.h"
#include "core/tensor/image_tensor.h"
#include "core/tensor/interpolate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>

namespace unlit::bench::detail_bench {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Blots of paint under light that falls off, in `space`.
Image makePicture(int side, ColorSpace space) {
    Image image = makeImage(side, side, {"R", "G", "B"}, space);
    const float scale = 40.0F / static_cast<float>(side);
    for (int channel = 0; channel < 3; ++channel)
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x) {
                const float u = static_cast<float>(x) * scale;
                const float v = static_cast<float>(y) * scale;
                const float paint =
                    0.5F + 0.3F * std::sin(u * 1.7F + static_cast<float>(channel)) * std::cos(v);
                const float light = 0.6F + 0.4F * std::cos(u / 20.0F);
                image.plane(channel)[static_cast<std::size_t>(y) * static_cast<std::size_t>(side) +
                                     static_cast<std::size_t>(x)] = paint * light;
            }
    return image;
}

void measure(const std::shared_ptr<infer::LoadedModel>& model, int side) {
    const ColorSpace transfer = model->folder.transfer;
    const Image picture = makePicture(side, transfer);
    InferOptions options;
    options.detail = DetailMode::Off;
    options.keepBlack = KeepBlack::Off;
    options.matchInputRes = false;
    infer::Pipeline pipeline(model);
    pipeline.run(picture, options, {}, {}); // warms up
    double network = 1e9;
    std::optional<Prediction> answer;
    for (int i = 0; i < 3; ++i) {
        const auto start = Clock::now();
        answer = pipeline.run(picture, options, {}, {});
        network = std::min(network, secondsSince(start));
    }
    const torch::Tensor small = infer::viewOf(answer->targets.front().image);
    const torch::Tensor seen =
        infer::interpolate(infer::viewOf(picture), {small.size(2), small.size(3)},
                           infer::Interpolation::Bilinear, infer::Antialias::On);
    const std::vector<infer::DetailTarget> targets = {
        infer::detailTargetOf(model->folder.targets.front(), transfer)};
    double fit = 1e9;
    double apply = 1e9;
    bench::resetPeakMemory();
    const std::uint64_t before = bench::peakMemory();
    for (int i = 0; i < 3; ++i) {
        auto start = Clock::now();
        const infer::GuidedDetail detail =
            infer::GuidedDetail::fit(seen[0], small, targets, transfer);
        fit = std::min(fit, secondsSince(start));
        start = Clock::now();
        const torch::Tensor result = detail.apply(infer::viewOf(picture)[0]);
        apply = std::min(apply, secondsSince(start));
    }
    const std::uint64_t result = picture.samples.size() * sizeof(float);
    const std::uint64_t peak = bench::peakMemory();
    double enlarging = 1e9;
    for (int i = 0; i < 3; ++i) {
        const auto start = Clock::now();
        infer::interpolate(small, {side, side}, infer::Interpolation::Bilinear,
                           infer::Antialias::On);
        enlarging = std::min(enlarging, secondsSince(start));
    }
    std::printf("%5d²: network at %lld px %.3f s; detail %.3f s (learned %.3f, applied %.3f): "
                "%.1f %% of the network; plain enlargement %.3f s; memory beside picture and "
                "result %s\n",
                side, static_cast<long long>(small.size(3)), network, fit + apply, fit, apply,
                100 * (fit + apply) / network, enlarging,
                formatBytes(peak - before - std::min(peak - before, result)).c_str());
    const std::string name = "detail: " + std::to_string(side) + ", ";
    bench::keepFigure(name + "detail", fit + apply, "s");
    bench::keepFigure(name + "share of the network", (fit + apply) / network, "");
}

} // namespace

int run(int argc, char** argv) {
    std::string folder = "resources/models/unlit-small";
    int largest = 16384;
    bench::BenchOptions options("unlit_bench detail");
    options.addText("--model", folder);
    options.addNumber("--largest", largest);
    if (!options.parse(argc, argv))
        return 2;
    try {
        const auto model = infer::loadModel(weights::openModelFolder(folder));
        for (const int side : {2048, 8192, 16384})
            if (side <= largest)
                measure(model, side);
    } catch (const Error& error) {
        std::fprintf(stderr, "%s; %s\n", error.what(), error.hint().c_str());
        return 1;
    }
    return 0;
}

} // namespace unlit::bench::detail_bench
