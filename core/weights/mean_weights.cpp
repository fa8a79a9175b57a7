#include "core/weights/mean_weights.h"

#include "core/base/error.h"

#include <algorithm>
#include <utility>

namespace unlit::weights {

namespace {

Error differing(const WeightShare& first, const WeightShare& other, const std::string& what) {
    return Error::invalidInput(other.from + " and " + first.from + " are not one network: " + what,
                               "take the mean of models that were trained from the same one");
}

const TensorSpec* specNamed(const WeightSource& source, const std::string& name) {
    const auto found = std::ranges::find(source.specs, name, &TensorSpec::name);
    return found == source.specs.end() ? nullptr : &*found;
}

void requireSameNetwork(const WeightShare& first, const WeightShare& other) {
    for (const TensorSpec& spec : first.weights.specs) {
        const TensorSpec* same = specNamed(other.weights, spec.name);
        if (same == nullptr)
            throw differing(first, other, "the first has no " + spec.name);
        if (same->shape != spec.shape)
            throw differing(first, other, spec.name + " has another shape");
    }
    for (const TensorSpec& spec : other.weights.specs)
        if (specNamed(first.weights, spec.name) == nullptr)
            throw differing(first, other, "the second has no " + spec.name);
}

} // namespace

WeightSource meanOf(std::vector<WeightShare> shares) {
    for (std::size_t i = 1; i < shares.size(); ++i)
        requireSameNetwork(shares.front(), shares[i]);
    WeightSource mean;
    for (TensorSpec spec : shares.front().weights.specs) {
        if (c10::isFloatingType(spec.dtype))
            spec.dtype = torch::kFloat32;
        mean.specs.push_back(std::move(spec));
    }
    mean.tensor = [shares = std::move(shares)](const TensorSpec& spec) {
        const auto tensorOf = [&](const WeightShare& part) {
            return part.weights.tensor(*specNamed(part.weights, spec.name));
        };
        if (!c10::isFloatingType(spec.dtype))
            return tensorOf(shares.front());
        torch::Tensor sum = torch::zeros(spec.shape);
        for (const WeightShare& part : shares)
            sum.add_(tensorOf(part).to(torch::kFloat32), part.share);
        return sum;
    };
    return mean;
}

} // namespace unlit::weights
