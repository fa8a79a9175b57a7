#include "core/train/optim/gradient_scaler.h"

#include "core/base/error.h"

#include <torch/utils.h>

namespace unlit::train {

namespace {

constexpr double kLeastScale = 1.0 / 16384; ///< 2^-14, float16's smallest normal number

/// On a GPU in one launch for all, which also finds what is not finite.
bool divide(std::vector<torch::Tensor>& gradients, double scale) {
    const auto options = torch::TensorOptions(torch::kFloat32).device(gradients.front().device());
    const torch::Tensor inverse = torch::full({1}, 1 / scale, options);
    if (gradients.front().is_cuda()) {
        torch::Tensor found = torch::zeros({1}, options);
        at::_amp_foreach_non_finite_check_and_unscale_(gradients, found, inverse);
        return found.item<float>() == 0;
    }
    bool areFinite = true;
    for (torch::Tensor& gradient : gradients) {
        gradient.mul_(inverse);
        areFinite = areFinite && gradient.isfinite().all().item<bool>();
    }
    return areFinite;
}

} // namespace

bool GradientScaler::unscale(const std::vector<NamedParameter>& parameters) {
    const torch::NoGradGuard noGrad;
    std::vector<torch::Tensor> gradients;
    for (const NamedParameter& parameter : parameters)
        if (parameter.value.grad().defined())
            gradients.push_back(parameter.value.grad());
    if (gradients.empty())
        return true;
    if (divide(gradients, m_scale)) {
        if (++m_goodSteps >= kGrowthInterval) {
            m_scale *= kGrowth;
            m_goodSteps = 0;
        }
        return true;
    }
    for (const NamedParameter& parameter : parameters)
        torch::Tensor(parameter.value).mutable_grad() = torch::Tensor();
    m_goodSteps = 0;
    m_scale *= kBackoff;
    ++m_skipped;
    if (m_scale < kLeastScale)
        throw Error::invalidInput("gradients are not finite in float16 at any scale of the loss",
                                  "set memory.mixed_precision to bf16, which has the range of "
                                  "float32, or lower the learning rate");
    return false;
}

nlohmann::json GradientScaler::toJson() const {
    return {{"scale", m_scale}, {"good_steps", m_goodSteps}, {"skipped", m_skipped}};
}

void GradientScaler::restore(const nlohmann::json& json, const std::string& file) {
    try {
        m_scale = json.at("scale").get<double>();
        m_goodSteps = json.at("good_steps").get<std::int64_t>();
        m_skipped = json.at("skipped").get<std::int64_t>();
    } catch (const nlohmann::json::exception&) {
        throw Error::corrupt(file, "the scale of the loss cannot be read",
                             "take another checkpoint of the run");
    }
}

} // namespace unlit::train
