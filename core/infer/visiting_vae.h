// A VAE that lives on the CPU is on the model's device while it is used.
#pragma once

#include "core/infer/loaded_model.h"
#include "core/nn/precision.h"

namespace unlit::infer {

/// Brings `vae` to the model's device and back at its end, where the model offloads its VAEs; else
/// does nothing. `vae` is one of the model's; both outlive it.
class VisitingVae {
public:
    VisitingVae(LoadedModel& model, nn::AutoencoderKL& vae) : m_model(model), m_vae(vae) {
        if (m_model.offloadsVaes)
            nn::setPrecision(*m_vae, m_model.vaeDtype, m_model.device);
    }

    ~VisitingVae() {
        if (m_model.offloadsVaes)
            nn::setPrecision(*m_vae, m_model.vaeDtype, torch::kCPU);
    }

    VisitingVae(const VisitingVae&) = delete;
    VisitingVae& operator=(const VisitingVae&) = delete;

private:
    LoadedModel& m_model;
    nn::AutoencoderKL& m_vae;
};

} // namespace unlit::infer
