// What the UNet's attentions look at, read while it runs: from one place, and at a text.
#pragma once

#include "core/nn/unet/unet_2d_condition.h"

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace unlit::infer {

/// Of one head of one attention, for the cell under the place.
struct AttentionMap {
    std::int64_t step = 1;    ///< of the denoising, from 1
    std::string layer;        ///< state_dict name of the attention, "mid_block.….attn1"
    std::int64_t head = 0;    ///< from 0
    torch::Tensor weights_hw; ///< float32 on the CPU, of the attention's own size; sums to 1
    /// Of a cross-attention, else -1: how much each cell looks at this token of the text, the mean
    /// over the heads; those of all tokens sum to 1 in each cell.
    std::int64_t token = -1;
};

/// While it lives, every pass of `unet` tells the maps of its first sample. Of self-attentions only
/// the scores of one query are computed beside the network's own work, which stays as it is: a map
/// at a time is held. Of cross-attentions, where there is a text, those of all cells.
/// The passes have to run one after the other, not recorded. Thread: the one that runs the UNet,
/// which must outlive it.
class AttentionReader {
public:
    using OnMap = std::function<void(const AttentionMap& map)>;

    /// `x`, `y`: the place as shares of the picture's width and height, 0 <= x, y < 1. Of
    /// `passesPerStep` passes the last is read: guidance takes two. `textTokens`: how many of a
    /// text are told, behind that of its begin; 0 = there is no text.
    AttentionReader(nn::UNet2DConditionModel unet, double x, double y, std::int64_t passesPerStep,
                    OnMap onMap, std::int64_t textTokens = 0);
    ~AttentionReader();
    AttentionReader(const AttentionReader&) = delete;
    AttentionReader& operator=(const AttentionReader&) = delete;

private:
    struct Grid {
        std::int64_t height = 0, width = 0;
    };

    void watch(const std::string& name, nn::AttentionImpl& attention);
    void watchText(const std::string& name, nn::AttentionImpl& attention);
    void beginPass(const torch::Tensor& hidden_NChw);
    void read(const std::string& layer, std::int64_t heads, const torch::Tensor& keys_NMD);
    void readText(const std::string& layer, std::int64_t heads, const torch::Tensor& keys_NMD);
    Grid gridOf(std::int64_t tokens) const;

    bool isRead() const { return m_passes % m_passesPerStep == 0; }

    nn::UNet2DConditionModel m_unet;
    double m_x, m_y;
    std::int64_t m_passesPerStep;
    OnMap m_onMap;
    std::int64_t m_textTokens;
    std::int64_t m_passes = 0; ///< begun
    Grid m_latent;
    std::map<std::string, torch::Tensor> m_queries; ///< of attentions whose keys are to come
};

/// Heads of the UNet's attention of this name.
std::int64_t headsOf(const nn::UNet2DConditionOptions& options, const std::string& attention);

} // namespace unlit::infer
