// Validation of a UNet's training: the pictures go through the whole pipeline.
#pragma once

#include "core/infer/loaded_model.h"
#include "core/infer/run_settings.h"
#include "core/train/validation/validator.h"

namespace unlit::train {

/// In the seed's way: Marigold's resizing in float, one generator a picture, noise drawn member by
/// member. Targets that are up to scale are measured at the scale that fits the truth best.
class PipelineValidator : public Validator {
public:
    /// `model` outlives the validator. Throws: InvalidInput for a metric or resampling that is not
    /// known.
    PipelineValidator(infer::LoadedModel& model, config::ValidationConfig validation,
                      config::EvalConfig evaluation);

protected:
    void begin(const ValidationSet& set) override;
    std::vector<std::string> measuredNames(const data::Dataset& set) const override;
    std::optional<ValidatedPicture> predict(const data::Sample& sample, const Seed& seed,
                                            const std::stop_token& stop) override;

private:
    /// Numbers of a set's targets among the model's.
    std::vector<std::int64_t> targetsOf(const ValidationSet& set) const;
    infer::RunSettings settingsFor(const std::vector<std::int64_t>& targets) const;

    infer::LoadedModel& m_model;
    infer::RunSettings m_settings; ///< of the set that is being gone through
};

} // namespace unlit::train
