// Whether the parts of a model folder belong together, from their configs alone.
#pragma once

#include "core/base/error.h"
#include "core/weights/component.h"

#include <optional>
#include <vector>

namespace unlit::weights {

/// Key in the config of a UNet that was made here: the factor of the VAE that it was made for.
inline constexpr const char* kVaeFactorKey = "unlit_vae_factor";

/// The parts to compare; an unset one is not compared (it could not be read).
struct Parts {
    const Component* unet = nullptr;
    const Component* vaeBeauty = nullptr;
    const Component* vaeAlbedo = nullptr; ///< the same as vaeBeauty where there is one VAE
    const Component* textEncoder = nullptr;
};

/// What follows from the numbers when they fit.
struct Fit {
    int latentChannels = 4;
    int vaeFactor = 8;     ///< pixels per latent cell: two to the number of halvings
    int targetCount = 1;   ///< out_channels / latentChannels
    bool seesImage = true; ///< in_channels = latentChannels * (targetCount + 1)
};

/// Each mismatch becomes one Error::invalidInput in `faults` that names both numbers and both
/// files. Channels of the UNet: latentChannels * (T + 1) in (or as many as out: not yet widened), T
/// times latentChannels out; the VAEs share latent channels and factor; the text encoder's
/// hidden_size is the UNet's cross_attention_dim; the factor is the one that the UNet names.
Fit checkFit(const Parts& parts, std::vector<Error>& faults);

} // namespace unlit::weights
