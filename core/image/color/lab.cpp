#include "core/image/color/lab.h"

#include "core/image/color/chromaticities.h"
#include "core/image/color/color.h"

#include <algorithm>
#include <cmath>

namespace unlit {

namespace {

struct Lab {
    double lightness = 0; ///< 0 to 100
    double a = 0;
    double b = 0;
};

/// Code values back to L*a*b*.
class LabDecoder {
public:
    LabDecoder(int bits, LabCoding coding)
        : m_coding(coding), m_largest(bits == 16 ? 65535 : 255), m_unit(bits == 16 ? 256 : 1) {}

    Lab operator()(float lightness, float a, float b) const {
        const double top = m_coding == LabCoding::Offset && m_unit > 1 ? 65280 : m_largest;
        return {100 * lightness * m_largest / top, opponent(a), opponent(b)};
    }

private:
    double opponent(float sample) const {
        const double code = std::round(sample * m_largest);
        if (m_coding == LabCoding::Offset)
            return code / m_unit - 128;
        return (code > m_largest / 2 ? code - m_largest - 1 : code) / m_unit;
    }

    LabCoding m_coding;
    double m_largest;
    double m_unit; ///< code values in one step of a* and b*
};

// CIE 15:2004, 8.2.1.1, turned round: a tristimulus value relative to white's.
double relative(double f) {
    constexpr double knee = 6.0 / 29;
    return f > knee ? f * f * f : 3 * knee * knee * (f - 4.0 / 29);
}

/// From X, Y, Z as fractions of white's to linear Rec.709.
Matrix3 fractionsToRec709() {
    // Any RGB space whose white is D50 leads there; adaptation to D65 is in rgbToRgb.
    constexpr Chromaticities wide = {
        {0.7347, 0.2653}, {0.1596, 0.8404}, {0.0366, 0.0001}, {0.34567, 0.35850}};
    const Matrix3 toXyz = rgbToXyz(wide);
    Matrix3 white{};
    for (std::size_t row = 0; row < 3; ++row)
        white[row][row] = toXyz[row][0] + toXyz[row][1] + toXyz[row][2];
    return multiply(rgbToRgb(wide, kRec709), multiply(inverse(toXyz), white));
}

} // namespace

void labToSrgb(Image& image, int bits, LabCoding coding) {
    const LabDecoder decode(bits, coding);
    for (std::size_t i = 0; i < image.planeSize(); ++i) {
        const Lab lab = decode(image.plane(0)[i], image.plane(1)[i], image.plane(2)[i]);
        const double y = (lab.lightness + 16) / 116;
        image.plane(0)[i] = static_cast<float>(relative(y + lab.a / 500));
        image.plane(1)[i] = static_cast<float>(relative(y));
        image.plane(2)[i] = static_cast<float>(relative(y - lab.b / 200));
    }
    applyMatrix(image, fractionsToRec709());
    for (float& value : image.samples)
        value = encodeSrgb(std::clamp(value, 0.0F, 1.0F));
}

} // namespace unlit
