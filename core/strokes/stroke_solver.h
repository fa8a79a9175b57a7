// What strokes come to: a correction of the logarithm of an albedo that spreads over what looks
// alike and stops at the picture's edges. Sparse least squares on a small copy of the picture.
// Source: edge-aware propagation of strokes by weighted least squares, Levin, Lischinski, Weiss,
// "Colorization Using Optimization", 2004; Lischinski et al., "Interactive Local Adjustment of
// Tonal Values", 2006; user scribbles for intrinsic images, Bousseau, Paris, Durand, 2009.
#pragma once

#include "core/image/image.h"
#include "core/strokes/stroke.h"

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace unlit {

/// A grid of cells that covers the picture.
struct StrokeGrid {
    int width = 0; ///< cells
    int height = 0;
    int pictureWidth = 0;
    int pictureHeight = 0;

    std::size_t size() const {
        return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    }

    bool operator==(const StrokeGrid&) const = default;
};

/// Correction and what it rests on, on the cells of a grid.
struct StrokeSolution {
    StrokeGrid grid;
    /// R, G, B: natural logarithms that are taken off the albedo's light (albedo · exp(-δ)).
    std::array<std::vector<float>, 3> delta;
    std::vector<float> influence; ///< in [0,1]: how far strokes decide a cell
    std::vector<float> unknown;   ///< in [0,1]: share of a cell under Unknown
    /// Of each stroke of the set: root mean square, natural logarithms, by which the solution does
    /// not do what it says; 0 for strokes that are off or touch nothing.
    std::vector<float> residuals;
    std::vector<float> contradiction; ///< the same of each cell; 0 where no stroke is

    bool empty() const { return influence.empty(); }
};

class StrokeField;

/// One picture and its albedo, prepared. Immutable; any thread. About 5 MB for any picture, and 100
/// MB while it solves.
class StrokeSolver {
public:
    /// `picture` and `albedo`: R,G,B of one size, in any space but Raw; `lightless`: 1 = without
    /// light, of that size or empty: such pixels neither take corrections nor hand them on. Costs
    /// one pass over both. The same numbers for any number of
    /// threads.
    StrokeSolver(const Image& picture, const Image& albedo,
                 std::span<const unsigned char> lightless);
    ~StrokeSolver();
    StrokeSolver(StrokeSolver&&) noexcept;
    StrokeSolver& operator=(StrokeSolver&&) noexcept;

    const StrokeGrid& grid() const;

    /// Empty for a set that says nothing. Strokes of another picture's size are stretched to this
    /// one's (previews). Throws as checkStrokes().
    StrokeSolution solve(const StrokeSet& set) const;

    /// A solution of this solver on pixels. Precondition: it is not empty.
    StrokeField field(const StrokeSolution& solution) const;

    /// In [0,1], of each cell: where stroke `index` of the set counts, beside the others that are
    /// on; as if it were on. All 0 where it touches nothing.
    std::vector<float> spread(const StrokeSet& set, std::size_t index) const;

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace unlit
