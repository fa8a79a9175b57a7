// Attention processors of a network, chosen by its layers' names.
#pragma once

#include "core/infer/loaded_model.h"

namespace unlit::infer {

/// Of the UNet, from the next run on. Throws Error (InvalidInput) that names a part which no
/// attention of the network has in its name; nothing is changed then.
void applyAttentionProcessors(LoadedModel& model, const AttentionProcessors& processors);

} // namespace unlit::infer
