// All figures of one prediction: every metric in every cell.
#pragma once

#include "core/evaluate/cell.h"
#include "core/image/color/color_space.h"
#include "core/image/image.h"

#include <map>
#include <string>
#include <vector>

namespace unlit::evaluate {

/// The truth of one picture, ready to be measured against.
struct Truth {
    Image linear;                      ///< R, G, B, scene-linear Rec.709; not finite = 0
    std::vector<unsigned char> valid;  ///< 1 = counts in the masked cells; width * height values
    std::vector<unsigned char> finite; ///< 1 = counts at all; holds every valid pixel
};

/// The metrics that stand in every cell, by their names in tables and files.
struct CellMetric {
    std::string name;
    std::string unit;    ///< "dB"; mostly ""
    std::string meaning; ///< one sentence
    bool isHigherBetter = false;
    bool isOneBest = false; ///< neither way is better: 1 is
};

/// psnr, ssim, mae, rmse, mse, lmse, chroma_fidelity, contrast_slope, chroma_spread. In cells with
/// a factor mse is the scale-invariant one; lmse fits a factor in each window and has no value in
/// cells without.
const std::vector<CellMetric>& cellMetrics();

/// NaN where a metric has no value. In the order of cellMetrics.
using CellFigures = std::vector<double>;

struct Measurement {
    std::map<Cell, CellFigures> cells;
    double toneMappedPsnr = 0; ///< of the masked, linear pictures; see core/evaluate/tone_map.h
};

/// `prediction`: R, G, B, scene-linear, the truth's size, finite. `encoding`: Srgb or Gamma22.
/// `workers`: threads, 0 = one for each processor. Throws Error::invalidInput for pictures of
/// different sizes.
Measurement measure(const Image& prediction, const Truth& truth, ColorSpace encoding, int workers);

} // namespace unlit::evaluate
