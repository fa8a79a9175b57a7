// unlit_bench networks: seconds, arithmetic per second, share of the machine's peak and memory of
// the networks, on random weights. --quick takes a quarter of the channels at 256 x 256.
#include "bench/bench_options.h"
#include "bench/engine_benches.h"
#include "bench/figures.h"
#include "bench/machine_peak.h"
#include "bench/network_timing.h"
#include "core/base/text.h"
#include "core/infer/device.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <thread>

namespace unlit::bench::networks_bench {

namespace {

struct Arguments {
    bool quick = false;
    int threads = 0; ///< 0 = all
};

bool parse(int argc, char** argv, Arguments& arguments) {
    bench::BenchOptions options("unlit_bench networks");
    options.addFlag("--quick", arguments.quick);
    options.addNumber("--threads", arguments.threads, 0);
    return options.parse(argc, argv);
}

void print(const bench::BenchResult& result, const bench::MachinePeak& peak) {
    constexpr double kGiga = 1e9;
    const double speed = result.flops / result.seconds;
    std::printf("%-11s %-9s %8.3f s %9.1f GFLOP %8.1f GFLOP/s %6.0f %% %6.0f %% %12s\n",
                result.network.c_str(), result.type == torch::kFloat32 ? "float32" : "bfloat16",
                result.seconds, result.flops / kGiga, speed / kGiga, 100 * speed / peak.matrixFlops,
                100 * speed / peak.convolutionFlops, formatBytes(result.peakBytes).c_str());
    const std::string name = "networks: " + result.network +
                             (result.type == torch::kFloat32 ? ", float32" : ", bfloat16");
    bench::keepFigure(name, result.seconds, "s");
    bench::keepFigure(name + ", of GEMM", speed / peak.matrixFlops, "", bench::Better::More);
    std::fflush(stdout);
}

void run(const bench::BenchSize& size, torch::Dtype type) {
    const bench::MachinePeak peak = bench::measurePeak(type);
    std::printf("%s peak: matrix product %.0f GFLOP/s, 3x3 convolution %.0f GFLOP/s\n",
                type == torch::kFloat32 ? "float32" : "bfloat16", peak.matrixFlops / 1e9,
                peak.convolutionFlops / 1e9);
    for (const auto& results : {bench::benchUNet(size, type), bench::benchVae(size, type)})
        for (const bench::BenchResult& result : results)
            print(result, peak);
}

} // namespace

int run(int argc, char** argv) {
    Arguments arguments;
    if (!parse(argc, argv, arguments))
        return 2;
    const int all = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const infer::ComputeScope scope(arguments.threads > 0 ? arguments.threads : all);
    const bench::BenchSize size =
        arguments.quick ? bench::BenchSize{"a quarter of SD 2.1's channels, 256 x 256", 256, 4, 3}
                        : bench::BenchSize{"SD 2.1, 512 x 512", 512, 1, 3};
    std::printf("%s, batch 1, %d threads\n", size.name.c_str(), at::get_num_threads());
    std::printf("%-11s %-9s %10s %15s %16s %8s %8s %12s\n", "network", "precision", "best",
                "arithmetic", "speed", "of GEMM", "of conv", "peak memory");
    for (const torch::Dtype type : {torch::kFloat32, torch::kBFloat16})
        run(size, type);
    return 0;
}

} // namespace unlit::bench::networks_bench
