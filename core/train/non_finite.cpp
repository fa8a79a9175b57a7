#include "core/train/non_finite.h"

#include "core/nn/layers/module.h"

#include <torch/utils.h>

namespace unlit::train {

namespace {

/// Takes its observers off again, also when the forward pass throws.
class Watch {
public:
    Watch(torch::nn::Module& network, std::optional<std::string>& found) : m_network(network) {
        for (const auto& item : network.named_modules("", /*include_self=*/false)) {
            if (auto* part = dynamic_cast<nn::Module*>(item.value().get())) {
                part->observe(
                    [&found, name = item.key()](std::string_view what, const torch::Tensor& value) {
                        if (!found && what.empty() && !isFinite(value))
                            found = name;
                    });
            }
        }
    }

    ~Watch() {
        for (const auto& part : m_network.modules(/*include_self=*/false))
            if (auto* ours = dynamic_cast<nn::Module*>(part.get()))
                ours->observe({});
    }

    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

private:
    torch::nn::Module& m_network;
};

} // namespace

bool isFinite(const torch::Tensor& values) {
    return torch::isfinite(values).all().item<bool>();
}

std::optional<std::string> firstNonFiniteOutput(torch::nn::Module& network,
                                                const std::function<void()>& forward) {
    std::optional<std::string> found;
    const Watch watch(network, found);
    forward();
    return found;
}

std::optional<std::string> firstNonFiniteGradient(const torch::nn::Module& network) {
    std::optional<std::string> found;
    for (const auto& item : network.named_parameters())
        if (item.value().grad().defined() && !isFinite(item.value().grad()))
            found = item.key(); // registered from input to output: the last one counts
    return found;
}

std::optional<std::string> firstNonFiniteWeight(const torch::nn::Module& network) {
    for (const auto& item : network.named_parameters())
        if (!isFinite(item.value()))
            return item.key();
    return {};
}

} // namespace unlit::train
