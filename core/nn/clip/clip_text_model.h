// The text encoder: CLIPTextModel.
#pragma once

#include "core/nn/clip/clip_options.h"
#include "core/nn/layers/embedding.h"
#include "core/nn/layers/linear.h"
#include "core/nn/layers/norm.h"

namespace unlit::nn {

/// x_NLD + causal self-attention + two-layer network, each after a norm. [N, L, D] -> [N, L, D].
struct CLIPEncoderLayerImpl : Module {
    explicit CLIPEncoderLayerImpl(const CLIPTextOptions& options);
    torch::Tensor forward(const torch::Tensor& x_NLD);

    LayerNorm layer_norm1{nullptr}, layer_norm2{nullptr};
    Linear q_proj{nullptr}, k_proj{nullptr}, v_proj{nullptr}, out_proj{nullptr}; // self_attn.*
    Linear fc1{nullptr}, fc2{nullptr};                                           // mlp.*

private:
    torch::Tensor attend(const torch::Tensor& x_NLD);
    torch::Tensor activate(const torch::Tensor& x) const;

    int64_t m_heads;
    ClipActivation m_activation;
};

TORCH_MODULE(CLIPEncoderLayer);

struct ClipOutput {
    torch::Tensor lastHiddenState;           ///< [N, L, D], after the final norm
    std::vector<torch::Tensor> hiddenStates; ///< entering layer k; the last before the final norm
};

/// Parameter names are transformers' state_dict keys ("text_model.…"). Source: Radford et al. 2021.
class CLIPTextModelImpl : public Module {
public:
    explicit CLIPTextModelImpl(const CLIPTextOptions& options);

    /// ids_NL: int64, L <= maxPositions, each id inside the vocabulary (else Error::invalidInput).
    /// Returns last_hidden_state [N, L, D].
    torch::Tensor forward(const torch::Tensor& ids_NL);

    /// The same, with what enters each layer.
    ClipOutput forwardWithHiddenStates(const torch::Tensor& ids_NL);

    const CLIPTextOptions& options() const { return m_options; }

private:
    torch::Tensor embed(const torch::Tensor& ids_NL);

    CLIPTextOptions m_options;
    Embedding m_tokens{nullptr}, m_positions{nullptr}; // text_model.embeddings.*
    std::vector<CLIPEncoderLayer> m_layers;            // text_model.encoder.layers
    LayerNorm m_finalNorm{nullptr};                    // text_model.final_layer_norm
};

TORCH_MODULE(CLIPTextModel);

} // namespace unlit::nn
