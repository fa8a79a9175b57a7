#include "bench/flop_counter.h"

#include "core/nn/layers/attention.h"
#include "core/nn/layers/conv_2d.h"

namespace unlit::bench {

namespace {

/// Each number of the output is one product of `weight.numel() / weight.size(0)` terms.
double productFlops(const torch::Tensor& output, const torch::Tensor& weight) {
    return 2.0 * static_cast<double>(output.numel()) *
           static_cast<double>(weight.numel() / weight.size(0));
}

} // namespace

FlopCounter::FlopCounter(nn::Module& root) : m_root(root) {
    for (const auto& part : root.modules()) {
        if (auto* linear = dynamic_cast<nn::LinearImpl*>(part.get()))
            linear->observe([this, linear](std::string_view, const torch::Tensor& out) {
                m_flops += productFlops(out, linear->weight);
            });
        if (auto* conv = dynamic_cast<nn::Conv2dImpl*>(part.get()))
            conv->observe([this, conv](std::string_view, const torch::Tensor& out) {
                m_flops += productFlops(out, conv->weight);
            });
    }
    for (const auto& part : root.modules())
        if (auto* attention = dynamic_cast<nn::AttentionImpl*>(part.get())) {
            // queries [N, L, D] come just before keys [N, M, D]: L * M products of length D, twice
            const auto queries = std::make_shared<double>(0);
            const auto count = [this](const torch::Tensor& out, const torch::Tensor& weight) {
                m_flops += productFlops(out, weight);
            };
            nn::LinearImpl* toQ = attention->to_q.get();
            nn::LinearImpl* toK = attention->to_k.get();
            toQ->observe([=](std::string_view, const torch::Tensor& out) {
                count(out, toQ->weight);
                *queries = static_cast<double>(out.numel());
            });
            toK->observe([=, this](std::string_view, const torch::Tensor& out) {
                count(out, toK->weight);
                m_flops += 4.0 * *queries * static_cast<double>(out.size(1));
            });
        }
}

FlopCounter::~FlopCounter() {
    for (const auto& part : m_root.modules())
        if (auto* ours = dynamic_cast<nn::Module*>(part.get()))
            ours->observe({});
}

} // namespace unlit::bench
