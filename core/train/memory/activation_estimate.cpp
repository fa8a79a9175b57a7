#include "core/train/memory/activation_estimate.h"

#include <algorithm>

namespace unlit::train {

namespace {

/// Of the channels of a token, in a transformer block: norms, queries, keys, values and results of
/// two attentions, and the gated feed-forward part of four times the width.
constexpr double kBlockShare = 30;

/// Adds up layers in the order in which they run.
class Sum {
public:
    explicit Sum(bool isCheckpointed) : m_isCheckpointed(isCheckpointed) {}

    /// Two convolutions, each behind a norm and a nonlinearity, which keep their inputs.
    void resnet(double in, double out, double cells) {
        add(in * cells, 3 * (in + out) * cells, 4 * std::max(in, out) * cells);
    }

    void attention(double channels, double cells, double heads) {
        add(channels * cells, 7 * channels * cells + heads * cells * cells,
            2 * heads * cells * cells + 2 * channels * cells);
    }

    void transformer(double channels, double cells, double heads, double blocks) {
        const double scores = heads * cells * cells;
        add(channels * cells, (3 + kBlockShare * blocks) * channels * cells + blocks * scores,
            2 * scores + 8 * channels * cells);
    }

    void convolution(double in, double cells) { add(in * cells, in * cells, 2 * in * cells); }

    Activations result() const { return {m_kept + (m_isCheckpointed ? m_largest : 0), m_passing}; }

private:
    void add(double input, double inside, double passing) {
        m_kept += m_isCheckpointed ? input : inside;
        m_largest = std::max(m_largest, inside);
        m_passing = std::max(m_passing, passing);
    }

    bool m_isCheckpointed;
    double m_kept = 0;
    double m_largest = 0;
    double m_passing = 0;
};

double as(std::int64_t number) {
    return static_cast<double>(number);
}

/// Cells of each resolution; odd sides are rounded up as strided convolutions do.
std::vector<double> cellsOf(std::int64_t height, std::int64_t width, std::size_t resolutions) {
    std::vector<double> cells;
    for (std::size_t i = 0; i < resolutions; ++i) {
        cells.push_back(as(height) * as(width));
        height = (height + 1) / 2;
        width = (width + 1) / 2;
    }
    return cells;
}

struct UNetWalk {
    const nn::UNet2DConditionOptions& options;
    std::vector<double> cells;
    Sum sum;

    bool attends(std::size_t block) const {
        return options.downBlockTypes[block] == nn::UNetBlockType::CrossAttention;
    }

    void transformer(std::size_t block) {
        sum.transformer(as(options.blockOutChannels[block]), cells[block], as(options.heads[block]),
                        as(options.transformerLayers[block]));
    }

    void down() {
        const auto& channels = options.blockOutChannels;
        for (std::size_t block = 0; block < channels.size(); ++block) {
            std::int64_t in = channels[block == 0 ? 0 : block - 1];
            for (std::int64_t layer = 0; layer < options.layersPerBlock[block]; ++layer) {
                sum.resnet(as(in), as(channels[block]), cells[block]);
                in = channels[block];
                if (attends(block))
                    transformer(block);
            }
            if (block + 1 < channels.size())
                sum.convolution(as(channels[block]), cells[block]);
        }
    }

    void middle() {
        const std::size_t last = options.blockOutChannels.size() - 1;
        const double channels = as(options.blockOutChannels[last]);
        sum.resnet(channels, channels, cells[last]);
        transformer(last);
        sum.resnet(channels, channels, cells[last]);
    }

