#include "core/nn/layers/linear.h"

#include <cmath>

namespace unlit::nn {

LinearImpl::LinearImpl(const LinearOptions& options) {
    weight = parameter("weight", {options.outFeatures, options.inFeatures});
    if (options.bias)
        bias = parameter("bias", {options.outFeatures});
}

torch::Tensor LinearImpl::forward(const torch::Tensor& x) {
    return watched(torch::linear(x, weight, bias));
}

void LinearImpl::initialise(const torch::Generator& generator) {
    const double bound = 1.0 / std::sqrt(static_cast<double>(weight.size(1)));
    weight.uniform_(-bound, bound, generator);
    if (bias.defined())
        bias.uniform_(-bound, bound, generator);
}

torch::Tensor DropoutImpl::forward(const torch::Tensor& x) {
    const bool active = is_training() && m_probability > 0;
    return watched(active ? torch::dropout(x, m_probability, true) : x);
}

} // namespace unlit::nn
