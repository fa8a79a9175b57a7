// Parts of one dictionary of tensors, told apart by how their names begin.
#pragma once

#include "core/weights/state_dict.h"

#include <string_view>

namespace unlit::weights {

/// Adds `from` to `to` with `prefix` before each name.
void insertAs(std::string_view prefix, const StateDict& from, StateDict& to);

/// Those whose names begin with `prefix`, without it.
StateDict withPrefix(std::string_view prefix, const StateDict& all);

} // namespace unlit::weights
