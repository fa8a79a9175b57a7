#include "core/evaluate/cell.h"

namespace unlit::evaluate {

std::string_view toString(Region region) {
    return region == Region::Masked ? "masked" : "all";
}

std::string_view toString(ValueSpace space) {
    return space == ValueSpace::Linear ? "linear" : "encoded";
}

std::string textOf(const Cell& cell) {
    std::string scale = "no scale";
    if (cell.scale == ScaleKind::One)
        scale = "one scale";
    if (cell.scale == ScaleKind::PerChannel)
        scale = "a scale per channel";
    return scale + (cell.region == Region::Masked ? ", masked, " : ", all pixels, ") +
           std::string(toString(cell.space));
}

std::vector<Cell> allCells() {
    std::vector<Cell> cells;
    for (const ScaleKind scale : {ScaleKind::None, ScaleKind::One, ScaleKind::PerChannel})
        for (const Region region : {Region::Masked, Region::All})
            for (const ValueSpace space : {ValueSpace::Encoded, ValueSpace::Linear})
                cells.push_back({scale, region, space});
    return cells;
}

} // namespace unlit::evaluate
