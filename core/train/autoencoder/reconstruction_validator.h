// Validation of an autoencoder's training: how well pictures come back.
#pragma once

#include "core/nn/vae/autoencoder_kl.h"
#include "core/train/autoencoder/code_counts.h"
#include "core/train/validation/validator.h"

namespace unlit::train {

/// Beauty and targets of every pair go through the posterior's mean and back, as they will for a
/// diffusion; sides are cut to multiples of the VAE's factor. With a quantizer there are two
/// figures more, of all cells of a set together: "code_usage", the share of its codes that occur,
/// and "code_perplexity", e to the entropy of how often each does: as many as are in use where all
/// are used equally.
class ReconstructionValidator : public Validator {
public:
    /// Throws: InvalidInput for a metric that is not known.
    ReconstructionValidator(nn::AutoencoderKL vae, torch::Device device,
                            config::ValidationConfig validation, config::EvalConfig evaluation);

protected:
    void begin(const ValidationSet& set) override;
    /// "beauty" and the set's targets.
    std::vector<std::string> measuredNames(const data::Dataset& set) const override;
    std::optional<ValidatedPicture> predict(const data::Sample& sample, const Seed& seed,
                                            const std::stop_token& stop) override;
    /// A code and how often it occurs, and the next one.
    void addTally(const std::vector<std::int64_t>& tally) override;
    std::vector<std::pair<std::string, double>> figuresOfSet() const override;

private:
    nn::AutoencoderKL m_vae;
    torch::Device m_device;
    std::vector<std::string> m_names; ///< of the set that is being gone through
    CodeCounts m_codes;               ///< of its pictures
};

} // namespace unlit::train
