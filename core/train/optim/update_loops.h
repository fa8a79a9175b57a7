// The inner loops of optimizer steps on a processor: plain arrays, no torch, one thread.
#pragma once

#include <cstdint>

namespace unlit::train {

/// What is the same for all numbers of a weight in one step of Adam (Kingma and Ba 2015) or AdamW
/// (Loshchilov and Hutter 2019), with torch's places of the corrections and of eps.
struct AdamNumbers {
    float shrink = 1;          ///< of the weight before all else: AdamW's 1 - rate * decay
    float decayInGradient = 0; ///< share of the weight that is added to its gradient: Adam's decay
    float keepMean = 0;        ///< beta 1
    float keepSquare = 0;      ///< beta 2
    float rootCorrection = 1;  ///< square root of 1 - beta 2 to the power of the step
    float eps = 0;
    float stepSize = 0; ///< rate / (1 - beta 1 to the power of the step)
    float newMean = 0;  ///< 1 - beta 1, rounded once
    float newSquare = 0;
};

/// One pass over memory: moments, then the weight. All hold `count` numbers and none overlaps
/// another.
void takeAdamStep(const AdamNumbers& numbers, std::int64_t count, const float* gradient,
                  float* weight, float* mean, float* square);

/// The same with amsgrad: the largest square so far takes the place of the square.
void takeAmsgradStep(const AdamNumbers& numbers, std::int64_t count, const float* gradient,
                     float* weight, float* mean, float* square, float* largest);

/// mean -= (mean - value) * share.
void moveMean(float share, std::int64_t count, const float* value, float* mean);

} // namespace unlit::train
