// Results at the picture's own size: what a network answered at its own, with all the detail of the
// picture that it was asked about.
#pragma once

#include "core/infer/detail/detail_fit.h"
#include "core/infer/detail/detail_target.h"
#include "core/infer/detail/explanation.h"

#include <torch/types.h>

#include <optional>
#include <vector>

namespace unlit::infer {

/// What was learned at the network's size. A value; any thread.
class GuidedDetail {
public:
    /// `picture_3HW`: what the network saw, in [0,1], encoded in `transfer`; `targets_K3HW`: what
    /// it answered, in [0,1]; of one size, float32, CPU. `targets`: of the K.
    static GuidedDetail fit(const torch::Tensor& picture_3HW, const torch::Tensor& targets_K3HW,
                            const std::vector<DetailTarget>& targets, ColorSpace transfer,
                            const DetailWindow& window = {});

    /// The targets of a picture of any size and the same shape, in [0,1] and the targets' own
    /// numbers, [K, 3, H, W], float32. `picture_3HW`: in [0,1] and `transfer`. Where the targets
    /// explain the picture, shading is what is left of it: albedo × shading + residual gives it
    /// back, as far as shading is not above 1. Needs no memory of the picture's size beside its
    /// result. The same numbers for any number of threads.
    torch::Tensor apply(const torch::Tensor& picture_3HW) const;

    /// The same into K tensors [3, H, W] that are there, contiguous, float32; they may not be the
    /// picture.
    void apply(const torch::Tensor& picture_3HW,
               const std::vector<torch::Tensor>& targets_3HW) const;

    /// Of each target. May be replaced by others of the same size, as filters over time do.
    std::vector<DetailField>& fields() { return m_fields; }

    const std::vector<DetailField>& fields() const { return m_fields; }

private:
    GuidedDetail() = default;

    std::vector<DetailTarget> m_targets;
    ColorSpace m_transfer = ColorSpace::Srgb;
    std::vector<DetailField> m_fields;
    std::optional<Explanation> m_explanation;
};

} // namespace unlit::infer
