#include "bench/machine_peak.h"

#include "bench/stopwatch.h"

namespace unlit::bench {

MachinePeak measurePeak(torch::Dtype type) {
    constexpr int kRuns = 7;
    constexpr int64_t kSide = 2048, kChannels = 512, kPixels = 64;
    const torch::Tensor a = torch::randn({kSide, kSide}).to(type);
    const torch::Tensor b = torch::randn({kSide, kSide}).to(type);
    const auto layout = torch::MemoryFormat::ChannelsLast;
    const torch::Tensor x =
        torch::randn({1, kChannels, kPixels, kPixels}).to(type).contiguous(layout);
    const torch::Tensor w = torch::randn({kChannels, kChannels, 3, 3}).to(type).contiguous(layout);
    const double matrixFlops = 2.0 * kSide * kSide * kSide;
    const double convolutionFlops = 2.0 * 9 * kChannels * kChannels * kPixels * kPixels;
    return {matrixFlops / bestSeconds(kRuns, [&] { torch::mm(a, b); }),
            convolutionFlops / bestSeconds(kRuns, [&] { torch::conv2d(x, w, {}, 1, 1); })};
}

} // namespace unlit::bench
