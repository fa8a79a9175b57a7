// A function of tensors and its way back, both repeated by a GPU without the processor's help.
#pragma once

#include "core/nn/cuda/captured_call.h"

namespace unlit::nn::cuda {

/// CapturedCall for training: function(inputs), whose gradients reach `weights` in backward. Two
/// graphs on one memory, forward and backward; the numbers are those of the plain call. Keeps one
/// recording, which takes the memory of one step. Backward once for each call, before the next.
/// Thread: one at a time.
class CapturedGradient {
public:
    CapturedGradient();
    ~CapturedGradient();
    CapturedGradient(const CapturedGradient&) = delete;
    CapturedGradient& operator=(const CapturedGradient&) = delete;

    /// `function` as for CapturedCall, and without random numbers. `inputs` take no gradients.
    /// `weights`: leaves; those that require gradients get them.
    torch::Tensor call(const CapturedCall::Function& function,
                       const std::vector<torch::Tensor>& inputs,
                       const std::vector<torch::Tensor>& weights);

    /// Drops the recording and its memory: after anything but inputs and weights has changed.
    void forget();

    std::size_t recordings() const;

private:
    class Recordings;
    std::shared_ptr<Recordings> m_recordings;
};

} // namespace unlit::nn::cuda
