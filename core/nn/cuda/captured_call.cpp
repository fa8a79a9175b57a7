#include "core/nn/cuda/captured_call.h"

#if UNLIT_CUDA
#include "core/nn/cuda/capture.h"
#endif

#include <algorithm>
#include <list>

namespace unlit::nn::cuda {

#if UNLIT_CUDA

namespace {

constexpr std::size_t kMostRecordings = 4;
constexpr std::size_t kMostShapes = 64; ///< that are counted

/// One pass, with the memory that it takes.
class CallRecording {
public:
    CallRecording(const CapturedCall::Function& function, const std::vector<torch::Tensor>& inputs)
        : m_inputs(ownInputs(inputs)) {
        const CaptureStream stream(m_inputs.front().device());
        (void)function(m_inputs); // libraries set themselves up for the stream
        capture(m_graph, {0, 0}, [&] { m_output = function(m_inputs); });
    }

    torch::Tensor replay(const std::vector<torch::Tensor>& inputs) {
        for (std::size_t i = 0; i < inputs.size(); ++i)
            m_inputs[i].copy_(inputs[i]);
        m_graph.replay();
        return m_output.clone();
    }

private:
    std::vector<torch::Tensor> m_inputs;
    torch::Tensor m_output;
    at::cuda::CUDAGraph m_graph;
};

struct Seen {
    CaptureKey key;
    int calls = 0;
    std::unique_ptr<CallRecording> recording;
};

} // namespace

class CapturedCall::Recordings {
public:
    torch::Tensor call(const Function& function, const std::vector<torch::Tensor>& inputs,
                       const std::vector<torch::Tensor>& weights) {
        Seen& seen = find(captureKeyOf(inputs, weights));
        if (seen.recording)
            return seen.recording->replay(inputs);
        if (seen.calls++ < kCallsBefore)
            return function(inputs);
        dropOldest();
        seen.recording = std::make_unique<CallRecording>(function, inputs);
        return seen.recording->replay(inputs);
    }

    void forget() { m_seen.clear(); }

    std::size_t count() const {
        return static_cast<std::size_t>(std::ranges::count_if(
            m_seen, [](const Seen& seen) { return seen.recording != nullptr; }));
    }

private:
    /// Used last comes first.
    Seen& find(const CaptureKey& key) {
        const auto found = std::ranges::find(m_seen, key, &Seen::key);
        if (found == m_seen.end())
            m_seen.push_front({key, 0, nullptr});
        else
            m_seen.splice(m_seen.begin(), m_seen, found);
        if (m_seen.size() > kMostShapes)
            m_seen.pop_back();
        return m_seen.front();
    }

    void dropOldest() {
        if (count() < kMostRecordings)
            return;
        const auto oldest = std::find_if(m_seen.rbegin(), m_seen.rend(), [](const Seen& seen) {
            return seen.recording != nullptr;
        });
        oldest->recording.reset();
    }

    std::list<Seen> m_seen;
};

CapturedCall::CapturedCall() : m_recordings(std::make_unique<Recordings>()) {}

torch::Tensor CapturedCall::call(const Function& function, const std::vector<torch::Tensor>& inputs,
                                 const std::vector<torch::Tensor>& weights) {
    if (!inputs.front().is_cuda() || torch::GradMode::is_enabled())
        return function(inputs);
    const c10::cuda::CUDAGuard guard(inputs.front().device());
    return m_recordings->call(function, inputs, weights);
}

void CapturedCall::forget() {
    m_recordings->forget();
}

std::size_t CapturedCall::recordings() const {
    return m_recordings->count();
}

#else

class CapturedCall::Recordings {};

CapturedCall::CapturedCall() = default;

torch::Tensor CapturedCall::call(const Function& function, const std::vector<torch::Tensor>& inputs,
                                 const std::vector<torch::Tensor>&) {
    return function(inputs);
}

void CapturedCall::forget() {}

std::size_t CapturedCall::recordings() const {
    return 0;
}

#endif

CapturedCall::~CapturedCall() = default;

} // namespace unlit::nn::cuda
