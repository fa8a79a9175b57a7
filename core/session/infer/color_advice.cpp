#include "core/session/infer/color_advice.h"

namespace unlit {

namespace {

std::string rawAdvice(const ColorQuestion& question) {
    if (question.fileSpace == question.modelTransfer || question.fileSpace == ColorSpace::Raw)
        return {};
    return "raw values go to the model as they are, but it was made for " +
           spaceName(question.modelTransfer) + " and the file says " +
           spaceName(question.fileSpace);
}

} // namespace

std::string spaceName(ColorSpace space) {
    switch (space) {
    case ColorSpace::Srgb:
        return "sRGB";
    case ColorSpace::Gamma22:
        return "gamma 2.2";
    case ColorSpace::Log100:
        return "logarithmic";
    case ColorSpace::Linear:
        return "scene-linear Rec.709";
    case ColorSpace::AcesCg:
        return "ACEScg";
    case ColorSpace::Raw:
        break;
    }
    return "raw values";
}

std::string colorAdvice(const ColorQuestion& question) {
    if (!question.chosen || *question.chosen == question.fileSpace)
        return {};
    const ColorSpace chosen = *question.chosen;
    if (chosen == ColorSpace::Raw)
        return rawAdvice(question);
    if (question.fileSpace == ColorSpace::Raw)
        return "the layer is data, not a colour: as " + spaceName(chosen) +
               " the model sees numbers that mean something else";
    const std::string says = "the file says " + spaceName(question.fileSpace) + ": as " +
                             spaceName(chosen) + " the model sees it ";
    const bool isFileEncoded = isDisplayEncoded(question.fileSpace);
    if (isFileEncoded && !isDisplayEncoded(chosen))
        return says + "encoded twice, pale and without contrast";
    if (!isFileEncoded && isDisplayEncoded(chosen))
        return says + "too dark, and clipped above 1";
    if (isFileEncoded)
        return says + "with shadows that are off by up to 0.02";
    return says + "with other primaries, its colours shifted";
}

} // namespace unlit
