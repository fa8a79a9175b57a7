// How different two colours look.
#pragma once

namespace unlit::evaluate {

/// CIE 15:2004, 8.2.1.
struct Lab {
    double l = 0;
    double a = 0;
    double b = 0;
};

/// Of linear Rec.709 light (IEC 61966-2-1), relative to its own white: grey has no chroma. Numbers
/// below 0 count as 0.
Lab labOf(double red, double green, double blue);

/// CIEDE2000 of two L*a*b* colours, all weights 1. Sharma, Wu, Dalal, "The CIEDE2000
/// Color-Difference Formula", 2005. About 1 can just be seen side by side.
double colorDifference(const Lab& first, const Lab& second);

} // namespace unlit::evaluate
