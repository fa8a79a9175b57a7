// A material with the relief of another: what is paint on it and what is bump know nothing of each
// other.
#pragma once

#include "core/data/synth/scene.h"

namespace unlit::synth {

/// Heights and slopes of `other` under colour, gloss and metal of `material`; as steep as they were
/// there, however wide a tile is. Throws Error::internal for maps of different sizes.
Material withReliefOf(const Material& other, Material material);

} // namespace unlit::synth
