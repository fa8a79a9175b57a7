// Any bytes as an ICC profile, as EXIF, and as what a file says of its colours.
#include "core/base/error.h"
#include "core/image/color/color.h"
#include "core/image/color/icc_profile.h"
#include "core/image/color/source_color.h"
#include "core/image/exif.h"
#include "core/image/exr/exr_space_note.h"

#include <cstdlib>
#include <cstring>

using namespace unlit;

namespace {

/// Numbers taken from the front of the bytes; 0 after their end.
class Taker {
public:
    Taker(const std::uint8_t* bytes, std::size_t size) : m_bytes(bytes), m_size(size) {}

    template <class T>
    T take() {
        T value{};
        const std::size_t count = std::min(sizeof(T), m_size);
        std::memcpy(&value, m_bytes, count);
        m_bytes += count;
        m_size -= count;
        return value;
    }

private:
    const std::uint8_t* m_bytes;
    std::size_t m_size;
};

Image smallPicture(bool isInk, Taker& taker) {
    Image image = makeImage(3, 2, {"R", "G", "B"}, ColorSpace::Raw);
    if (isInk) {
        image.channels = {"C", "M", "Y", "K"};
        image.samples.resize(4 * image.planeSize());
    }
    for (float& value : image.samples)
        value = taker.take<float>();
    return image;
}

void planAndApply(const SourceColor& source, Taker taker) {
    Image image = smallPicture(source.isInk, taker);
    applyColorPlan(image, planColor(source, {}));
    if (image.channelCount() != 3 || image.samples.size() != 3 * image.planeSize())
        std::abort();
    for (const ColorSpace target : {ColorSpace::Srgb, ColorSpace::Linear, ColorSpace::AcesCg})
        convertTo(image, target);
    for (const float value : toDisplay(image, ColorSpace::Srgb, {}).image.samples)
        if (!(value >= 0 && value <= 1))
            std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    (void)readExif({bytes, size});
    (void)notedSpace(std::string(bytes, bytes + size), "albedo");
    SourceColor source;
    source.format = "fuzz";
    Taker taker(bytes, size);
    const auto flags = taker.take<std::uint8_t>();
    source.isSceneLinear = (flags & 1U) != 0;
    source.declaresAdobeRgb = (flags & 2U) != 0;
    if ((flags & 4U) != 0)
        source.coded = CodedColor{taker.take<std::uint8_t>(), taker.take<std::uint8_t>()};
    if ((flags & 8U) != 0)
        source.encodingGamma = taker.take<double>();
    if ((flags & 16U) != 0)
        source.primaries = taker.take<Chromaticities>();
    planAndApply(source, taker);
    // The whole input as a profile: its own header says for which colours.
    source = {};
    source.format = "fuzz";
    source.iccProfile.assign(bytes, bytes + size);
    for (const bool isInk : {false, true}) {
        source.isInk = isInk;
        planAndApply(source, Taker(bytes, size));
    }
    return 0;
}
