#include "core/evaluate/scale_fit.h"

namespace unlit::evaluate {

namespace {

struct Products {
    double withTruth = 0;
    double withItself = 0;

    double factor() const { return withItself > 0 ? withTruth / withItself : 0; }
};

Products productsOf(const MetricInput& input, std::size_t plane) {
    Products products;
    input.forEachValid(plane, [&](double prediction, double truth) {
        products.withTruth += prediction * truth;
        products.withItself += prediction * prediction;
    });
    return products;
}

} // namespace

std::string_view toString(ScaleKind kind) {
    switch (kind) {
    case ScaleKind::None:
        return "none";
    case ScaleKind::One:
        return "one";
    case ScaleKind::PerChannel:
        return "per_channel";
    }
    return "none";
}

std::vector<double> scaleFactors(const MetricInput& input, ScaleKind kind) {
    std::vector<double> factors(input.planeCount(), 1.0);
    if (kind == ScaleKind::None)
        return factors;
    const auto channels = static_cast<std::size_t>(input.channels);
    for (std::size_t first = 0; first < factors.size(); first += channels) {
        Products shared;
        for (std::size_t plane = first; plane < first + channels; ++plane) {
            const Products own = productsOf(input, plane);
            shared.withTruth += own.withTruth;
            shared.withItself += own.withItself;
            factors[plane] = own.factor();
        }
        if (kind == ScaleKind::One)
            for (std::size_t plane = first; plane < first + channels; ++plane)
                factors[plane] = shared.factor();
    }
    return factors;
}

std::vector<float> scaledPrediction(const MetricInput& input, ScaleKind kind) {
    const std::vector<double> factors = scaleFactors(input, kind);
    std::vector<float> scaled(input.prediction.begin(), input.prediction.end());
    for (std::size_t i = 0; i < scaled.size(); ++i)
        scaled[i] = static_cast<float>(scaled[i] * factors[i / input.planeSize()]);
    return scaled;
}

double scaleInvariantError(const MetricInput& input, ScaleKind kind) {
    const std::vector<double> factors = scaleFactors(input, kind);
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t plane = 0; plane < factors.size(); ++plane)
        input.forEachValid(plane, [&](double prediction, double truth) {
            const double difference = factors[plane] * prediction - truth;
            sum += difference * difference;
            ++count;
        });
    return sum / static_cast<double>(count);
}

} // namespace unlit::evaluate
