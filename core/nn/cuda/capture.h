// What recording calls and recording gradients have in common. Only where UNLIT_CUDA is set.
#pragma once

#include "core/base/log.h"

#include <ATen/cuda/CUDAEvent.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace unlit::nn::cuda {

/// Calls that go before a recording: libraries choose their kernels, and what comes once is cheap.
inline constexpr int kCallsBefore = 2;

/// Shapes and types of the inputs, and where the weights lie.
using CaptureKey = std::vector<std::int64_t>;

CaptureKey captureKeyOf(const std::vector<torch::Tensor>& inputs,
                        const std::vector<torch::Tensor>& weights);

/// Copies that a graph reads.
std::vector<torch::Tensor> ownInputs(const std::vector<torch::Tensor>& inputs);

/// Another stream for what is recorded, which begins after and ends before the current one's work.
class CaptureStream {
public:
    explicit CaptureStream(const torch::Device& device);
    ~CaptureStream();
    CaptureStream(const CaptureStream&) = delete;
    CaptureStream& operator=(const CaptureStream&) = delete;

private:
    c10::cuda::CUDAStream m_current;
    c10::cuda::CUDAStream m_side;
    c10::cuda::CUDAStreamGuard m_guard;
};

void beginCapture(at::cuda::CUDAGraph& graph, at::cuda::MempoolId_t pool = {0, 0});

/// Records what `work` launches, and ends the recording however it is left.
template <class Work>
void capture(at::cuda::CUDAGraph& graph, at::cuda::MempoolId_t pool, const Work& work) {
    beginCapture(graph, pool);
    try {
        work();
    } catch (...) {
        try {
            graph.capture_end();
        } catch (...) { // the first failure is the one to be told
            logSwallowed("ending a recording that has failed");
        }
        throw;
    }
    graph.capture_end();
}

} // namespace unlit::nn::cuda
