// A person who corrects albedos by hand, as a script that knows the truth.
#pragma once

#include "core/image/image.h"
#include "core/strokes/stroke_solver.h"

#include <cstddef>
#include <vector>

namespace unlit::bench {

/// Draws where the albedo is most wrong, one stroke after the other: along paint that is the same
/// there and where the albedo is right (same paint), else along light that is the same (same
/// light), else a dot with the value that the paint has (this bright), in the albedo's own overall
/// brightness. Looks at what came of it, and takes a stroke back that made the picture worse.
class ScriptedHand {
public:
    /// All linear, R,G,B, of one size; `mask`: 0 = no surface. They outlive it.
    ScriptedHand(const Image& picture, const Image& truth, const Image& mask);

    /// One stroke more in `set`, and the albedo after it in `corrected`. False where nothing is
    /// left that makes the picture better.
    bool draw(const StrokeSolver& solver, const Image& albedo, StrokeSet& set, Image& corrected);

    std::size_t takenBack() const { return m_takenBack; }

    const std::vector<double>& seconds() const { return m_seconds; } ///< of each correction

private:
    /// Means of natural logarithms on a coarse grid.
    struct Map {
        std::vector<float> values[3];
    };

    Stroke strokeAt(std::size_t place, const std::vector<float>& wrong, double offset) const;
    double errorOf(const Image& albedo, std::vector<float>* wrong, double* offset) const;
    bool isLine(std::size_t from, std::size_t to, bool isPaint) const;
    double distance(std::size_t a, std::size_t b, bool isPaint) const;
    StrokePoint pointOf(std::size_t place) const;

    Map mapOf(const Image& linear) const;

    const Image& m_picture;
    int m_width = 0;
    int m_height = 0;
    Map m_truthMap;
    Map m_lightMap;
    std::vector<unsigned char> m_valid;
    std::vector<std::size_t> m_left; ///< places that it has given up
    std::size_t m_takenBack = 0;
    std::vector<double> m_seconds;
};

} // namespace unlit::bench
