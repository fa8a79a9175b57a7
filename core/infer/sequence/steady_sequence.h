// Frames of one sequence become steady: what is the same surface in neighbouring frames gets one
// albedo, and all frames one level of it.
// What is averaged over time are the network's answers, at its size and in logarithms, before each
// frame's light is fitted against them (detail/guided_detail.h). Coefficients of that fit describe
// the light of their own frame, which moves: averaged by the same weights they give less steady
// paint and a worse one (bench/sequence_bench.cpp prints both).
// Source of the weights: bilateral filter, Tomasi, Manduchi, "Bilateral Filtering for Gray and
// Color Images", 1998, over time, with distances of windows as in Buades, Coll, Morel, "A Non-Local
// Algorithm for Image Denoising", 2005.
#pragma once

#include "core/infer/detail/detail_target.h"
#include "core/infer/tensor_run.h"

#include <torch/types.h>

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace unlit::infer {

/// Measured with bench/sequence_bench.cpp: the reach takes most of the flicker, for the light moves
/// slowly (of a light that crosses
/// the room in 12 frames a reach of 4 leaves 0.60, 8 0.28, 12 0.20; in 36 frames 12 leaves 0.72);
/// tolerances that are wider take more of it and begin to leave trails.
struct SequenceWindow {
    int reach = 12;  ///< frames before and after that count
    float time = 10; ///< frames; at this distance a weight has fallen to 0.61, as at those below
    float paint = 0.25F;  ///< difference of answers, in natural logarithms of light
    float chroma = 0.15F; ///< difference of the picture's log R/G and log B/G
    float value = 0.1F;   ///< difference of answers that are no light
    int radius = 2;       ///< pixels; differences are those of windows of about 2 r + 1 a side

    /// In place of `paint` where the picture's texture is the same, which tells that it is the same
    /// surface, whatever the network says: where what is fine correlates in windows, from none at
    /// `alikeFrom` to all of it at `alikeTo`.
    float samePaint = 0.7F;
    float alikeFrom = 0.5F;
    float alikeTo = 0.8F;
    float noise = 0.01F; ///< texture that is weaker, in natural logarithms, tells nothing
    int textureRadius = 4;
};

/// What one frame brings, at the network's size.
struct SequencePart {
    NetworkAnswer answer;
    torch::Tensor
        lit_HW; ///< float32 in [0,1], of the answer's size: share that is lit; undefined = all
};

/// Natural logarithms of the factors between the frames' own levels and the first one's, by time;
/// of each target.
struct SequenceLevels {
    std::map<std::int64_t, std::vector<double>> own;
    std::optional<std::vector<double>> common; ///< that all frames are brought to
};

/// Needs the memory of the frames that it holds. Thread: one at a time. The same numbers for any
/// number of threads.
class SteadySequence {
public:
    /// `targets`: of the answers' K; `transfer`: of what the network sees. Paint is brought to one
    /// level and averaged, values are averaged, light is its own frame's and stays. `known`: of an
    /// earlier run over the same frames, which are then not measured again.
    SteadySequence(std::vector<DetailTarget> targets, ColorSpace transfer,
                   const SequenceWindow& window = {}, SequenceLevels known = {});

    /// `time`: number of the frame; all parts have one size. Its level is measured against the
    /// frames that are held and within reach: the median of the log ratios of the answers where the
    /// picture's chromaticity is the same; where that is nowhere, it is that of the frame before.
    void add(std::int64_t time, SequencePart part);

    bool has(std::int64_t time) const { return m_frames.contains(time); }

    /// The answer of a frame that is held, as all within reach of it have it. At the first call the
    /// common level is settled: the median of the frames' that are within reach of the first one,
    /// so they have to be there.
    NetworkAnswer steadied(std::int64_t time);

    /// Lets go of frames before `time`.
    void forgetBefore(std::int64_t time);

    /// What the first paint of a frame was multiplied by; 1 where there is none.
    double factorOf(std::int64_t time) const;

    /// That one frame takes for each pixel of the network's size.
    static double bytesOfPixel(std::size_t targets, bool hasUncertainty);

    const SequenceLevels& levels() const { return m_levels; }

    const SequenceWindow& window() const { return m_window; }

    /// Weights of the frame `other` for the frame `time`: [H, W] in [0,1], of target k.
    torch::Tensor weightOf(std::int64_t time, std::int64_t other, std::size_t k) const;

private:
    struct Frame {
        SequencePart part;
        torch::Tensor texture_HW;
        std::vector<torch::Tensor> logs_3HW; ///< ln(0.01 + light), or values; undefined for light
        std::vector<torch::Tensor> leveled_3HW; ///< the same at the common level, once there is one
        // At half the size, for weights and levels:
        torch::Tensor lit_HW; ///< undefined = all
        torch::Tensor chroma_2HW;
        torch::Tensor energy_HW;             ///< mean squares of the texture
        std::vector<torch::Tensor> greys_HW; ///< mean ln(light) of paint
        std::vector<torch::Tensor> halfLeveled_3HW;
    };

    bool isPaint(std::size_t k) const { return m_targets[k].rule == DetailRule::Paint; }

    std::vector<double> measureLevels(std::int64_t time, const Frame& frame) const;
    std::optional<double> levelAgainst(const Frame& frame, std::int64_t other, std::size_t k) const;
    torch::Tensor squaredTolerance(const Frame& own, const Frame& held, std::size_t k) const;
    torch::Tensor leveled(std::int64_t time, std::size_t k) const;
    torch::Tensor halfLeveled(std::int64_t time, std::size_t k) const;
    void settleCommonLevel();
    void levelFrames();

    std::vector<DetailTarget> m_targets;
    ColorSpace m_transfer;
    SequenceWindow m_window;
    SequenceLevels m_levels;
    std::map<std::int64_t, Frame> m_frames;
};

} // namespace unlit::infer
