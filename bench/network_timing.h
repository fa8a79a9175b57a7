// Times the UNet and the VAE with random weights.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace unlit::bench {

struct BenchSize {
    std::string name;           ///< "SD 2.1, 512 x 512"
    int64_t imageSide = 512;    ///< pixels; the latent has an eighth
    int64_t channelDivisor = 1; ///< of Stable Diffusion 2.1's channels
    int runs = 3;               ///< the best counts
};

/// Numbers of a network: what flows between its layers, and whether its weights have 8 bits.
struct BenchNumbers {
    std::string name; ///< "float32", "bfloat16", "int8"
    torch::Dtype type = torch::kFloat32;
    bool hasInt8Weights = false;
};

struct BenchResult {
    std::string network; ///< "UNet step", "VAE encode", "VAE decode"
    double seconds = 0;
    double flops = 0;
    uint64_t peakBytes = 0; ///< resident, weights and program included
};

std::vector<BenchResult> benchUNet(const BenchSize& size, const BenchNumbers& numbers);
std::vector<BenchResult> benchVae(const BenchSize& size, torch::Dtype type);

} // namespace unlit::bench
