#include "core/nn/clip/clip_text_model.h"

#include "core/base/error.h"
#include "core/nn/layers/attention_kernel.h"

namespace unlit::nn {

namespace {

/// A child that only gives its name to the keys below it.
std::shared_ptr<Module> nameSpace(torch::nn::Module& parent, const std::string& name) {
    return parent.register_module(name, std::make_shared<Module>());
}

} // namespace

CLIPEncoderLayerImpl::CLIPEncoderLayerImpl(const CLIPTextOptions& o)
    : m_heads(o.heads), m_activation(o.activation) {
    const LinearOptions square{o.hiddenSize, o.hiddenSize};
    const LayerNormOptions normOptions{o.hiddenSize, o.normEpsilon};
    const auto attentionRoom = nameSpace(*this, "self_attn");
    k_proj = attentionRoom->register_module("k_proj", Linear(square));
    v_proj = attentionRoom->register_module("v_proj", Linear(square));
    q_proj = attentionRoom->register_module("q_proj", Linear(square));
    out_proj = attentionRoom->register_module("out_proj", Linear(square));
    layer_norm1 = register_module("layer_norm1", LayerNorm(normOptions));
    const auto mlpRoom = nameSpace(*this, "mlp");
    fc1 = mlpRoom->register_module("fc1", Linear(LinearOptions{o.hiddenSize, o.intermediateSize}));
    fc2 = mlpRoom->register_module("fc2", Linear(LinearOptions{o.intermediateSize, o.hiddenSize}));
    layer_norm2 = register_module("layer_norm2", LayerNorm(normOptions));
}

torch::Tensor CLIPEncoderLayerImpl::attend(const torch::Tensor& x_NLD) {
    AttentionKernelOptions kernel;
    kernel.causal = true;
    return out_proj(attention(q_proj(x_NLD), k_proj(x_NLD), v_proj(x_NLD), m_heads, kernel));
}

torch::Tensor CLIPEncoderLayerImpl::activate(const torch::Tensor& x) const {
    constexpr double kQuickGeluSlope = 1.702;
    return m_activation == ClipActivation::Gelu ? torch::gelu(x)
                                                : x * torch::sigmoid(kQuickGeluSlope * x);
}

torch::Tensor CLIPEncoderLayerImpl::forward(const torch::Tensor& x_NLD) {
    const torch::Tensor hidden = x_NLD + attend(layer_norm1(x_NLD));
    return watched(hidden + fc2(activate(fc1(layer_norm2(hidden)))));
}

CLIPTextModelImpl::CLIPTextModelImpl(const CLIPTextOptions& o) : m_options(o) {
    const auto text = nameSpace(*this, "text_model");
    const auto embeddings = nameSpace(*text, "embeddings");
    m_tokens = embeddings->register_module(
        "token_embedding", Embedding(EmbeddingOptions{o.vocabularySize, o.hiddenSize}));
    m_positions = embeddings->register_module(
        "position_embedding", Embedding(EmbeddingOptions{o.maxPositions, o.hiddenSize}));
    const auto encoder = nameSpace(*text, "encoder");
    torch::nn::ModuleList layers;
    encoder->register_module("layers", layers);
    for (int64_t layer = 0; layer < o.layers; ++layer)
        append(layers, m_layers, CLIPEncoderLayer(o));
    m_finalNorm = text->register_module("final_layer_norm",
                                        LayerNorm(LayerNormOptions{o.hiddenSize, o.normEpsilon}));
}

torch::Tensor CLIPTextModelImpl::embed(const torch::Tensor& ids_NL) {
    TORCH_CHECK(ids_NL.dim() == 2 && ids_NL.size(1) > 0, "CLIP: expected ids [N, L], got ",
                ids_NL.sizes());
    if (ids_NL.size(1) > m_options.maxPositions)
        throw Error::invalidInput(std::to_string(ids_NL.size(1)) +
                                      " tokens are more than this text encoder reads",
                                  "at most " + std::to_string(m_options.maxPositions));
    const auto [least, most] = torch::aminmax(ids_NL.to(torch::kInt64));
    if (least.item<int64_t>() < 0 || most.item<int64_t>() >= m_options.vocabularySize)
        throw Error::invalidInput("a token lies outside of the text encoder's vocabulary of " +
                                      std::to_string(m_options.vocabularySize),
                                  "tokenizer and text_encoder must belong together");
    const torch::Tensor positions =
        torch::arange(ids_NL.size(1), torch::TensorOptions(torch::kInt64).device(ids_NL.device()));
    return m_tokens(ids_NL) + m_positions(positions).unsqueeze(0);
}

ClipOutput CLIPTextModelImpl::forwardWithHiddenStates(const torch::Tensor& ids_NL) {
    ClipOutput output;
    output.hiddenStates.push_back(embed(ids_NL));
    for (auto& layer : m_layers)
        output.hiddenStates.push_back(layer(output.hiddenStates.back()));
    output.lastHiddenState = watched(m_finalNorm(output.hiddenStates.back()));
    return output;
}

torch::Tensor CLIPTextModelImpl::forward(const torch::Tensor& ids_NL) {
    return forwardWithHiddenStates(ids_NL).lastHiddenState;
}

} // namespace unlit::nn