    void up() {
        const auto& channels = options.blockOutChannels;
        for (std::size_t block = channels.size(); block-- > 0;) {
            std::int64_t in = channels[std::min(block + 1, channels.size() - 1)];
            const std::int64_t layers = options.layersPerBlock[block] + 1;
            for (std::int64_t layer = 0; layer < layers; ++layer) {
                const bool isLast = layer + 1 == layers;
                const std::int64_t skip =
                    isLast ? channels[block == 0 ? 0 : block - 1] : channels[block];
                sum.resnet(as(in + skip), as(channels[block]), cells[block]);
                in = channels[block];
                if (attends(block))
                    transformer(block);
            }
            if (block > 0)
                sum.convolution(as(channels[block]), cells[block - 1]);
        }
    }
};

void addEncoder(const nn::AutoencoderKLOptions& options, const std::vector<double>& cells,
                Sum& sum) {
    const auto& channels = options.blockOutChannels;
    for (std::size_t block = 0; block < channels.size(); ++block) {
        std::int64_t in = channels[block == 0 ? 0 : block - 1];
        for (std::int64_t layer = 0; layer < options.layersPerBlock; ++layer) {
            sum.resnet(as(in), as(channels[block]), cells[block]);
            in = channels[block];
        }
        if (block + 1 < channels.size())
            sum.convolution(as(in), cells[block]);
    }
}

void addMiddle(const nn::AutoencoderKLOptions& options, const std::vector<double>& cells,
               Sum& sum) {
    const double channels = as(options.blockOutChannels.back());
    sum.resnet(channels, channels, cells.back());
    if (options.midBlockAttention)
        sum.attention(channels, cells.back(), 1);
    sum.resnet(channels, channels, cells.back());
}

void addDecoder(const nn::AutoencoderKLOptions& options, const std::vector<double>& cells,
                Sum& sum) {
    const auto& channels = options.blockOutChannels;
    for (std::size_t block = channels.size(); block-- > 0;) {
        std::int64_t in = channels[std::min(block + 1, channels.size() - 1)];
        for (std::int64_t layer = 0; layer <= options.layersPerBlock; ++layer) {
            sum.resnet(as(in), as(channels[block]), cells[block]);
            in = channels[block];
        }
        if (block > 0)
            sum.convolution(as(in), cells[block - 1]);
    }
}

} // namespace

Activations unetActivations(const nn::UNet2DConditionOptions& options, std::int64_t latentHeight,
                            std::int64_t latentWidth, bool checkpointed) {
    UNetWalk walk{options, cellsOf(latentHeight, latentWidth, options.blockOutChannels.size()),
                  Sum(checkpointed)};
    walk.down();
    walk.middle();
    walk.up();
    return walk.sum.result();
}

Activations vaeActivations(const nn::AutoencoderKLOptions& options, std::int64_t height,
                           std::int64_t width, bool isEncoderFrozen) {
    const auto cells = cellsOf(height, width, options.blockOutChannels.size());
    Sum sum(false);
    if (!isEncoderFrozen) {
        addEncoder(options, cells, sum);
        addMiddle(options, cells, sum);
    }
    addMiddle(options, cells, sum);
    addDecoder(options, cells, sum);
    return sum.result();
}

double encodingFloats(const nn::AutoencoderKLOptions& options, std::int64_t height,
                      std::int64_t width) {
    const auto cells = cellsOf(height, width, options.blockOutChannels.size());
    Sum sum(false);
    addEncoder(options, cells, sum);
    addMiddle(options, cells, sum);
    return sum.result().passing;
}

std::uint64_t loraParameters(const nn::UNet2DConditionOptions& options, std::int64_t rank,
                             const std::vector<std::string>& targets) {
    std::int64_t sides = 0; ///< sum of inputs and outputs of all projections that get one
    const auto attention = [&](std::int64_t channels, std::int64_t context) {
        for (const std::string& target : targets) {
            const bool seesContext = target == "to_k" || target == "to_v";
            sides += (seesContext ? context : channels) + channels;
        }
    };
    const auto transformers = [&](std::size_t block, std::int64_t count) {
        const std::int64_t channels = options.blockOutChannels[block];
        for (std::int64_t i = 0; i < count * options.transformerLayers[block]; ++i) {
            attention(channels, channels);
            attention(channels, options.crossAttentionDim);
        }
    };
    for (std::size_t block = 0; block < options.blockOutChannels.size(); ++block)
        if (options.downBlockTypes[block] == nn::UNetBlockType::CrossAttention)
            transformers(block, 2 * options.layersPerBlock[block] + 1);
    transformers(options.blockOutChannels.size() - 1, 1);
    return static_cast<std::uint64_t>(sides * rank);
}

} // namespace unlit::train
