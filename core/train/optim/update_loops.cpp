#include "core/train/optim/update_loops.h"

#include "core/nn/kernels/number.h"

#include <cmath>

namespace unlit::train {

namespace {

/// Moves the moments by one gradient; comes back with the gradient's square mean.
__attribute__((always_inline)) inline void moveMoments(const AdamNumbers& numbers, float gradient,
                                                       float weight, float& mean, float& square) {
    const float g = gradient + numbers.decayInGradient * weight;
    mean = mean * numbers.keepMean + g * numbers.newMean;
    square = square * numbers.keepSquare + g * g * numbers.newSquare;
}

__attribute__((always_inline)) inline float moved(const AdamNumbers& numbers, float weight,
                                                  float mean, float square) {
    const float spread = std::sqrt(square) / numbers.rootCorrection + numbers.eps;
    return weight * numbers.shrink - numbers.stepSize * mean / spread;
}

} // namespace

UNLIT_VECTOR_LOOPS
void takeAdamStep(const AdamNumbers& numbers, std::int64_t count, const float* __restrict gradient,
                  float* __restrict weight, float* __restrict mean, float* __restrict square) {
    const AdamNumbers n = numbers; // what may be written through a pointer is read again each time
    for (std::int64_t i = 0; i < count; ++i) {
        moveMoments(n, gradient[i], weight[i], mean[i], square[i]);
        weight[i] = moved(n, weight[i], mean[i], square[i]);
    }
}

UNLIT_VECTOR_LOOPS
void takeAmsgradStep(const AdamNumbers& numbers, std::int64_t count,
                     const float* __restrict gradient, float* __restrict weight,
                     float* __restrict mean, float* __restrict square, float* __restrict largest) {
    const AdamNumbers n = numbers;
    for (std::int64_t i = 0; i < count; ++i) {
        moveMoments(n, gradient[i], weight[i], mean[i], square[i]);
        largest[i] = largest[i] > square[i] ? largest[i] : square[i];
        weight[i] = moved(n, weight[i], mean[i], largest[i]);
    }
}

UNLIT_VECTOR_LOOPS
void moveMean(float share, std::int64_t count, const float* __restrict value,
              float* __restrict mean) {
    for (std::int64_t i = 0; i < count; ++i)
        mean[i] -= (mean[i] - value[i]) * share;
}

} // namespace unlit::train
