// What the network predicts: the noise, the clean latent, or the velocity between them.
#pragma once

#include <string>
#include <string_view>

namespace unlit::diffusion {

enum class PredictionType {
    Epsilon,     ///< the noise that was added
    Sample,      ///< the clean latent
    VPrediction, ///< sqrt(a) noise - sqrt(1 - a) clean (Salimans and Ho, 2022)
};

/// diffusers' spelling: "epsilon", "sample", "v_prediction".
std::string_view toString(PredictionType type);

/// Throws: Unsupported for any other text; `where` names the file or setting in the message.
PredictionType predictionTypeFromString(std::string_view text, const std::string& where);

} // namespace unlit::diffusion
