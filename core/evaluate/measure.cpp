#include "core/evaluate/measure.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/evaluate/chroma_fidelity.h"
#include "core/evaluate/chroma_spread.h"
#include "core/evaluate/contrast_slope.h"
#include "core/evaluate/element_metrics.h"
#include "core/evaluate/local_error.h"
#include "core/evaluate/ssim.h"
#include "core/evaluate/tone_map.h"
#include "core/image/color/color.h"

#include <cmath>
#include <limits>

namespace unlit::evaluate {

namespace {

/// A linear picture clipped to [0, 1] and encoded.
Image encoded(const Image& linear, ColorSpace encoding) {
    return toDisplay(linear, encoding, 0.0).image;
}

MetricInput inputOf(const Image& prediction, const Image& truth,
                    const std::vector<unsigned char>& counts) {
    return {prediction.samples,        truth.samples, counts,      1,
            prediction.channelCount(), truth.height,  truth.width, 1};
}

/// Back to linear light, for what is defined there.
Image linearOf(const std::vector<float>& samples, const Image& like) {
    Image image = like;
    image.samples = samples;
    convertTo(image, ColorSpace::Linear);
    return image;
}

/// The figures that are defined in scene-linear light, whatever numbers the cell compares.
struct LightFigures {
    double chromaFidelity = 0;
    double contrastSlope = 0;
    double chromaSpread = 0;
};

LightFigures lightFiguresOf(const MetricInput& linear) {
    return {chromaFidelity(linear), contrastSlope(linear), chromaSpread(linear)};
}

LightFigures lightFiguresOf(const Cell& cell, const MetricInput& aligned, const Image& prediction,
                            const Image& truth) {
    if (cell.space == ValueSpace::Linear)
        return lightFiguresOf(aligned);
    const Image decoded =
        linearOf({aligned.prediction.begin(), aligned.prediction.end()}, prediction);
    const Image decodedTruth = linearOf(truth.samples, truth);
    MetricInput input = aligned;
    input.prediction = decoded.samples;
    input.truth = decodedTruth.samples;
    return lightFiguresOf(input);
}

CellFigures figuresOf(const Cell& cell, const Image& prediction, const Image& truth,
                      const std::vector<unsigned char>& counts) {
    MetricInput input = inputOf(prediction, truth, counts);
    const double local = cell.scale == ScaleKind::None ? std::numeric_limits<double>::quiet_NaN()
                                                       : localError(input, cell.scale);
    const std::vector<float> scaled = scaledPrediction(input, cell.scale);
    input.prediction = scaled;
    const LightFigures light = lightFiguresOf(cell, input, prediction, truth);
    return {peakSignalToNoise(input),    structuralSimilarity(input), meanAbsoluteError(input),
            rootMeanSquaredError(input), meanSquaredError(input),     local,
            light.chromaFidelity,        light.contrastSlope,         light.chromaSpread};
}

void checkSameSize(const Image& prediction, const Truth& truth) {
    if (prediction.width != truth.linear.width || prediction.height != truth.linear.height)
        throw Error::invalidInput("the prediction is " + std::to_string(prediction.width) + "x" +
                                      std::to_string(prediction.height) + ", its truth " +
                                      std::to_string(truth.linear.width) + "x" +
                                      std::to_string(truth.linear.height),
                                  "find such pairs with `unlit dataset check`");
}

} // namespace

const std::vector<CellMetric>& cellMetrics() {
    static const std::vector<CellMetric> kMetrics = {
        {"psnr", "dB", "10 log10(1 / mse)", true},
        {"ssim", "", "structural similarity, Gaussian window of 11, sigma 1.5", true},
        {"mae", "", "mean absolute error"},
        {"rmse", "", "root of mse"},
        {"mse", "", "mean squared error; scale-invariant in cells with a scale"},
        {"lmse", "", "local error, windows of 20 every 10, a factor in each"},
        {"chroma_fidelity", "", "slope of predicted on true CIELAB chroma; 1 = all kept", false,
         true},
        {"contrast_slope", "", "slope of predicted on true log luminance; 1 = all contrast kept",
         false, true},
        {"chroma_spread", "",
         "spread of predicted over that of true CIELAB chroma; 1 = as far apart", false, true},
    };
    return kMetrics;
}

Measurement measure(const Image& prediction, const Truth& truth, ColorSpace encoding, int workers) {
    checkSameSize(prediction, truth);
    const Image shownPrediction = encoded(prediction, encoding);
    const Image shownTruth = encoded(truth.linear, encoding);
    const std::vector<Cell> cells = allCells();
    std::vector<CellFigures> figures(cells.size());
    data::ParallelOptions parallel;
    parallel.workers = workers;
    data::forEach(cells.size(), parallel, [&](std::size_t i) {
        const bool isLinear = cells[i].space == ValueSpace::Linear;
        const auto& counts = cells[i].region == Region::Masked ? truth.valid : truth.finite;
        figures[i] = figuresOf(cells[i], isLinear ? prediction : shownPrediction,
                               isLinear ? truth.linear : shownTruth, counts);
    });
    Measurement measurement;
    for (std::size_t i = 0; i < cells.size(); ++i)
        measurement.cells.emplace(cells[i], std::move(figures[i]));
    measurement.toneMappedPsnr = toneMappedPsnr(inputOf(prediction, truth.linear, truth.valid));
    return measurement;
}

} // namespace unlit::evaluate
