// Histograms of weights and gradients, when they are asked for.
#pragma once

#include "core/train/hook.h"
#include "core/train/train_control.h"

#include <functional>
#include <memory>

namespace unlit::train {

/// Takes one row; called on the training thread.
using WriteHistograms = std::function<void(const HistogramRow&)>;

/// "weights/NAME" and "gradients/NAME" of every trained parameter, of the step under way: weights
/// before it, gradients as the optimizer is to take them. Numbers that are not finite do not count;
/// a tensor without any other is left out.
class HistogramHook : public Hook {
public:
    /// `control` says when.
    HistogramHook(std::shared_ptr<TrainControl> control, WriteHistograms write)
        : m_control(std::move(control)), m_write(std::move(write)) {}

    void onPoint(StepContext& context, extension::Point point) override;

private:
    std::shared_ptr<TrainControl> m_control;
    WriteHistograms m_write;
};

/// In `parts` equal parts of its least to its greatest number; nullopt where none is finite.
std::optional<Histogram> histogramOf(const std::string& tag, const torch::Tensor& values,
                                     std::int64_t parts);

} // namespace unlit::train
