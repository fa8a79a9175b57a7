// Which published protocol a cell of the table follows, so that figures are compared with their
// like.
#pragma once

#include "core/evaluate/cell.h"
#include "core/image/color/color_space.h"

#include <string>
#include <string_view>
#include <vector>

namespace unlit::evaluate {

struct Protocol {
    std::string name;   ///< "Marigold-IID appearance"
    std::string source; ///< where it is published
    Cell cell;
    std::vector<std::string> metrics; ///< of cellMetrics
    bool needsGamma22 = false;        ///< its encoded numbers are a power of 2.2
    std::string caveat;               ///< what else must agree before figures are compared
};

/// Those that a table of pictures with a truth can follow.
const std::vector<Protocol>& protocols();

/// Those that the metric follows in this cell; `encoding` is that of the encoded cells.
std::vector<const Protocol*> protocolsOf(const Cell& cell, std::string_view metric,
                                         ColorSpace encoding);

} // namespace unlit::evaluate
