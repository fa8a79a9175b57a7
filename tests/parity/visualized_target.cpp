#include "tests/parity/visualized_target.h"

#include "tests/parity/pipeline_support.h"

namespace unlit::test {

namespace {

constexpr double kGamma = 2.2;
constexpr std::int64_t kTableEntries = 256;

torch::Tensor displayed(const torch::Tensor& planes, const nlohmann::json& property) {
    if (property.at("prediction_space") != "linear")
        return planes;
    const double brightest =
        property.value("up_to_scale", false) ? std::max(planes.max().item<double>(), 1e-6) : 1.0;
    return (planes / brightest).pow(1 / kGamma);
}

/// The colour table "binary" of matplotlib: 256 steps from white to black, made in double
/// precision, whose rounding decides between two levels when it is truncated.
torch::Tensor darkOnWhite(const torch::Tensor& plane_HW) {
    const torch::Tensor index = torch::arange(kTableEntries, torch::kFloat64);
    const double step = 1.0 / (kTableEntries - 1);
    const torch::Tensor table =
        (((kTableEntries - 1) * (index * step)) / (kTableEntries - 1)) * -1.0 + 1.0;
    const torch::Tensor entry =
        (plane_HW * kTableEntries).to(torch::kInt64).clamp(0, kTableEntries - 1);
    const torch::Tensor levels =
        (table.index_select(0, entry.flatten()) * (kTableEntries - 1)).to(torch::kUInt8);
    return levels.reshape({plane_HW.size(0), plane_HW.size(1), 1}).repeat({1, 1, 3});
}

} // namespace

std::map<std::string, torch::Tensor> visualizedTarget(const std::string& name,
                                                      const torch::Tensor& planes_3HW,
                                                      const nlohmann::json& properties) {
    const nlohmann::json& property = properties.at(name);
    std::map<std::string, torch::Tensor> drawn;
    drawn[name] = truncatedLevels(displayed(planes_3HW, property));
    if (property.at("prediction_space") != "stack")
        return drawn;
    const nlohmann::json& parts = property.at("sub_target_names");
    for (std::size_t channel = 0; channel < parts.size(); ++channel) {
        if (!parts[channel].is_string())
            continue;
        const auto part = parts[channel].get<std::string>();
        drawn[part] = darkOnWhite(
            displayed(planes_3HW[static_cast<std::int64_t>(channel)], properties.at(part)));
    }
    return drawn;
}

} // namespace unlit::test
