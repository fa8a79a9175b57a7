#include "core/infer/strength.h"

#include "core/base/error.h"
#include "core/weights/target_space.h"

#include <algorithm>
#include <string>

namespace unlit::infer {

std::vector<double> strengthsOf(std::optional<double> wanted, const weights::ModelFolder& folder,
                                const std::vector<std::int64_t>& decodedTargets) {
    const double strength = wanted.value_or(folder.unlit.strength.value_or(1));
    if (!(strength >= 0 && strength <= 1))
        throw Error::invalidInput("a strength of " + std::to_string(strength) +
                                      " is outside 0 to 1",
                                  "1 is the model's own word, 0 the input");
    const auto isBlendable = [&folder](const weights::TargetInfo& target) {
        return canBlend(target, folder.transfer);
    };
    if (wanted.value_or(1) < 1 && std::ranges::none_of(folder.targets, isBlendable))
        throw Error::invalidInput("the model has no albedo in the numbers of its input, of which a "
                                  "part could be taken",
                                  "leave the strength out");
    std::vector<double> strengths;
    for (const std::int64_t index : decodedTargets)
        strengths.push_back(isBlendable(folder.targets[static_cast<std::size_t>(index)]) ? strength
                                                                                         : 1);
    return strengths;
}

torch::Tensor blended(const torch::Tensor& prediction, const torch::Tensor& input,
                      double strength) {
    return strength == 1 ? prediction : input.lerp(prediction, strength);
}

} // namespace unlit::infer
