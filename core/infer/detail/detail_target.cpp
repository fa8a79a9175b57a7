#include "core/infer/detail/detail_target.h"

#include "core/weights/target_space.h"

namespace unlit::infer {

namespace {

DetailTarget::Part partOf(const weights::TargetInfo& target) {
    if (target.name == "albedo")
        return DetailTarget::Part::Albedo;
    if (target.name == "shading")
        return DetailTarget::Part::Shading;
    if (target.name == "residual")
        return DetailTarget::Part::Residual;
    return DetailTarget::Part::None;
}

} // namespace

DetailTarget detailTargetOf(const weights::TargetInfo& target, ColorSpace transfer) {
    DetailTarget detail;
    detail.space = colorSpaceOf(target, transfer);
    detail.part = partOf(target);
    const bool isLight = target.upToScale || detail.part == DetailTarget::Part::Shading ||
                         detail.part == DetailTarget::Part::Residual;
    if (detail.space == ColorSpace::Raw)
        detail.rule = DetailRule::Value;
    else
        detail.rule = isLight ? DetailRule::Light : DetailRule::Paint;
    return detail;
}

} // namespace unlit::infer
