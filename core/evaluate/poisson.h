// From differences between neighbours back to a picture: the least-squares solution.
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

namespace unlit::evaluate {

/// A grid of pixels, row by row, some of them absent. `right[i]` is the wanted difference
/// value[i + 1] - value[i], `down[i]` value[i + width] - value[i]; those that lead out of the
/// picture or touch an absent pixel are not looked at.
struct Differences {
    int width = 0;
    int height = 0;
    std::vector<unsigned char> present; ///< 0 = absent
    std::vector<float> right;
    std::vector<float> down;
};

/// The picture whose neighbouring present pixels differ as wanted, in the least squares: Poisson's
/// equation with free borders, by conjugate gradients under an incomplete Cholesky factor (Eigen).
/// Each connected part keeps the mean of `start`; absent pixels are 0. About 200 bytes a pixel.
/// nullopt when stopped. Throws Error::internal when the iteration does not end.
std::optional<std::vector<float>> integrate(const Differences& differences,
                                            const std::vector<float>& start,
                                            const std::stop_token& stop);

} // namespace unlit::evaluate
