// Python's `random` module, number for number: the seeds of a training run are drawn with it, so
// that a run here and a run of the reference trainer see the same noise.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace unlit {

/// An integer of 64 bits plus sign: [-(2^64 - 1), 2^64 - 1]. Seed sequences span
/// [-2^63, 2^64 - 1], which no built-in type holds. There is no negative zero.
class Seed {
public:
    constexpr Seed() = default;

    constexpr Seed(bool negative, std::uint64_t magnitude)
        : m_negative(negative && magnitude != 0), m_magnitude(magnitude) {}

    static Seed fromUnsigned(std::uint64_t value) { return {false, value}; }

    static Seed fromSigned(std::int64_t value);
    /// "-9223372036854775808", "42". Throws: InvalidInput when it is not an integer of this range.
    static Seed fromDecimal(std::string_view text);

    std::string toDecimal() const;

    /// The low 64 bits, two's complement for a negative: what a torch generator is seeded with.
    std::uint64_t low64() const {
        return m_negative ? std::uint64_t{0} - m_magnitude : m_magnitude;
    }

    bool isNegative() const { return m_negative; }

    std::uint64_t magnitude() const { return m_magnitude; }

    friend bool operator==(const Seed&, const Seed&) = default;
    friend std::strong_ordering operator<=>(const Seed& left, const Seed& right);

private:
    bool m_negative = false;
    std::uint64_t m_magnitude = 0;
};

/// The same numbers as CPython's `random.Random` seeded with an int. Not thread-safe.
/// Source: Matsumoto and Nishimura, "Mersenne Twister" (1998), MT19937 with init_by_array; the
/// distributions follow CPython's documented algorithms.
class PythonRandom {
public:
    /// `seed`: a decimal integer of any size (at most 4300 digits, Python's own limit), as in
    /// `random.seed(123456789012345678901234567890)`; its sign does not matter.
    /// Throws: InvalidInput when it is not an integer.
    explicit PythonRandom(std::string_view seedDecimal);
    explicit PythonRandom(std::int64_t seed);

    /// `random.getrandbits(bits)`; bits in [0, 64]. Throws: Internal otherwise.
    std::uint64_t getrandbits(int bits);
    /// `random.random()`: 53 bits, in [0, 1).
    double random();
    /// `random.randint(low, high)`, both ends included. Throws: InvalidInput when low > high.
    Seed randint(const Seed& low, const Seed& high);

private:
    static constexpr std::size_t kStateWords = 624;

    void initialise(std::uint32_t seed);
    void initialiseByArray(const std::vector<std::uint32_t>& key);
    void twist();
    std::uint32_t nextWord();

    std::array<std::uint32_t, kStateWords> m_state{};
    std::size_t m_position = kStateWords;
};

/// The bounds that every seed of a sequence is drawn from.
Seed smallestSequenceSeed(); ///< -2^63
Seed largestSequenceSeed();  ///< 2^64 - 1

/// `length` seeds in drawing order, each `randint(-2^63, 2^64 - 1)`. Consumed from the END.
/// `initialSeed`: a decimal integer of any size. Throws: InvalidInput.
std::vector<Seed> generateSeedSequence(std::string_view initialSeed, std::size_t length);
std::vector<Seed> generateSeedSequence(std::int64_t initialSeed, std::size_t length);

} // namespace unlit
