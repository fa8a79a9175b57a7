#include "core/infer/detail/explanation.h"

#include <algorithm>

namespace unlit::infer {

namespace {

constexpr double kMostUnexplained = 0.1; // of the picture's energy
constexpr float kDarkest = 1.0F / 1024;  // darker than any surface

std::optional<std::size_t> find(const std::vector<DetailTarget>& targets, DetailTarget::Part part) {
    const auto found = std::ranges::find(targets, part, &DetailTarget::part);
    if (found == targets.end())
        return {};
    return static_cast<std::size_t>(found - targets.begin());
}

double productSum(const torch::Tensor& a, const torch::Tensor& b) {
    return (a * b).sum().item<double>();
}

} // namespace

float Explanation::shadingOf(float picture, float albedoValue, float restValue) const {
    const float lit = std::max(0.0F, picture - residual * restValue);
    return std::clamp(lit / (shading * std::max(albedoValue, kDarkest)), 0.0F, 1.0F);
}

std::optional<Explanation> findExplanation(const torch::Tensor& picture_3HW,
                                           const torch::Tensor& targets_K3HW,
                                           const std::vector<DetailTarget>& targets) {
    const auto albedo = find(targets, DetailTarget::Part::Albedo);
    const auto light = find(targets, DetailTarget::Part::Shading);
    if (!albedo || !light)
        return {};
    Explanation found{
        .albedo = *albedo, .light = *light, .rest = find(targets, DetailTarget::Part::Residual)};
    const auto at = [&](std::size_t target) {
        return targets_K3HW[static_cast<std::int64_t>(target)].to(torch::kFloat64);
    };
    const torch::Tensor picture = picture_3HW.to(torch::kFloat64);
    const torch::Tensor diffuse = at(*albedo) * at(*light);
    const double energy = productSum(picture, picture);
    const double dd = productSum(diffuse, diffuse);
    if (!(energy > 0) || !(dd > 0))
        return {};
    double shading = productSum(diffuse, picture) / dd;
    double residual = 0;
    torch::Tensor left = picture - shading * diffuse;
    if (found.rest) {
        const torch::Tensor rest = at(*found.rest);
        const double rr = productSum(rest, rest);
        const double dr = productSum(diffuse, rest);
        const double determinant = dd * rr - dr * dr;
        if (determinant > 1e-6 * dd * rr) {
            const double dp = productSum(diffuse, picture);
            const double rp = productSum(rest, picture);
            const double withRest = (dp * rr - rp * dr) / determinant;
            const double ofRest = (rp * dd - dp * dr) / determinant;
            if (withRest > 0 && ofRest > 0) {
                shading = withRest;
                residual = ofRest;
                left = picture - shading * diffuse - residual * rest;
            }
        }
    }
    if (!(shading > 0) || productSum(left, left) > kMostUnexplained * energy)
        return {};
    found.shading = static_cast<float>(shading);
    found.residual = static_cast<float>(residual);
    return found;
}

} // namespace unlit::infer
