// The order in which people count: frame_2 before frame_10.
#pragma once

#include <string_view>

namespace unlit {

/// Runs of digits compare as numbers, everything else byte by byte; a total order.
bool comesBefore(std::string_view a, std::string_view b);

} // namespace unlit
