#include "core/nn/layers/checkpoint.h"

#include "core/nn/layers/module.h"

#include <ATen/Context.h>
#include <torch/autograd.h>

#include <mutex>
#include <utility>

namespace unlit::nn {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// The default random generator of a device, for dropout.
torch::Generator defaultGenerator(torch::Device device) {
    return at::globalContext().defaultGenerator(device);
}

torch::Tensor randomState(torch::Device device) {
    torch::Generator generator = defaultGenerator(device);
    const std::scoped_lock lock(generator.mutex());
    return generator.get_state();
}

void setRandomState(torch::Device device, const torch::Tensor& state) {
    torch::Generator generator = defaultGenerator(device);
    const std::scoped_lock lock(generator.mutex());
    generator.set_state(state);
}

/// Goes back to an earlier random state, and forth again at its end.
class RandomReplay {
public:
    RandomReplay(torch::Device device, const torch::Tensor& earlier)
        : m_device(device), m_now(randomState(device)) {
        setRandomState(device, earlier);
    }

    ~RandomReplay() { setRandomState(m_device, m_now); }

    RandomReplay(const RandomReplay&) = delete;
    RandomReplay& operator=(const RandomReplay&) = delete;

private:
    torch::Device m_device;
    torch::Tensor m_now;
};

/// What the second run needs beside the inputs.
struct Replay : torch::CustomClassHolder {
    Segment segment;
    torch::Tensor randomBefore;
    variable_list weights; ///< those that take gradients
};

/// As if it came from nowhere, but with a gradient if the original has one.
torch::Tensor cutOff(const torch::Tensor& input) {
    return input.variable_data().set_requires_grad(input.requires_grad());
}

variable_list needingGradients(const variable_list& tensors) {
    variable_list needing;
    for (const torch::Tensor& tensor : tensors)
        if (tensor.requires_grad())
            needing.push_back(tensor);
    return needing;
}

class CheckpointFunction : public torch::autograd::Function<CheckpointFunction> {
public:
    /// `tensors`: the inputs, then the weights that take gradients, so that autograd sees that the
    /// result depends on them. They stay the only ones to be known by it.
    static torch::Tensor forward(AutogradContext* context, at::TensorList tensors,
                                 std::size_t inputCount, const c10::intrusive_ptr<Replay>& replay) {
        const variable_list inputs(tensors.begin(), tensors.begin() + std::ptrdiff_t(inputCount));
        context->save_for_backward(inputs);
        context->saved_data["replay"] = c10::IValue::make_capsule(replay);
        context->saved_data["device"] = inputs.front().device();
        replay->randomBefore = randomState(inputs.front().device());
        // With gradients, though the graph is thrown away at once: without, other kernels would
        // run, whose last bits differ.
        const torch::AutoGradMode recording(true);
        variable_list cut;
        for (const torch::Tensor& input : inputs)
            cut.push_back(cutOff(input));
        return replay->segment(cut).variable_data();
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const auto replay =
            c10::static_intrusive_pointer_cast<Replay>(context->saved_data["replay"].toCapsule());
        variable_list inputs;
        for (const torch::Tensor& input : context->get_saved_variables())
            inputs.push_back(cutOff(input));
        torch::Tensor output;
        {
            const torch::AutoGradMode recording(true);
            const RandomReplay random(context->saved_data["device"].toDevice(),
                                      replay->randomBefore);
            output = replay->segment(inputs);
        }
        variable_list wanted = needingGradients(inputs);
        wanted.insert(wanted.end(), replay->weights.begin(), replay->weights.end());
        const variable_list found =
            torch::autograd::grad({output}, wanted, {gradients.front()}, /*retain_graph=*/false,
                                  /*create_graph=*/false, /*allow_unused=*/true);
        return arrange(inputs, replay->weights.size(), found);
    }

private:
    /// One gradient for each argument of forward(), undefined for those that take none.
    static variable_list arrange(const variable_list& inputs, std::size_t weights,
                                 const variable_list& found) {
        constexpr std::size_t kOtherArguments = 2;
        variable_list all;
        auto next = found.begin();
        for (const torch::Tensor& input : inputs)
            all.push_back(input.requires_grad() ? *next++ : torch::Tensor());
        for (std::size_t i = 0; i < weights; ++i)
            all.push_back(*next++);
        all.resize(all.size() + kOtherArguments);
        return all;
    }
};

} // namespace

torch::Tensor checkpointed(const torch::nn::Module& module,
                           const std::vector<torch::Tensor>& inputs, const Segment& segment) {
    const auto replay = c10::make_intrusive<Replay>();
    replay->segment = segment;
    replay->weights = needingGradients(weightsOf(module));
    variable_list tensors = inputs;
    tensors.insert(tensors.end(), replay->weights.begin(), replay->weights.end());
    return CheckpointFunction::apply(at::TensorList(tensors), inputs.size(), replay);
}

} // namespace unlit::nn
