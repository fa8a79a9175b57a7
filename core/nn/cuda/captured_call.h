// A function of tensors that a GPU repeats without the processor saying every step again.
#pragma once

#include <torch/types.h>

#include <functional>
#include <memory>
#include <vector>

namespace unlit::nn::cuda {

/// Launching the thousand small kernels of a network one by one takes longer than running them: a
/// call whose shapes and weights have come twice before is recorded as a CUDA graph, and from then
/// on replayed. The same kernels on the same numbers: the same bits. A recording keeps the memory
/// of one pass; the four used last are kept. Away from CUDA, and where gradients are recorded, the
/// function is simply called. Thread: one at a time.
class CapturedCall {
public:
    using Function = std::function<torch::Tensor(const std::vector<torch::Tensor>&)>;

    CapturedCall();
    ~CapturedCall();
    CapturedCall(const CapturedCall&) = delete;
    CapturedCall& operator=(const CapturedCall&) = delete;

    /// function(inputs). `function` reads nothing but its inputs and `weights`, is the same one in
    /// every call, and asks for no value on the processor. The result is the caller's own.
    torch::Tensor call(const Function& function, const std::vector<torch::Tensor>& inputs,
                       const std::vector<torch::Tensor>& weights);

    /// Drops all recordings: after anything but inputs and weights has changed.
    void forget();

    /// How many are kept.
    std::size_t recordings() const;

private:
    class Recordings;
    std::unique_ptr<Recordings> m_recordings;
};

} // namespace unlit::nn::cuda
