#include "core/infer/ensemble/ensemble.h"

namespace unlit::infer {

namespace {

torch::Tensor lowerMedian(const torch::Tensor& members) {
    return std::get<0>(members.median(0));
}

} // namespace

EnsembleResult reduceEnsemble(const torch::Tensor& members, Reduction reduction) {
    TORCH_CHECK(members.dim() >= 1 && members.size(0) >= 1, "an ensemble has at least one member");
    if (reduction == Reduction::Mean)
        return {members.mean(0), members.std(0, /*unbiased=*/true)};
    const torch::Tensor prediction = lowerMedian(members);
    return {prediction, lowerMedian((members - prediction).abs())};
}

} // namespace unlit::infer
