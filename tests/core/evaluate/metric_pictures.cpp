#include "tests/core/evaluate/metric_pictures.h"

#include <cstdint>

namespace unlit::test {

evaluate::MetricInput MetricPictures::input() const {
    return {prediction, truth, valid, 1, 3, height, width, 1};
}

MetricPictures makePictures(int width, int height, const ValueAt& prediction,
                            const ValueAt& truth) {
    MetricPictures pictures{width, height, {}, {}, {}};
    for (int c = 0; c < 3; ++c)
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                pictures.prediction.push_back(static_cast<float>(prediction(c, y, x)));
                pictures.truth.push_back(static_cast<float>(truth(c, y, x)));
            }
    return pictures;
}

double scatter(int channel, int y, int x) {
    std::uint32_t bits = static_cast<std::uint32_t>((channel * 1009 + y) * 1013 + x) * 2654435761U;
    bits ^= bits >> 15;
    bits *= 2246822519U;
    bits ^= bits >> 13;
    return 0.1 + 0.8 * (bits % 10007) / 10006.0;
}

} // namespace unlit::test
