#include "core/nn/layers/resnet_block_2d.h"

#include "core/nn/cuda/cuda_ops.h"
#include "core/nn/kernels/fused_ops.h"

namespace unlit::nn {

ResnetBlock2DImpl::ResnetBlock2DImpl(const ResnetBlock2DOptions& o) : m_outputScale(o.outputScale) {
    norm1 =
        register_module("norm1", GroupNorm(GroupNormOptions{o.groups, o.inChannels, o.epsilon}));
    conv1 = register_module("conv1", Conv2d(Conv2dOptions{o.inChannels, o.outChannels}));
    if (o.timeDim > 0)
        time_emb_proj =
            register_module("time_emb_proj", Linear(LinearOptions{o.timeDim, o.outChannels}));
    norm2 =
        register_module("norm2", GroupNorm(GroupNormOptions{o.groups, o.outChannels, o.epsilon}));
    dropout = register_module("dropout", Dropout(o.dropout));
    conv2 = register_module("conv2", Conv2d(Conv2dOptions{o.outChannels, o.outChannels}));
    if (o.inChannels != o.outChannels)
        conv_shortcut = register_module(
            "conv_shortcut",
            Conv2d(Conv2dOptions{o.inChannels, o.outChannels, /*kernel=*/1, 1, /*padding=*/0}));
}

torch::Tensor ResnetBlock2DImpl::forward(const torch::Tensor& x_NCHW,
                                         const torch::Tensor& temb_NT) {
    torch::Tensor hidden;
    const bool isZero = addsNothing();
    if (!isZero && canJoin(x_NCHW))
        return joined(x_NCHW, temb_NT);
    if (!isZero)
        hidden = added(x_NCHW, temb_NT);
    const torch::Tensor residual = conv_shortcut ? conv_shortcut(x_NCHW) : x_NCHW;
    torch::Tensor out = hidden.defined() ? addTo(hidden, residual) : residual;
    if (m_outputScale != 1)
        out = out / m_outputScale;
    return watched(out);
}

torch::Tensor ResnetBlock2DImpl::added(const torch::Tensor& x_NCHW, const torch::Tensor& temb_NT) {
    torch::Tensor hidden = conv1(norm1->forwardSilu(x_NCHW)); // [N, out, H, W]
    if (time_emb_proj) {
        watch("temb_in", temb_NT);
        const torch::Tensor shift = time_emb_proj(torch::silu(temb_NT)); // [N, out]
        hidden = addTo(hidden, shift.unsqueeze(2).unsqueeze(3));
    }
    return conv2(dropout(norm2->forwardSilu(hidden)));
}

/// Whether all that is only added can wait for the pass over memory that follows.
bool ResnetBlock2DImpl::canJoin(const torch::Tensor& x_NCHW) const {
    return cuda::canFuse(x_NCHW, x_NCHW.size(1)) && cuda::canFuse(x_NCHW, conv1->weight.size(0)) &&
           m_outputScale == 1 && !dropout->isActive() && !isWatched() && !conv1->isWatched();
}

torch::Tensor ResnetBlock2DImpl::joined(const torch::Tensor& x_NCHW, const torch::Tensor& temb_NT) {
    const torch::Tensor first = conv1->forwardUnbiased(norm1->forwardSilu(x_NCHW));
    const torch::Tensor shift =
        time_emb_proj ? time_emb_proj(torch::silu(temb_NT)) : torch::Tensor();
    const torch::Tensor second = conv2->forwardUnbiased(
        norm2->forwardSiluOfSum(first, computedIn(x_NCHW, conv1->bias), shift));
    if (!conv_shortcut)
        return cuda::addBiased(second, x_NCHW, computedIn(x_NCHW, conv2->bias), {});
    return cuda::addBiased(second, conv_shortcut->forwardUnbiased(x_NCHW),
                           computedIn(x_NCHW, conv2->bias),
                           computedIn(x_NCHW, conv_shortcut->bias));
}

/// Looks at the weights once after each change of them.
bool ResnetBlock2DImpl::addsNothing() {
    if (torch::GradMode::is_enabled())
        return false; // a zero block may learn
    const std::tuple<const void*, const void*, int64_t> now{
        conv2->weight.data_ptr(), conv2->bias.data_ptr(),
        conv2->weight._version() + conv2->bias._version()};
    if (m_looked != now) {
        m_isZero = !conv2->weight.any().item<bool>() && !conv2->bias.any().item<bool>();
        m_looked = now;
    }
    return m_isZero;
}

} // namespace unlit::nn
