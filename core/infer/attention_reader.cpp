#include "core/infer/attention_reader.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/nn/layers/attention.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace unlit::infer {

namespace {

/// "down_blocks.2.attentions.…": 2.
std::size_t blockIn(const std::string& name, std::size_t prefix) {
    const std::size_t end = name.find('.', prefix);
    return numberIn<std::size_t>(name.substr(prefix, end - prefix)).value_or(0);
}

} // namespace

std::int64_t headsOf(const nn::UNet2DConditionOptions& options, const std::string& attention) {
    constexpr std::string_view kDown = "down_blocks.", kUp = "up_blocks.";
    const std::size_t last = options.heads.size() - 1;
    if (attention.starts_with(kDown))
        return options.heads.at(blockIn(attention, kDown.size()));
    if (attention.starts_with(kUp))
        return options.heads.at(last - blockIn(attention, kUp.size()));
    return options.heads.at(last);
}

AttentionReader::AttentionReader(nn::UNet2DConditionModel unet, double x, double y,
                                 std::int64_t passesPerStep, OnMap onMap, std::int64_t textTokens)
    : m_unet(std::move(unet)), m_x(x), m_y(y), m_passesPerStep(passesPerStep),
      m_onMap(std::move(onMap)), m_textTokens(textTokens) {
    m_unet->conv_in->observe(
        [this](std::string_view, const torch::Tensor& value) { beginPass(value); });
    for (const auto& item : m_unet->named_modules())
        if (auto* attention = dynamic_cast<nn::AttentionImpl*>(item.value().get())) {
            if (item.key().ends_with(".attn1"))
                watch(item.key(), *attention);
            else if (item.key().ends_with(".attn2") && m_textTokens > 0)
                watchText(item.key(), *attention);
        }
}

AttentionReader::~AttentionReader() {
    m_unet->conv_in->observe({});
    for (const auto& item : m_unet->named_modules())
        if (auto* attention = dynamic_cast<nn::AttentionImpl*>(item.value().get())) {
            attention->to_q->observe({});
            attention->to_k->observe({});
        }
}

void AttentionReader::watch(const std::string& name, nn::AttentionImpl& attention) {
    const std::int64_t heads = headsOf(m_unet->options(), name);
    attention.to_q->observe([this, name](std::string_view, const torch::Tensor& queries_NLD) {
        if (!isRead())
            return;
        const Grid grid = gridOf(queries_NLD.size(1));
        const auto cell = [](double share, std::int64_t cells) {
            return static_cast<std::int64_t>(share * static_cast<double>(cells));
        };
        const std::int64_t token = cell(m_y, grid.height) * grid.width + cell(m_x, grid.width);
        m_queries[name] = queries_NLD[0][token].to(torch::kFloat32).clone();
    });
    attention.to_k->observe([this, name, heads](std::string_view, const torch::Tensor& keys_NMD) {
        if (isRead())
            read(name, heads, keys_NMD);
    });
}

void AttentionReader::watchText(const std::string& name, nn::AttentionImpl& attention) {
    const std::int64_t heads = headsOf(m_unet->options(), name);
    attention.to_q->observe([this, name](std::string_view, const torch::Tensor& queries_NLD) {
        if (isRead())
            m_queries[name] = queries_NLD[0].to(torch::kFloat32).clone();
    });
    attention.to_k->observe([this, name, heads](std::string_view, const torch::Tensor& keys_NMD) {
        if (isRead())
            readText(name, heads, keys_NMD);
    });
}

void AttentionReader::beginPass(const torch::Tensor& hidden_NChw) {
    ++m_passes;
    m_latent = {hidden_NChw.size(2), hidden_NChw.size(3)};
    m_queries.clear();
}

/// The resolution with so many cells; halved as the UNet's convolutions do it.
AttentionReader::Grid AttentionReader::gridOf(std::int64_t tokens) const {
    const std::int64_t rest = m_unet->options().downsamplePadding; // 1: an odd side is rounded up
    for (Grid grid = m_latent; grid.height > 0 && grid.width > 0;) {
        if (grid.height * grid.width == tokens)
            return grid;
        if (grid.height == 1 && grid.width == 1)
            break;
        grid = {(grid.height + rest) / 2, (grid.width + rest) / 2};
    }
    throw Error::internal("an attention of " + std::to_string(tokens) + " cells");
}

/// softmax(q k^T / sqrt(K)), as the kernels have it, for the one query.
void AttentionReader::read(const std::string& layer, std::int64_t heads,
                           const torch::Tensor& keys_NMD) {
    const auto query = m_queries.find(layer);
    if (query == m_queries.end())
        return;
    const torch::NoGradGuard noGrad;
    const Grid grid = gridOf(keys_NMD.size(1));
    const std::int64_t width = keys_NMD.size(2) / heads;
    for (std::int64_t head = 0; head < heads; ++head) {
        const torch::Tensor keys_MK =
            keys_NMD[0].narrow(1, head * width, width).to(torch::kFloat32);
        const torch::Tensor scores_M = keys_MK.mv(query->second.narrow(0, head * width, width)) /
                                       std::sqrt(static_cast<double>(width));
        m_onMap({m_passes / m_passesPerStep, layer, head,
                 torch::softmax(scores_M, 0)
                     .reshape({grid.height, grid.width})
                     .to(torch::kCPU)
                     .contiguous()});
    }
    m_queries.erase(query);
}

/// The same for the queries of all cells, head by head.
void AttentionReader::readText(const std::string& layer, std::int64_t heads,
                               const torch::Tensor& keys_NMD) {
    const auto queries = m_queries.find(layer);
    if (queries == m_queries.end())
        return;
    const torch::NoGradGuard noGrad;
    const Grid grid = gridOf(queries->second.size(0));
    const std::int64_t width = keys_NMD.size(2) / heads;
    torch::Tensor sum_LM;
    for (std::int64_t head = 0; head < heads; ++head) {
        const torch::Tensor keys_MK =
            keys_NMD[0].narrow(1, head * width, width).to(torch::kFloat32);
        const torch::Tensor scores_LM =
            queries->second.narrow(1, head * width, width).mm(keys_MK.t()) /
            std::sqrt(static_cast<double>(width));
        const torch::Tensor weights_LM = torch::softmax(scores_LM, 1);
        sum_LM = sum_LM.defined() ? sum_LM + weights_LM : weights_LM;
    }
    m_queries.erase(queries);
    const torch::Tensor mean_LM = (sum_LM / static_cast<double>(heads)).to(torch::kCPU);
    const std::int64_t told = std::min(m_textTokens, mean_LM.size(1) - 1);
    for (std::int64_t token = 1; token <= told; ++token) // behind that of the begin
        m_onMap({m_passes / m_passesPerStep, layer, 0,
                 mean_LM.select(1, token).reshape({grid.height, grid.width}).contiguous(), token});
}

} // namespace unlit::infer
