// What the UNet is told beside the picture, and how much that counts. Legend: B samples, L tokens,
// D width of the text.
#pragma once

#include "core/infer/loaded_model.h"
#include "core/infer/run_settings.h"

#include <torch/types.h>

#include <optional>
#include <string>
#include <vector>

namespace unlit::infer {

/// On the model's device.
struct UNetCondition {
    torch::Tensor text_BLD;
    torch::Tensor classes_B; ///< int64, -1 = none; undefined for a UNet without classes

    /// Of a single one for `count` samples; shares memory.
    UNetCondition expanded(std::int64_t count) const;
};

/// One word for each sample: the number of a class, or a text, whichever the model knows; "" for
/// none. Models that know neither are told nothing. Throws Error::invalidInput for a class that the
/// model does not have; as TextEmbedder does.
UNetCondition conditionOf(LoadedModel& model, const std::vector<std::string>& words);

/// Of one sample, to be expanded.
struct Guidance {
    UNetCondition told;
    std::optional<UNetCondition> untold; ///< unset = the answer to `told` is taken as it is
    double scale = 1;
};

Guidance guidanceOf(LoadedModel& model, const RunSettings& settings);

/// The class's number. Throws Error::invalidInput naming it where it is none of 0 … classes - 1.
std::int64_t classFrom(const std::string& word, std::int64_t classes);

/// What the options say, as RunSettings::condition. Throws Error::invalidInput for a class or text
/// that a model of this folder knows nothing of, a class that it does not have, and a guidance
/// without either.
std::string conditionWord(const ConditionOptions& options, const weights::ModelFolder& folder);

/// `told` where nothing guides; else untold + scale·(told − untold).
torch::Tensor guided(const torch::Tensor& told, const torch::Tensor& untold, double scale);

} // namespace unlit::infer
