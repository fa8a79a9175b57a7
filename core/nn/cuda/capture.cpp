#if UNLIT_CUDA

#include "core/nn/cuda/capture.h"

#include <torch/version.h>

namespace unlit::nn::cuda {

namespace {

void follow(const c10::cuda::CUDAStream& later, const c10::cuda::CUDAStream& earlier) {
    at::cuda::CUDAEvent event;
    event.record(earlier);
    event.block(later);
}

} // namespace

CaptureKey captureKeyOf(const std::vector<torch::Tensor>& inputs,
                        const std::vector<torch::Tensor>& weights) {
    CaptureKey key;
    for (const torch::Tensor& input : inputs) {
        key.push_back(static_cast<std::int64_t>(input.scalar_type()));
        key.insert(key.end(), input.sizes().begin(), input.sizes().end());
    }
    for (const torch::Tensor& weight : weights) {
        key.push_back(reinterpret_cast<std::intptr_t>(weight.data_ptr()));
        key.push_back(weight.requires_grad() ? 1 : 0);
    }
    return key;
}

std::vector<torch::Tensor> ownInputs(const std::vector<torch::Tensor>& inputs) {
    std::vector<torch::Tensor> own;
    for (const torch::Tensor& input : inputs)
        own.push_back(input.detach().contiguous().clone());
    return own;
}

CaptureStream::CaptureStream(const torch::Device& device)
    : m_current(c10::cuda::getCurrentCUDAStream(device.index())),
      m_side(c10::cuda::getStreamFromPool(/*isHighPriority=*/false, device.index())),
      m_guard(m_side) {
    follow(m_side, m_current);
}

CaptureStream::~CaptureStream() {
    follow(m_current, m_side);
}

void beginCapture(at::cuda::CUDAGraph& graph, at::cuda::MempoolId_t pool) {
#if TORCH_VERSION_MAJOR >= 2
    // Other threads may go on using the device meanwhile.
    graph.capture_begin(pool, cudaStreamCaptureModeThreadLocal);
#else
    graph.capture_begin(pool);
#endif
}

} // namespace unlit::nn::cuda

#endif
