#include "core/base/python_random.h"

#include "core/base/error.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace unlit {

namespace {

// Wide enough for the 65-bit difference of two seeds.
__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

constexpr std::size_t kMostSeedDigits = 4300;
constexpr std::size_t kLongestSequence = std::size_t{1} << 28;

struct DecimalText {
    bool negative = false;
    std::string_view digits;
};

DecimalText splitDecimal(std::string_view text) {
    DecimalText result{false, text};
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        result.negative = text.front() == '-';
        result.digits.remove_prefix(1);
    }
    const bool allDigits = std::ranges::all_of(
        result.digits, [](char letter) { return letter >= '0' && letter <= '9'; });
    if (result.digits.empty() || !allDigits || result.digits.size() > kMostSeedDigits) {
        throw Error::invalidInput(
            "the seed \"" + std::string(text.substr(0, 40)) + "\" is not an integer",
            "write it in decimal digits, at most " + std::to_string(kMostSeedDigits) + " of them");
    }
    return result;
}

/// The 32-bit words of a magnitude, least significant first; at least one.
std::vector<std::uint32_t> wordsOf(std::string_view digits) {
    std::vector<std::uint32_t> words{0};
    for (const char digit : digits) {
        auto carry = static_cast<std::uint64_t>(digit - '0');
        for (std::uint32_t& word : words) {
            carry += std::uint64_t{word} * 10;
            word = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        if (carry != 0) {
            words.push_back(static_cast<std::uint32_t>(carry));
        }
    }
    return words;
}

Wide toWide(const Seed& seed) {
    const Wide magnitude = static_cast<Wide>(seed.magnitude());
    return seed.isNegative() ? -magnitude : magnitude;
}

int bitLength(UnsignedWide value) {
    const auto high = static_cast<std::uint64_t>(value >> 64);
    const auto low = static_cast<std::uint64_t>(value);
    return static_cast<int>(high != 0 ? 64 + std::bit_width(high) : std::bit_width(low));
}

} // namespace

Seed Seed::fromSigned(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    return {value < 0, value < 0 ? std::uint64_t{0} - bits : bits};
}

Seed Seed::fromDecimal(std::string_view text) {
    const DecimalText parts = splitDecimal(text);
    const std::vector<std::uint32_t> words = wordsOf(parts.digits);
    if (words.size() > 2) {
        throw Error::invalidInput("the seed " + std::string(text.substr(0, 40)) +
                                      " does not fit in 64 bits",
                                  "give an integer between -2^63 and 2^64 - 1");
    }
    const std::uint64_t high = words.size() == 2 ? words[1] : 0;
    return {parts.negative, (high << 32) | words[0]};
}

std::string Seed::toDecimal() const {
    return (m_negative ? "-" : "") + std::to_string(m_magnitude);
}

std::strong_ordering operator<=>(const Seed& left, const Seed& right) {
    return toWide(left) <=> toWide(right);
}

PythonRandom::PythonRandom(std::string_view seedDecimal) {
    initialiseByArray(wordsOf(splitDecimal(seedDecimal).digits));
}

PythonRandom::PythonRandom(std::int64_t seed) : PythonRandom(std::to_string(seed)) {}

void PythonRandom::initialise(std::uint32_t seed) {
    m_state[0] = seed;
    for (std::uint32_t i = 1; i < kStateWords; ++i) {
        m_state[i] = 1812433253U * (m_state[i - 1] ^ (m_state[i - 1] >> 30)) + i;
    }
    m_position = kStateWords;
}

