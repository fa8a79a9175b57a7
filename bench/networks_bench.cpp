// unlit_bench networks: seconds, arithmetic per second, share of the machine's peak and memory of
// the networks, on random weights. --quick takes a quarter of the channels at 256 x 256; --train
// adds steps of a training at 256 x 256; --numbers leaves some of float32, bfloat16 and int8 out;
// --peer PYTHON adds what the public reference takes.
#include "bench/bench_options.h"
#include "bench/engine_benches.h"
#include "bench/figures.h"
#include "bench/machine_peak.h"
#include "bench/network_timing.h"
#include "bench/peer.h"
#include "core/base/text.h"
#include "core/infer/device.h"
#include "core/infer/memory.h"
#include "core/nn/kernels/products.h"
#include "core/train/step_timing.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace unlit::bench::networks_bench {

namespace {

struct Arguments {
    bool quick = false;
    bool train = false;
    int threads = 0; ///< 0 = all
    std::string numbers = "float32,bfloat16,int8";
    std::string peer; ///< a Python with diffusers; "" = none
};

bool parse(int argc, char** argv, Arguments& arguments) {
    bench::BenchOptions options("unlit_bench networks");
    options.addFlag("--quick", arguments.quick);
    options.addFlag("--train", arguments.train);
    options.addNumber("--threads", arguments.threads, 0);
    options.addText("--numbers", arguments.numbers, "float32,bfloat16,int8");
    options.addText("--peer", arguments.peer, "PYTHON");
    return options.parse(argc, argv);
}

void print(const bench::BenchResult& result, const std::string& numbers,
           const bench::MachinePeak& peak) {
    constexpr double kGiga = 1e9;
    const double speed = result.flops / result.seconds;
    std::printf("%-11s %-9s %8.3f s %9.1f GFLOP %8.1f GFLOP/s %6.0f %% %6.0f %% %12s\n",
                result.network.c_str(), numbers.c_str(), result.seconds, result.flops / kGiga,
                speed / kGiga, 100 * speed / peak.matrixFlops, 100 * speed / peak.convolutionFlops,
                formatBytes(result.peakBytes).c_str());
    const std::string name = "networks: " + result.network + ", " + numbers;
    bench::keepFigure(name, result.seconds, "s");
    bench::keepFigure(name + ", of GEMM", speed / peak.matrixFlops, "", bench::Better::More);
    std::fflush(stdout);
}

/// What `type` is computed in on this processor: bfloat16 in float32 where it is not multiplied.
torch::Dtype computedType(torch::Dtype type) {
    return nn::sumsBFloat16(torch::kCPU) ? type : torch::kFloat32;
}

/// Measured once for each type.
const bench::MachinePeak& peakOf(torch::Dtype type,
                                 std::map<torch::Dtype, bench::MachinePeak>& known) {
    const auto found = known.find(type);
    if (found != known.end())
        return found->second;
    const bench::MachinePeak& peak = known[type] = bench::measurePeak(type);
    std::printf("%s peak: matrix product %.0f GFLOP/s, 3x3 convolution %.0f GFLOP/s\n",
                type == torch::kFloat32 ? "float32" : "bfloat16", peak.matrixFlops / 1e9,
                peak.convolutionFlops / 1e9);
    return peak;
}

void run(const bench::BenchSize& size, const bench::BenchNumbers& numbers,
         const bench::MachinePeak& peak, PeerTimes& times) {
    std::vector<bench::BenchResult> all = bench::benchUNet(size, numbers);
    if (!numbers.hasInt8Weights) // a VAE's weights are few
        for (const bench::BenchResult& result : bench::benchVae(size, numbers.type))
            all.push_back(result);
    for (const bench::BenchResult& result : all) {
        print(result, numbers.name, peak);
        times[result.network + ", " + numbers.name + ", ours"] = 1e3 * result.seconds;
    }
}

/// Two pictures of 256² encoded, noise, the UNet of SD 2.1 forth and back, Adam; the mean of a
/// step.
void runTraining(const bench::BenchNumbers& numbers, PeerTimes& times) {
    train::StepTimingOptions options;
    options.like = "sd21";
    options.imageSide = 256;
    options.batchSize = 1;
    options.steps = 3;
    options.isBFloat16 = numbers.type == torch::kBFloat16;
    const train::StepTiming timing = train::timeTrainingSteps(options);
    tellOurs(times, "training step, " + numbers.name + ", ours", 1e3 * timing.secondsPerStep);
    for (const auto& [phase, seconds] : timing.phases)
        std::printf("unlit:   of these %-10s %9.3f ms\n", phase.c_str(), 1e3 * seconds);
    std::printf("unlit: peak of training, %s, %s\n", numbers.name.c_str(),
                formatBytes(timing.peakBytes).c_str());
    infer::releaseFreedMemory();
}

/// Leaves those that `names` has between its commas; false where it names what there is not.
bool keepNamed(std::vector<bench::BenchNumbers>& numbers, const std::string& names) {
    std::vector<bench::BenchNumbers> kept;
    std::istringstream parts(names);
    for (std::string name; std::getline(parts, name, ',');) {
        const auto found = std::ranges::find(numbers, name, &bench::BenchNumbers::name);
        if (found == numbers.end())
            return false;
        kept.push_back(*found);
    }
    numbers = std::move(kept);
    return !numbers.empty();
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
    std::vector<bench::BenchNumbers> numbers{{"float32", torch::kFloat32, false},
                                             {"bfloat16", torch::kBFloat16, false},
                                             {"int8", infer::dtypeOf(Precision::Int8), true}};
    if (!keepNamed(numbers, arguments.numbers)) {
        std::fprintf(stderr,
                     "unlit_bench networks: --numbers takes some of float32, bfloat16, int8, "
                     "not %s\n",
                     arguments.numbers.c_str());
        return 2;
    }
    PeerTimes times;
    if (arguments.train)
        for (const bench::BenchNumbers& those : numbers)
            if (!those.hasInt8Weights)
                runTraining(those, times);
    std::printf("%s, batch 1, %d threads\n", size.name.c_str(), at::get_num_threads());
    std::printf("%-11s %-9s %10s %15s %16s %8s %8s %12s\n", "network", "numbers", "best",
                "arithmetic", "speed", "of GEMM", "of conv", "peak memory");
    std::map<torch::Dtype, bench::MachinePeak> peaks;
    for (const bench::BenchNumbers& those : numbers)
        run(size, those, peakOf(computedType(those.type), peaks), times);
    if (arguments.peer.empty())
        return 0;
    std::vector<std::string> words{"threads=" + std::to_string(at::get_num_threads())};
    if (arguments.quick)
        words.emplace_back("quick");
    if (arguments.train)
        words.emplace_back("train");
    if (infer::resolvePrecision(Precision::Auto, torch::kCPU) == Precision::BFloat16)
        words.emplace_back("bfloat16"); // elsewhere PyTorch takes minutes for a step
    infer::releaseFreedMemory();
    compareWithPeer(times, askPeer(arguments.peer, "diffusers_cpu.py", words));
    return 0;
}

} // namespace unlit::bench::networks_bench
