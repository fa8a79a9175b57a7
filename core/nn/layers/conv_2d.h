// Two-dimensional convolution.
#pragma once

#include "core/nn/kernels/int8_products.h"
#include "core/nn/layers/module.h"

#include <optional>
#include <vector>

namespace unlit::nn {

struct Conv2dOptions {
    int64_t inChannels = 0;
    int64_t outChannels = 0;
    int64_t kernel = 3;
    int64_t stride = 1;
    int64_t padding = 1;
    bool isOuter = false; ///< the first or last of a network: never kept in 8 bits
};

/// x_NCHW -> [N, out, H', W'] in the memory layout of x. Always with bias. float32 weights with a
/// bfloat16 x compute in bfloat16.
struct Conv2dImpl : Module {
    explicit Conv2dImpl(const Conv2dOptions& options);
    torch::Tensor forward(const torch::Tensor& x_NCHW);

    /// forward() of x doubled by nearest neighbour, up to the order of sums: [N, in, H, W] ->
    /// [N, out, 2H, 2W]. Precondition: kernel 3, stride 1, padding 1.
    torch::Tensor forwardDoubled(const torch::Tensor& x_NCHW);

    /// forward() without the bias, which the caller adds with something else; nobody watches it.
    torch::Tensor forwardUnbiased(const torch::Tensor& x_NCHW);

    void initialise(const torch::Generator& generator) override;
    void keepInInt8() override;

    torch::Tensor weight; // [out, in, kernel, kernel], or the panels of 8 bits
    torch::Tensor bias;   // [out]

private:
    torch::Tensor product(const torch::Tensor& x_NCHW, const torch::Tensor& offset) const;
    bool isWinogradWorthIt(const torch::Tensor& x_NCHW, int64_t scale) const;
    std::vector<int64_t> shape() const;
    torch::Tensor weightFor(const torch::Tensor& x_NCHW) const;

    int64_t m_stride;
    int64_t m_padding;
    bool m_isOuter;
    std::optional<Int8Matrix> m_int8;
    std::vector<int64_t> m_int8Shape; ///< of the weight before
};

TORCH_MODULE(Conv2d);

} // namespace unlit::nn
