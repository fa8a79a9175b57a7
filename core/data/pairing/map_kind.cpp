#include "core/data/pairing/map_kind.h"

namespace unlit::data {

std::string_view toString(MapKind kind) {
    switch (kind) {
    case MapKind::BaseColor:
        return "base colour";
    case MapKind::Normal:
        return "normal";
    case MapKind::NormalDirectX:
        return "normal (y down)";
    case MapKind::Roughness:
        return "roughness";
    case MapKind::Gloss:
        return "gloss";
    case MapKind::Metallic:
        return "metal";
    case MapKind::Height:
        return "height";
    case MapKind::Occlusion:
        return "occlusion";
    case MapKind::Opacity:
        return "opacity";
    case MapKind::Translucency:
        return "translucency";
    case MapKind::Packed:
        return "packed maps";
    case MapKind::Minor:
        return "minor map";
    case MapKind::None:
        break;
    }
    return "no map";
}

} // namespace unlit::data
