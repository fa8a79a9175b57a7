// Ensembles against ensemble/cases.
#include "core/infer/ensemble/ensemble.h"
#include "tests/support/comparison.h"
#include "tests/support/reference_pack.h"

#include <gtest/gtest.h>

#include <string>

namespace unlit::infer {

namespace {

using test::Comparison;
using test::ReferencePack;

constexpr double kMeanTolerance = 1e-6;

/// `stem`.in holds the members; `stem`.REDUCTION.prediction and .uncertainty what becomes of them.
void compareReduction(Comparison& comparison, const ReferencePack& pack, const std::string& stem,
                      const std::string& reductionName) {
    const auto reduction = reductionFromString(reductionName);
    ASSERT_TRUE(reduction.has_value()) << reductionName;
    const std::string prefix = stem + "." + reductionName;
    comparison.beginCase(prefix);
    const EnsembleResult result = reduceEnsemble(pack.tensor(stem + ".in"), *reduction);
    const auto compare = [&](const std::string& what, const torch::Tensor& actual) {
        const torch::Tensor expected = pack.tensor(prefix + "." + what);
        // Single-target files keep the ensemble's dimension as 1.
        const torch::Tensor shaped = expected.dim() > actual.dim() ? actual.unsqueeze(0) : actual;
        if (*reduction == Reduction::Median)
            comparison.exact(what, shaped, expected);
        else
            comparison.maxAbs(what, shaped, expected, kMeanTolerance);
    };
    compare("prediction", result.prediction);
    compare("uncertainty", result.uncertainty);
}

} // namespace

TEST(Parity, ensemble) {
    const ReferencePack pack("ensemble/cases");
    Comparison comparison;
    for (const auto& entry : pack.json().at("cases"))
        compareReduction(comparison, pack, "e" + std::to_string(entry.at("E").get<int>()),
                         entry.at("reduction").get<std::string>());
    if (pack.has("intrinsics.in"))
        for (const std::string reduction : {"median", "mean"})
            compareReduction(comparison, pack, "intrinsics", reduction);
    comparison.finish();
}

} // namespace unlit::infer