void PythonRandom::initialiseByArray(const std::vector<std::uint32_t>& key) {
    initialise(19650218U);
    std::size_t at = 1;
    const auto advance = [&] {
        if (++at == kStateWords) {
            m_state[0] = m_state[kStateWords - 1];
            at = 1;
        }
    };
    const auto mixed = [&] { return m_state[at - 1] ^ (m_state[at - 1] >> 30); };

    std::size_t word = 0;
    for (std::size_t round = std::max(kStateWords, key.size()); round > 0; --round) {
        m_state[at] =
            (m_state[at] ^ (mixed() * 1664525U)) + key[word] + static_cast<std::uint32_t>(word);
        word = (word + 1) % key.size();
        advance();
    }
    for (std::size_t round = kStateWords - 1; round > 0; --round) {
        m_state[at] = (m_state[at] ^ (mixed() * 1566083941U)) - static_cast<std::uint32_t>(at);
        advance();
    }
    m_state[0] = 0x80000000U;
}

void PythonRandom::twist() {
    constexpr std::size_t kShift = 397;
    for (std::size_t i = 0; i < kStateWords; ++i) {
        const std::uint32_t joined =
            (m_state[i] & 0x80000000U) | (m_state[(i + 1) % kStateWords] & 0x7fffffffU);
        const std::uint32_t feedback = (joined & 1U) != 0 ? 0x9908b0dfU : 0U;
        m_state[i] = m_state[(i + kShift) % kStateWords] ^ (joined >> 1) ^ feedback;
    }
    m_position = 0;
}

std::uint32_t PythonRandom::nextWord() {
    if (m_position == kStateWords) {
        twist();
    }
    std::uint32_t word = m_state[m_position++];
    word ^= word >> 11;
    word ^= (word << 7) & 0x9d2c5680U;
    word ^= (word << 15) & 0xefc60000U;
    return word ^ (word >> 18);
}

std::uint64_t PythonRandom::getrandbits(int bits) {
    if (bits < 0 || bits > 64) {
        throw Error::internal("getrandbits was asked for " + std::to_string(bits) + " bits");
    }
    std::uint64_t result = 0;
    for (int shift = 0; shift < bits; shift += 32) {
        // Python keeps the high bits of the last, partial word.
        const int wanted = std::min(32, bits - shift);
        result |= std::uint64_t{nextWord() >> (32 - wanted)} << shift;
    }
    return result;
}

double PythonRandom::random() {
    const std::uint32_t high = nextWord() >> 5;
    const std::uint32_t low = nextWord() >> 6;
    return (high * 67108864.0 + low) / 9007199254740992.0;
}

Seed PythonRandom::randint(const Seed& low, const Seed& high) {
    if (low > high) {
        throw Error::invalidInput("no integer lies between " + low.toDecimal() + " and " +
                                  high.toDecimal());
    }
    const auto width = static_cast<UnsignedWide>(toWide(high) - toWide(low)) + 1;
    const int bits = bitLength(width);
    UnsignedWide drawn = 0;
    do {
        drawn = getrandbits(std::min(bits, 64));
        if (bits > 64) {
            drawn |= static_cast<UnsignedWide>(getrandbits(bits - 64)) << 64;
        }
    } while (drawn >= width);
    const Wide value = toWide(low) + static_cast<Wide>(drawn);
    return {value < 0, static_cast<std::uint64_t>(value < 0 ? -value : value)};
}

Seed smallestSequenceSeed() {
    return Seed::fromSigned(std::numeric_limits<std::int64_t>::min());
}

Seed largestSequenceSeed() {
    return Seed::fromUnsigned(std::numeric_limits<std::uint64_t>::max());
}

std::vector<Seed> generateSeedSequence(std::string_view initialSeed, std::size_t length) {
    if (length > kLongestSequence) {
        throw Error::invalidInput("a sequence of " + std::to_string(length) +
                                      " seeds was asked for, more than " +
                                      std::to_string(kLongestSequence),
                                  "lower max_iter or the accumulation");
    }
    PythonRandom random(initialSeed);
    std::vector<Seed> seeds;
    seeds.reserve(length);
    while (seeds.size() < length) {
        seeds.push_back(random.randint(smallestSequenceSeed(), largestSequenceSeed()));
    }
    return seeds;
}

std::vector<Seed> generateSeedSequence(std::int64_t initialSeed, std::size_t length) {
    return generateSeedSequence(std::to_string(initialSeed), length);
}

} // namespace unlit
