// The weights of one part of a model folder, by the names that our networks have.
#pragma once

#include "core/weights/component.h"
#include "core/weights/state_dict.h"

namespace unlit::weights {

/// readWeights with old and foreign key spellings turned into ours (see key_adapter.h).
StateDict readComponentWeights(const Component& component);

} // namespace unlit::weights
