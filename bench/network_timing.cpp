#include "bench/network_timing.h"

#include "bench/flop_counter.h"
#include "bench/resident_memory.h"
#include "bench/stopwatch.h"
#include "core/nn/precision.h"
#include "core/nn/unet/unet_2d_condition.h"
#include "core/nn/vae/autoencoder_kl.h"

#include <ATen/CPUGeneratorImpl.h>
#include <torch/utils.h>

namespace unlit::bench {

namespace {

constexpr uint64_t kSeed = 1;
constexpr int64_t kFactor = 8; // pixels per latent cell

std::vector<int64_t> divided(std::vector<int64_t> channels, int64_t divisor) {
    for (int64_t& count : channels)
        count /= divisor;
    return channels;
}

/// Weights are made in the type in which they run, so that the peak is that of a loaded model.
void fill(nn::Module& network, torch::Dtype type) {
    nn::setPrecision(network, type, torch::kCPU, nn::WeightValues::Discard);
    nn::initialiseWeights(network, at::detail::createCPUGenerator(kSeed));
}

template <class Work>
double flopsOf(nn::Module& network, Work work) {
    const FlopCounter counter(network);
    work();
    return counter.flops();
}

template <class Work>
BenchResult measure(const std::string& name, double flops, int runs, Work work) {
    BenchResult result{name};
    result.flops = flops;
    resetPeakMemory();
    result.seconds = bestSeconds(runs, work);
    result.peakBytes = peakMemory();
    return result;
}

} // namespace

std::vector<BenchResult> benchUNet(const BenchSize& size, const BenchNumbers& numbers) {
    const torch::NoGradGuard noGrad;
    nn::UNet2DConditionOptions options;
    options.inChannels = 8;
    options.blockOutChannels = divided(options.blockOutChannels, size.channelDivisor);
    options.timeEmbeddingDim /= size.channelDivisor;
    if (size.channelDivisor > 1)
        options.normGroups /= 2; // 80 channels
    nn::UNet2DConditionModel unet(options);
    fill(*unet, numbers.type);
    const int64_t side = size.imageSide / kFactor;
    const torch::Tensor sample = torch::randn({1, 8, side, side});
    const torch::Tensor text = torch::randn({1, 2, options.crossAttentionDim});
    const torch::Tensor timestep = torch::tensor({int64_t{999}});
    const auto step = [&] { unet->forward(sample, timestep, text); };
    const double flops = flopsOf(*unet, step);
    if (numbers.hasInt8Weights)
        nn::keepInInt8(*unet);
    return {measure("UNet step", flops, size.runs, step)};
}

std::vector<BenchResult> benchVae(const BenchSize& size, torch::Dtype type) {
    const torch::NoGradGuard noGrad;
    nn::AutoencoderKLOptions options;
    options.blockOutChannels = divided(options.blockOutChannels, size.channelDivisor);
    nn::AutoencoderKL vae(options);
    fill(*vae, type);
    const int64_t side = size.imageSide;
    const torch::Tensor picture = torch::rand({1, 3, side, side}) * 2 - 1;
    const torch::Tensor latent = torch::randn({1, 4, side / kFactor, side / kFactor});
    const auto encode = [&] { vae->encode(picture); };
    const auto decode = [&] { vae->decode(latent); };
    return {measure("VAE encode", flopsOf(*vae, encode), size.runs, encode),
            measure("VAE decode", flopsOf(*vae, decode), size.runs, decode)};
}

} // namespace unlit::bench
