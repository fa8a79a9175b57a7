#include "tests/support/sha256.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace unlit::test {

namespace {

constexpr std::size_t kBlockBytes = 64;
constexpr std::size_t kRounds = 64;

using State = std::array<std::uint32_t, 8>;

/// The first 32 bits of the fraction of a root of the first primes: the standard's constants.
template <std::size_t N>
std::array<std::uint32_t, N> fractionsOfPrimeRoots(long double (*root)(long double)) {
    std::array<std::uint32_t, N> words{};
    std::size_t count = 0;
    for (int candidate = 2; count < N; ++candidate) {
        bool prime = true;
        for (int divisor = 2; divisor * divisor <= candidate; ++divisor) {
            prime = prime && candidate % divisor != 0;
        }
        if (prime) {
            const long double value = root(static_cast<long double>(candidate));
            words[count++] =
                static_cast<std::uint32_t>((value - std::floor(value)) * 4294967296.0L);
        }
    }
    return words;
}

void absorb(State& state, std::string_view block) {
    static const auto constants =
        fractionsOfPrimeRoots<kRounds>([](long double value) { return std::cbrt(value); });
    std::array<std::uint32_t, kRounds> words{};
    for (std::size_t i = 0; i < kBlockBytes; ++i) {
        words[i / 4] = (words[i / 4] << 8) | static_cast<unsigned char>(block[i]);
    }
    for (std::size_t i = 16; i < kRounds; ++i) {
        const std::uint32_t early = words[i - 15];
        const std::uint32_t late = words[i - 2];
        words[i] = words[i - 16] + words[i - 7] +
                   (std::rotr(early, 7) ^ std::rotr(early, 18) ^ (early >> 3)) +
                   (std::rotr(late, 17) ^ std::rotr(late, 19) ^ (late >> 10));
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t i = 0; i < kRounds; ++i) {
        const std::uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                    ((e & f) ^ (~e & g)) + constants[i] + words[i];
        const std::uint32_t second =
            (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    const State change{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < state.size(); ++i) {
        state[i] += change[i];
    }
}

} // namespace

std::string sha256(std::string_view text) {
    State state = fractionsOfPrimeRoots<8>([](long double value) { return std::sqrt(value); });
    std::string padded(text);
    padded += '\x80';
    while (padded.size() % kBlockBytes != kBlockBytes - 8) {
        padded += '\0';
    }
    const std::uint64_t bits = std::uint64_t{text.size()} * 8;
    for (int shift = 56; shift >= 0; shift -= 8) {
        padded += static_cast<char>((bits >> shift) & 0xffU);
    }
    for (std::size_t at = 0; at < padded.size(); at += kBlockBytes) {
        absorb(state, std::string_view(padded).substr(at, kBlockBytes));
    }
    std::string digest;
    for (const std::uint32_t word : state) {
        for (int shift = 28; shift >= 0; shift -= 4) {
            digest += "0123456789abcdef"[(word >> shift) & 0xfU];
        }
    }
    return digest;
}

} // namespace unlit::test
