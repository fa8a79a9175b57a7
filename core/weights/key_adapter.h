// Old and foreign spellings of weight names, turned into the ones that the networks register.
#pragma once

#include "core/weights/state_dict.h"

namespace unlit::weights {

/// AutoencoderKL: attention stored as `query`, `key`, `value`, `proj_attn` (older hub files)
/// becomes `to_q`, `to_k`, `to_v`, `to_out.0`; weights stored as 1x1 convolutions [C, C, 1, 1]
/// become [C, C]. Values are untouched. Throws Error::corrupt when a name is there in both
/// spellings.
StateDict adaptVaeKeys(StateDict state, const std::filesystem::path& folder);

/// CLIPTextModel: every name gets the prefix `text_model.`; `position_ids` and the parts of a whole
/// CLIPModel that are not its text tower (vision, projections, logit scale) are left out. Throws
/// Error::corrupt when a name is there with and without the prefix.
StateDict adaptClipKeys(StateDict state, const std::filesystem::path& folder);

} // namespace unlit::weights
