// `unlit model scale-latents`: measures a trained VAE's scaling_factor and writes it.
#pragma once

#include "app/cli/dataset/dataset_flags.h"
#include "core/session/evaluate/scale_latents.h"

namespace unlit::cli {

/// JSON: {"model","pairs","numbers","mean","deviation","scaling_factor","before","written"}.
class ModelScaleLatentsVerb : public Verb {
public:
    explicit ModelScaleLatentsVerb(CLI::App& model);
    ExitCode run(VerbContext& context) override;

private:
    std::string m_model;
    std::string m_dataset;
    std::string m_root;
    bool m_dryRun = false;
    LatentScaleRequest m_request;
};

} // namespace unlit::cli
