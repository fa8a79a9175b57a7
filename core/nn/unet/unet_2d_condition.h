// The denoiser: UNet2DConditionModel of Stable Diffusion 1.x and 2.x.
#pragma once

#include "core/nn/layers/embedding.h"
#include "core/nn/layers/time_embedding.h"
#include "core/nn/unet/down_block.h"
#include "core/nn/unet/mid_block.h"
#include "core/nn/unet/unet_options.h"
#include "core/nn/unet/up_block.h"

#include <optional>

namespace unlit::nn {

/// Parameter names are diffusers' state_dict keys. Source: Rombach et al. 2022; Ronneberger et al.
/// 2015; the layout of huggingface/diffusers.
class UNet2DConditionModelImpl : public Module {
public:
    explicit UNet2DConditionModelImpl(const UNet2DConditionOptions& options);

    /// sample_NCHW: [N, inChannels, h, w], any h, w >= 1; timesteps_N: [N] or [1];
    /// encoderHiddenStates_NLD: [N, L, crossAttentionDim]. Returns [N, outChannels, h, w] in the
    /// type of `sample_NCHW`. Inside, the type of the weights is used.
    /// classLabels_N: [N] int64 below options().classes, below 0 = of no class; undefined = none of
    /// any, as is all that a UNet without classes may be given.
    /// Throws c10::Error if the shapes do not fit.
    torch::Tensor forward(const torch::Tensor& sample_NCHW, const torch::Tensor& timesteps_N,
                          const torch::Tensor& encoderHiddenStates_NLD,
                          const torch::Tensor& classLabels_N = {});

    /// For the backward pass keep the inputs of residual blocks and attentions alone, and compute
    /// what lies inside once more. Same numbers, less memory, a third more time.
    void setGradientCheckpointing(bool isOn);

    bool hasGradientCheckpointing() const { return m_isCheckpointed; }

    /// Compute in this type whatever the weights are: bfloat16 with float32 weights is mixed
    /// precision (see precision.h for what stays float32). Unset = the type of the weights.
    void setComputeType(std::optional<torch::Dtype> type) { m_computeType = type; }

    const UNet2DConditionOptions& options() const { return m_options; }

    /// The number of channels that `conv_in` and `conv_out` have now, after an adaptation.
    void setChannels(int64_t inChannels, int64_t outChannels);

    /// Makes a class embedding of zeros, which changes nothing yet. Precondition: classes >= 1.
    void setClasses(int64_t classes);

    Conv2d conv_in{nullptr};
    Timesteps time_proj{nullptr};
    TimestepEmbedding time_embedding{nullptr};
    Embedding class_embedding{nullptr}; // null without classes
    torch::nn::ModuleList down_blocks;
    torch::nn::ModuleList up_blocks;
    MidBlock2D mid_block{nullptr};
    GroupNorm conv_norm_out{nullptr};
    Conv2d conv_out{nullptr};

private:
    void buildDownBlocks();
    void buildMidBlock();
    void buildUpBlocks();
    ResnetBlock2DOptions resnetOptions(int64_t inChannels, int64_t outChannels) const;
    Transformer2DOptions attentionOptions(size_t block) const;
    torch::Dtype computeType() const;
    torch::Tensor timeVector(const torch::Tensor& timesteps_N, int64_t batch);
    torch::Tensor classVector(const torch::Tensor& labels_N, int64_t batch);

    UNet2DConditionOptions m_options;
    std::optional<torch::Dtype> m_computeType;
    bool m_isCheckpointed = false;
    std::vector<DownBlock2D> m_downBlocks;
    std::vector<UpBlock2D> m_upBlocks;
};

TORCH_MODULE(UNet2DConditionModel);

} // namespace unlit::nn
