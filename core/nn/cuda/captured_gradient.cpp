#include "core/nn/cuda/captured_gradient.h"

#include <algorithm>

#if UNLIT_CUDA
#include "core/nn/cuda/capture.h"

#include <c10/cuda/CUDACachingAllocator.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>
#endif

namespace unlit::nn::cuda {

#if UNLIT_CUDA

namespace {

/// Forward and backward of one set of shapes.
class GradientRecording {
public:
    GradientRecording(const CapturedCall::Function& function,
                      const std::vector<torch::Tensor>& inputs,
                      const std::vector<torch::Tensor>& weights)
        : m_inputs(ownInputs(inputs)) {
        for (const torch::Tensor& weight : weights)
            if (weight.requires_grad())
                m_weights.push_back(weight);
        // What plain calls have left would be held twice.
        c10::cuda::CUDACachingAllocator::emptyCache();
        const CaptureStream stream(m_inputs.front().device());
        {
            const torch::Tensor out = function(m_inputs); // libraries set themselves up
            (void)gradientsOf(out, torch::zeros_like(out));
        }
        torch::Tensor out;
        capture(m_forward, {0, 0}, [&] { out = function(m_inputs); });
        m_gradientOfOutput = torch::zeros_like(out, out.options().requires_grad(false));
        capture(m_backward, m_forward.pool(),
                [&] { m_gradients = gradientsOf(out, m_gradientOfOutput); });
        m_output = out.detach();
    }

    torch::Tensor forward(const std::vector<torch::Tensor>& inputs) {
        keepEarlier();
        for (std::size_t i = 0; i < inputs.size(); ++i)
            m_inputs[i].copy_(inputs[i]);
        m_forward.replay();
        return m_output.clone();
    }

    /// Weights without a gradient take the graph's own memory for it until the next call.
    void backward(const torch::Tensor& gradientOfOutput) {
        const torch::NoGradGuard noGrad;
        m_gradientOfOutput.copy_(gradientOfOutput);
        m_backward.replay();
        std::vector<torch::Tensor> sums, additions;
        for (std::size_t i = 0; i < m_weights.size(); ++i) {
            if (!m_gradients[i].defined())
                continue;
            torch::Tensor& own = m_weights[i].mutable_grad();
            if (!own.defined()) {
                own = m_gradients[i];
                continue;
            }
            sums.push_back(own);
            additions.push_back(m_gradients[i]);
        }
        if (!sums.empty())
            at::_foreach_add_(sums, additions);
    }

    const torch::Tensor& anyWeight() const { return m_weights.front(); }

private:
    /// In the memory layout of the weights, as plain backward leaves them.
    std::vector<torch::Tensor> gradientsOf(const torch::Tensor& out,
                                           const torch::Tensor& gradient) const {
        std::vector<torch::Tensor> gradients =
            torch::autograd::grad({out}, m_weights, {gradient}, /*retain_graph=*/false,
                                  /*create_graph=*/false, /*allow_unused=*/true);
        const torch::NoGradGuard noGrad;
        for (std::size_t i = 0; i < gradients.size(); ++i)
            if (gradients[i].defined() && gradients[i].strides() != m_weights[i].strides())
                gradients[i] = torch::empty_like(m_weights[i], torch::MemoryFormat::Preserve)
                                   .detach()
                                   .copy_(gradients[i]);
        return gradients;
    }

    /// Of micro-batches before this one: what is about to be overwritten, already by the way
    /// forward, whose passing results lie where the gradients do.
    void keepEarlier() {
        const torch::NoGradGuard noGrad;
        for (std::size_t i = 0; i < m_weights.size(); ++i) {
            torch::Tensor& own = m_weights[i].mutable_grad();
            if (own.defined() && m_gradients[i].defined() &&
                own.data_ptr() == m_gradients[i].data_ptr())
                own = own.clone();
        }
    }

    std::vector<torch::Tensor> m_inputs, m_weights, m_gradients;
    torch::Tensor m_output, m_gradientOfOutput;
    at::cuda::CUDAGraph m_forward, m_backward;
};

/// Stands for the recorded function in the graph of the caller's loss. The weight only says that
/// there is a way back.
class Replayed : public torch::autograd::Function<Replayed> {
public:
    static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor&,
                                 GradientRecording* recording,
                                 const std::vector<torch::Tensor>* inputs) {
        context->saved_data["recording"] =
            c10::IValue(static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(recording)));
        return recording->forward(*inputs);
    }

    static torch::autograd::variable_list
    backward(torch::autograd::AutogradContext* context,
             const torch::autograd::variable_list& gradients) {
        // The owner keeps it until the next call.
        auto* recording = reinterpret_cast<GradientRecording*>(
            static_cast<std::intptr_t>(context->saved_data["recording"].toInt()));
        recording->backward(gradients.front());
        return {torch::Tensor(), torch::Tensor(), torch::Tensor()};
    }
};

} // namespace

class CapturedGradient::Recordings {
public:
    torch::Tensor call(const CapturedCall::Function& function,
                       const std::vector<torch::Tensor>& inputs,
                       const std::vector<torch::Tensor>& weights) {
        CaptureKey key = captureKeyOf(inputs, weights);
        if (key != m_key) {
            m_key = std::move(key);
            m_calls = 0;
            m_recording.reset();
        }
        if (!m_recording && m_calls++ < kCallsBefore)
            return function(inputs);
        if (!m_recording)
            m_recording = std::make_unique<GradientRecording>(function, inputs, weights);
        return Replayed::apply(m_recording->anyWeight(), m_recording.get(), &inputs);
    }

    void forget() {
        m_recording.reset();
        m_key.clear();
    }

    std::size_t count() const { return m_recording ? 1 : 0; }

private:
    CaptureKey m_key;
    int m_calls = 0;
    std::unique_ptr<GradientRecording> m_recording;
};

CapturedGradient::CapturedGradient() : m_recordings(std::make_shared<Recordings>()) {}

torch::Tensor CapturedGradient::call(const CapturedCall::Function& function,
                                     const std::vector<torch::Tensor>& inputs,
                                     const std::vector<torch::Tensor>& weights) {
    const bool trains = std::ranges::any_of(
        weights, [](const torch::Tensor& weight) { return weight.requires_grad(); });
    if (!inputs.front().is_cuda() || !torch::GradMode::is_enabled() || !trains)
        return function(inputs);
    const c10::cuda::CUDAGuard guard(inputs.front().device());
    return m_recordings->call(function, inputs, weights);
}

void CapturedGradient::forget() {
    m_recordings->forget();
}

std::size_t CapturedGradient::recordings() const {
    return m_recordings->count();
}

#else

class CapturedGradient::Recordings {};

CapturedGradient::CapturedGradient() = default;

torch::Tensor CapturedGradient::call(const CapturedCall::Function& function,
                                     const std::vector<torch::Tensor>& inputs,
                                     const std::vector<torch::Tensor>&) {
    return function(inputs);
}

void CapturedGradient::forget() {}

std::size_t CapturedGradient::recordings() const {
    return 0;
}

#endif

CapturedGradient::~CapturedGradient() = default;

} // namespace unlit::nn::cuda
