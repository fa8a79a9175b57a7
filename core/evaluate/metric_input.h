// What a metric is given: the samples of a prediction and of its truth, and which pixels count.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace unlit::evaluate {

/// Planar pictures, all of one size: sample (n, c, y, x) lies at ((n * channels + c) * height + y)
/// * width + x. Views only; what they show outlives the call. Values may be of any range unless a
/// metric says otherwise; valid ones are finite.
struct MetricInput {
    std::span<const float> prediction; ///< pictures * channels * height * width
    std::span<const float> truth;      ///< as many
    std::span<const unsigned char>
        valid; ///< pictures * height * width, 0 = does not count; empty = all
    int pictures = 1;
    int channels = 3;
    int height = 0;
    int width = 0;
    double range = 1; ///< of the values: 1 for [0, 1], 2 for [-1, 1]

    std::size_t planeSize() const {
        return static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
    }

    std::size_t planeCount() const {
        return static_cast<std::size_t>(pictures) * static_cast<std::size_t>(channels);
    }

    std::span<const float> predictionPlane(std::size_t plane) const {
        return prediction.subspan(plane * planeSize(), planeSize());
    }

    std::span<const float> truthPlane(std::size_t plane) const {
        return truth.subspan(plane * planeSize(), planeSize());
    }

    /// Of the picture that the plane belongs to; empty = all count.
    std::span<const unsigned char> validPlane(std::size_t plane) const {
        const std::size_t picture = plane / static_cast<std::size_t>(channels);
        return valid.empty() ? valid : valid.subspan(picture * planeSize(), planeSize());
    }

    /// Calls take(prediction, truth), as doubles, for each sample of the plane that counts.
    template <class Take>
    void forEachValid(std::size_t plane, Take take) const {
        const auto p = predictionPlane(plane);
        const auto t = truthPlane(plane);
        const auto v = validPlane(plane);
        for (std::size_t i = 0; i < p.size(); ++i)
            if (v.empty() || v[i] != 0)
                take(static_cast<double>(p[i]), static_cast<double>(t[i]));
    }

    using Rgb = std::array<double, 3>;

    /// Calls take(prediction, truth) for each pixel that counts. Precondition: three channels.
    template <class Take>
    void forEachValidPixel(Take take) const {
        for (std::size_t first = 0; first < planeCount(); first += 3) {
            const auto v = validPlane(first);
            const auto p = prediction.subspan(first * planeSize(), 3 * planeSize());
            const auto t = truth.subspan(first * planeSize(), 3 * planeSize());
            for (std::size_t i = 0; i < planeSize(); ++i)
                if (v.empty() || v[i] != 0)
                    take(Rgb{p[i], p[i + planeSize()], p[i + 2 * planeSize()]},
                         Rgb{t[i], t[i + planeSize()], t[i + 2 * planeSize()]});
        }
    }
};

/// Throws Error::internal when the spans do not have the sizes that the numbers say.
void checkSizes(const MetricInput& input);

} // namespace unlit::evaluate
