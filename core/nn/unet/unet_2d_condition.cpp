#include "core/nn/unet/unet_2d_condition.h"

namespace unlit::nn {

namespace {

Conv2d outerConv(int64_t inChannels, int64_t outChannels, int64_t kernel) {
    return Conv2d(Conv2dOptions{.inChannels = inChannels,
                                .outChannels = outChannels,
                                .kernel = kernel,
                                .padding = kernel / 2,
                                .isOuter = true});
}

} // namespace

UNet2DConditionModelImpl::UNet2DConditionModelImpl(const UNet2DConditionOptions& options)
    : m_options(options) {
    const int64_t first = options.blockOutChannels.front();
    conv_in =
        register_module("conv_in", outerConv(options.inChannels, first, options.convInKernel));
    time_proj = register_module("time_proj", Timesteps(TimestepsOptions{first, options.flipSinToCos,
                                                                        options.frequencyShift}));
    time_embedding = register_module("time_embedding", TimestepEmbedding(TimestepEmbeddingOptions{
                                                           first, options.timeEmbeddingDim}));
    register_module("down_blocks", down_blocks);
    register_module("up_blocks", up_blocks);
    buildDownBlocks();
    buildMidBlock();
    buildUpBlocks();
    conv_norm_out = register_module(
        "conv_norm_out",
        GroupNorm(GroupNormOptions{options.normGroups, first, options.normEpsilon}));
    conv_out =
        register_module("conv_out", outerConv(first, options.outChannels, options.convOutKernel));
    if (options.classes > 0) // last, as in setClasses(): sums over all weights go in this order
        class_embedding =
            register_module("class_embedding",
                            Embedding(EmbeddingOptions{options.classes, options.timeEmbeddingDim}));
}

ResnetBlock2DOptions UNet2DConditionModelImpl::resnetOptions(int64_t inChannels,
                                                             int64_t outChannels) const {
    return {.inChannels = inChannels,
            .outChannels = outChannels,
            .timeDim = m_options.timeEmbeddingDim,
            .groups = m_options.normGroups,
            .epsilon = m_options.normEpsilon,
            .dropout = m_options.dropout};
}

Transformer2DOptions UNet2DConditionModelImpl::attentionOptions(size_t block) const {
    return {.channels = m_options.blockOutChannels[block],
            .heads = m_options.heads[block],
            .layers = m_options.transformerLayers[block],
            .contextDim = m_options.crossAttentionDim,
            .groups = m_options.normGroups,
            .useLinearProjection = m_options.useLinearProjection,
            .upcastScores = m_options.upcastAttention,
            .dropout = m_options.dropout};
}

void UNet2DConditionModelImpl::buildDownBlocks() {
    const auto& channels = m_options.blockOutChannels;
    for (size_t block = 0; block < channels.size(); ++block) {
        DownBlock2DOptions options;
        options.resnet = resnetOptions(channels[block == 0 ? 0 : block - 1], channels[block]);
        options.layers = m_options.layersPerBlock[block];
        if (m_options.downBlockTypes[block] == UNetBlockType::CrossAttention)
            options.attention = attentionOptions(block);
        if (block + 1 < channels.size())
            options.downsample = m_options.downsamplePadding == 1 ? DownsamplePadding::AllSides
                                                                  : DownsamplePadding::RightBottom;
        append(down_blocks, m_downBlocks, DownBlock2D(options));
    }
}

void UNet2DConditionModelImpl::buildMidBlock() {
    const size_t last = m_options.blockOutChannels.size() - 1;
    const int64_t channels = m_options.blockOutChannels[last];
    MidBlock2DOptions options{resnetOptions(channels, channels), attentionOptions(last)};
    options.resnet.outputScale = m_options.midBlockScale;
    mid_block = register_module("mid_block", MidBlock2D(options));
}

void UNet2DConditionModelImpl::buildUpBlocks() {
    const auto& channels = m_options.blockOutChannels;
    for (size_t step = 0; step < channels.size(); ++step) {
        const size_t block = channels.size() - 1 - step; // its resolution, as on the way down
        UpBlock2DOptions options;
        options.resnet = resnetOptions(channels[block], channels[block]);
        options.previousChannels = channels[step == 0 ? block : block + 1];
        options.skipChannels = channels[block == 0 ? 0 : block - 1];
        options.layers = m_options.layersPerBlock[block] + 1;
        if (m_options.upBlockTypes[step] == UNetBlockType::CrossAttention)
            options.attention = attentionOptions(block);
        options.upsample = block > 0;
        append(up_blocks, m_upBlocks, UpBlock2D(options));
    }
}

void UNet2DConditionModelImpl::setChannels(int64_t inChannels, int64_t outChannels) {
    m_options.inChannels = inChannels;
    m_options.outChannels = outChannels;
}

void UNet2DConditionModelImpl::setGradientCheckpointing(bool isOn) {
    m_isCheckpointed = isOn;
    for (auto& block : m_downBlocks)
        block->setGradientCheckpointing(isOn);
    mid_block->setGradientCheckpointing(isOn);
    for (auto& block : m_upBlocks)
        block->setGradientCheckpointing(isOn);
}

torch::Dtype UNet2DConditionModelImpl::computeType() const {
    return m_computeType.value_or(conv_in->weight.scalar_type());
}

torch::Tensor UNet2DConditionModelImpl::timeVector(const torch::Tensor& timesteps_N,
                                                   int64_t batch) {
    TORCH_CHECK(timesteps_N.dim() == 1 &&
                    (timesteps_N.size(0) == batch || timesteps_N.size(0) == 1),
                "UNet: expected ", batch, " timesteps, or one, got ", timesteps_N.sizes());
    const torch::Tensor code = time_proj(timesteps_N.expand(batch));
    return time_embedding(code.to(computeType()));
}

/// Added to the time's vector; a sample of no class gets zeros.
torch::Tensor UNet2DConditionModelImpl::classVector(const torch::Tensor& labels_N, int64_t batch) {
    TORCH_CHECK(!class_embedding.is_empty(), "UNet: classes for a UNet without a class embedding");
    TORCH_CHECK(labels_N.dim() == 1 && labels_N.size(0) == batch, "UNet: expected ", batch,
                " classes, got ", labels_N.sizes());
    const torch::Tensor vector_NT = class_embedding(labels_N.clamp_min(0)).to(computeType());
    return vector_NT * (labels_N >= 0).to(vector_NT.scalar_type()).unsqueeze(1);
}

void UNet2DConditionModelImpl::setClasses(int64_t classes) {
    m_options.classes = classes;
    Embedding embedding(EmbeddingOptions{classes, m_options.timeEmbeddingDim});
    embedding->weight.set_data(torch::zeros_like(embedding->weight));
    class_embedding = class_embedding.is_empty() ? register_module("class_embedding", embedding)
                                                 : replace_module("class_embedding", embedding);
}

torch::Tensor UNet2DConditionModelImpl::forward(const torch::Tensor& sample_NCHW,
                                                const torch::Tensor& timesteps_N,
                                                const torch::Tensor& encoderHiddenStates_NLD,
                                                const torch::Tensor& classLabels_N) {
    TORCH_CHECK(sample_NCHW.dim() == 4 && sample_NCHW.size(1) == m_options.inChannels,
                "UNet: expected a sample with ", m_options.inChannels, " channels, got ",
                sample_NCHW.sizes());
    TORCH_CHECK(encoderHiddenStates_NLD.dim() == 3 &&
                    encoderHiddenStates_NLD.size(0) == sample_NCHW.size(0) &&
                    encoderHiddenStates_NLD.size(2) == m_options.crossAttentionDim,
                "UNet: expected text of width ", m_options.crossAttentionDim,
                " for each sample, got ", encoderHiddenStates_NLD.sizes());
    const torch::Dtype type = computeType();
    // 1. time
    torch::Tensor temb_NT = timeVector(timesteps_N, sample_NCHW.size(0));
    if (classLabels_N.defined())
        temb_NT = temb_NT + classVector(classLabels_N, sample_NCHW.size(0));
    // 2. into channels: channels-last, so that pixels are tokens without a copy
    torch::Tensor hidden =
        conv_in(sample_NCHW.to(type).contiguous(torch::MemoryFormat::ChannelsLast));
    const torch::Tensor context = encoderHiddenStates_NLD.to(type);
    // 3. down
    std::vector<torch::Tensor> skips = {hidden};
    for (auto& block : m_downBlocks)
        hidden = block->forward(hidden, temb_NT, context, skips);
    // 4. middle
    hidden = mid_block(hidden, temb_NT, context);
    // 5. up
    for (auto& block : m_upBlocks)
        hidden = block->forward(hidden, temb_NT, context, skips);
    // 6. out of channels
    hidden = conv_out(conv_norm_out->forwardSilu(hidden));
    return watched(hidden.to(sample_NCHW.scalar_type()));
}

} // namespace unlit::nn
