// Numbers in the order in which they came, with the extremes of any stretch of them at hand.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace unlit::runs {

/// The extremes of a stretch and where they stand. Of equal numbers the first counts.
struct Extremes {
    double least = std::numeric_limits<double>::infinity();
    double most = -std::numeric_limits<double>::infinity();
    std::uint32_t leastAt = 0;
    std::uint32_t mostAt = 0;

    /// False where the stretch holds no finite number.
    bool hasAny() const { return least <= most; }

    void add(double value, std::uint32_t index);
    /// `later` stands after all that was added.
    void add(const Extremes& later);
};

/// Append-only but for truncate(). Sixteen numbers have one node above them, sixteen nodes another,
/// …: 1.6 bytes a number more than the numbers themselves. NaN and infinities are kept, but are no
/// extremes. At most 2^32 - 1 numbers. Used by one thread at a time.
class MinMaxPyramid {
public:
    void append(double value);
    /// Forgets all numbers from index `size` on.
    void truncate(std::size_t size);

    std::size_t size() const { return m_values.size(); }

    double operator[](std::size_t index) const { return m_values[index]; }

    /// Of the numbers first … last - 1; exact. Time grows with the logarithm of their count.
    Extremes range(std::size_t first, std::size_t last) const;

    /// Where NaN and infinities stand, ascending.
    const std::vector<std::uint32_t>& notFinite() const { return m_notFinite; }

    /// Grows whenever numbers were forgotten: what was derived from them is void.
    std::uint64_t generation() const { return m_generation; }

    /// What it holds in memory.
    std::size_t bytes() const;

private:
    static constexpr std::size_t kFan = 16;

    void addNode(std::size_t level, std::size_t index);
    Extremes ofValues(std::size_t first, std::size_t last) const;

    std::vector<double> m_values;
    std::vector<std::vector<Extremes>> m_levels; ///< whole groups only; [0] lies over the numbers
    std::vector<std::uint32_t> m_notFinite;
    std::uint64_t m_generation = 0;
};

} // namespace unlit::runs
