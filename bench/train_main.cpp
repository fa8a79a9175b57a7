// unlit_train_bench: pictures per second, memory and the share of each phase of a training step.
// Without arguments the small model in every mode; --sd21 one step of the size of Stable Diffusion
// 2.1 in bfloat16 with gradient checkpointing, which takes some 16 GB.
#include "bench/train_bench.h"
#include "core/base/text.h"

#include <torch/utils.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace unlit;

void print(const std::string& name, const bench::TrainBenchOptions& options) {
    const bench::TrainBenchResult result = bench::benchTraining(options);
    std::printf("%-34s %9.3f s/step %8.2f img/s %12s ", name.c_str(), result.secondsPerStep,
                static_cast<double>(options.batchSize) / result.secondsPerStep,
                formatBytes(result.peakBytes).c_str());
    for (const auto& [phase, seconds] : result.phases)
        std::printf(" %s %.0f %%", phase.c_str(), 100 * seconds / result.secondsPerStep);
    std::printf("  loss %.4f -> %.4f\n", result.firstLoss, result.lastLoss);
    std::fflush(stdout);
}

void runSmall(bench::TrainBenchOptions options) {
    print("float32", options);
    options.checkpoints = true;
    print("float32, checkpointing", options);
    options.isBFloat16 = true;
    print("bfloat16, checkpointing", options);
    options.checkpoints = false;
    print("bfloat16", options);
    options.loraRank = 4;
    print("bfloat16, LoRA of rank 4", options);
}

int usage() {
    std::fprintf(stderr,
                 "usage: unlit_train_bench [--sd21] [--device cpu|cuda] [--side PIXELS] "
                 "[--batch N] [--steps N] [--float32] [--no-checkpointing] [--lora RANK]\n");
    return 2;
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    bench::TrainBenchOptions options;
    bool isFull = false;
    for (const std::string& word : words)
        isFull = isFull || word == "--sd21";
    if (isFull) {
        options = {.like = "sd21", .imageSide = 512, .batchSize = 1, .steps = 1};
        options.isBFloat16 = options.checkpoints = true;
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        const bool hasValue = i + 1 < words.size();
        if (word == "--float32")
            options.isBFloat16 = false;
        else if (word == "--no-checkpointing")
            options.checkpoints = false;
        else if (word == "--device" && hasValue)
            options.device = words[++i];
        else if (word == "--side" && hasValue)
            options.imageSide = std::atoll(words[++i].c_str());
        else if (word == "--batch" && hasValue)
            options.batchSize = std::atoll(words[++i].c_str());
        else if (word == "--steps" && hasValue)
            options.steps = std::atoll(words[++i].c_str());
        else if (word == "--lora" && hasValue)
            options.loraRank = std::atoll(words[++i].c_str());
        else if (word != "--sd21")
            return usage();
    }
    if (options.imageSide < 8 || options.batchSize < 1 || options.steps < 1)
        return usage();
    std::printf("%s, %lld x %lld pixels, batch %lld\n", options.like.c_str(),
                static_cast<long long>(options.imageSide),
                static_cast<long long>(options.imageSide),
                static_cast<long long>(options.batchSize));
    if (isFull)
        print(std::string(options.isBFloat16 ? "bfloat16" : "float32") +
                  (options.checkpoints ? ", checkpointing" : ""),
              options);
    else
        runSmall(options);
    return 0;
}
