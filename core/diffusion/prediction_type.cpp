#include "core/diffusion/prediction_type.h"

#include "core/diffusion/named_choice.h"

namespace unlit::diffusion {

namespace {

constexpr NamedChoices<PredictionType, 3> kPredictionNames = {{
    {PredictionType::Epsilon, "epsilon"},
    {PredictionType::Sample, "sample"},
    {PredictionType::VPrediction, "v_prediction"},
}};

} // namespace

std::string_view toString(PredictionType type) {
    return nameOf(kPredictionNames, type);
}

PredictionType predictionTypeFromString(std::string_view text, const std::string& where) {
    return choiceNamed(kPredictionNames, text, "prediction_type", where);
}

} // namespace unlit::diffusion
