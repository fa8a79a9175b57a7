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
BenchResult measure(nn::Module& network, const std::string& name, torch::Dtype type, int runs,
                    Work work) {
    BenchResult result{name, type};
    resetPeakMemory();
    {
        const FlopCounter counter(network);
        work();
        result.flops = counter.flops();
    }
    result.seconds = bestSeconds(runs, work);
    result.peakBytes = peakMemory();
    return result;
}

} // namespace

std::vector<BenchResult> benchUNet(const BenchSize& size, torch::Dtype type) {
    const torch::NoGradGuard noGrad;
    nn::UNet2DConditionOptions options;
    options.inChannels = 8;
    options.blockOutChannels = divided(options.blockOutChannels, size.channelDivisor);
    options.timeEmbeddingDim /= size.channelDivisor;
    nn::UNet2DConditionModel unet(options);
    fill(*unet, type);
    const int64_t side = size.imageSide / kFactor;
    const torch::Tensor sample = torch::randn({1, 8, side, side});
    const torch::Tensor text = torch::randn({1, 2, options.crossAttentionDim});
    const torch::Tensor timestep = torch::tensor({int64_t{999}});
    return {measure(*unet, "UNet step", type, size.runs,
                    [&] { unet->forward(sample, timestep, text); })};
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
    return {
        measure(*vae, "VAE encode", type, size.runs, [&] { vae->encode(picture); }),
        measure(*vae, "VAE decode", type, size.runs, [&] { vae->decode(latent); }),
    };
}

} // namespace unlit::bench
