#include "core/base/python_random.h"

#include "core/base/error.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace unlit;

// MT19937 seeded by the key {0x123, 0x234, 0x345, 0x456}: the first outputs of Matsumoto and
// Nishimura's published test file (mt19937ar.out).
TEST(PythonRandom, follows_the_published_mersenne_twister_outputs) {
    // The key as one integer, least significant word first, in decimal:
    // 0x00000456'00000345'00000234'00000123.
    PythonRandom random("87943260406273339520951041130787");
    std::vector<std::uint64_t> words;
    for (int i = 0; i < 5; ++i) {
        words.push_back(random.getrandbits(32));
    }
    EXPECT_EQ(words, (std::vector<std::uint64_t>{1067595299, 955945823, 477289528, 4107218783,
                                                 4228976476}));
}

TEST(PythonRandom, takes_the_magnitude_of_a_negative_seed) {
    PythonRandom positive(7);
    PythonRandom negative(-7);
    EXPECT_EQ(positive.getrandbits(64), negative.getrandbits(64));
    PythonRandom other(8);
    EXPECT_NE(PythonRandom(7).getrandbits(64), other.getrandbits(64));
}

TEST(PythonRandom, keeps_the_high_bits_of_a_partial_word) {
    const std::uint64_t whole = PythonRandom(5).getrandbits(32);
    EXPECT_EQ(PythonRandom(5).getrandbits(8), whole >> 24);
    EXPECT_EQ(PythonRandom(5).getrandbits(40) & 0xffffffffU, whole);
    EXPECT_EQ(PythonRandom(5).getrandbits(0), 0U);
    EXPECT_THROW(PythonRandom(5).getrandbits(65), Error);
}

TEST(PythonRandom, randint_reaches_both_ends_and_nothing_else) {
    PythonRandom random(1);
    std::vector<int> counts(3, 0);
    for (int i = 0; i < 300; ++i) {
        const Seed drawn = random.randint(Seed::fromSigned(-1), Seed::fromSigned(1));
        ASSERT_LE(drawn.magnitude(), 1U);
        ++counts[drawn.isNegative() ? 0 : 1 + drawn.magnitude()];
    }
    for (const int count : counts) {
        EXPECT_GT(count, 60); // 100 each on average
    }
    EXPECT_EQ(random.randint(Seed::fromSigned(4), Seed::fromSigned(4)), Seed::fromSigned(4));
    EXPECT_THROW(random.randint(Seed::fromSigned(5), Seed::fromSigned(4)), Error);
}

TEST(Seed, reads_and_writes_every_64_bit_integer_of_either_sign) {
    for (const std::string text : {"0", "1", "-1", "18446744073709551615", "-9223372036854775808",
                                   "9223372036854775807", "-18446744073709551615"}) {
        EXPECT_EQ(Seed::fromDecimal(text).toDecimal(), text);
    }
    EXPECT_EQ(Seed::fromDecimal("-0").toDecimal(), "0");
    EXPECT_EQ(Seed::fromDecimal("+12").toDecimal(), "12");
    EXPECT_EQ(Seed::fromSigned(std::numeric_limits<std::int64_t>::min()).toDecimal(),
              "-9223372036854775808");
}

TEST(Seed, low_bits_are_twos_complement) {
    EXPECT_EQ(Seed::fromDecimal("-1").low64(), 0xffffffffffffffffU);
    EXPECT_EQ(Seed::fromDecimal("-9223372036854775808").low64(), 0x8000000000000000U);
    EXPECT_EQ(Seed::fromDecimal("18446744073709551615").low64(), 0xffffffffffffffffU);
    EXPECT_EQ(Seed::fromDecimal("42").low64(), 42U);
}

TEST(Seed, orders_as_integers_do) {
    EXPECT_LT(Seed::fromDecimal("-2"), Seed::fromDecimal("-1"));
    EXPECT_LT(Seed::fromDecimal("-18446744073709551615"), Seed::fromDecimal("0"));
    EXPECT_GT(Seed::fromDecimal("18446744073709551615"), Seed::fromDecimal("9223372036854775807"));
}

TEST(Seed, refuses_what_is_no_integer_of_its_range) {
    for (const std::string text :
         {"", "-", "+", "1.5", "1e3", " 7", "0x10", "18446744073709551616"}) {
        EXPECT_THROW(Seed::fromDecimal(text), Error) << text;
    }
    EXPECT_THROW(PythonRandom("twelve"), Error);
    EXPECT_THROW(PythonRandom(std::string(5000, '9')), Error);
}

TEST(SeedSequence, a_longer_one_begins_with_the_shorter_and_stays_in_range) {
    const std::vector<Seed> shorter = generateSeedSequence(2024, 100);
    const std::vector<Seed> longer = generateSeedSequence("2024", 1000);
    EXPECT_EQ(shorter, std::vector<Seed>(longer.begin(), longer.begin() + 100));
    int negative = 0;
    for (const Seed& seed : longer) {
        EXPECT_GE(seed, smallestSequenceSeed());
        EXPECT_LE(seed, largestSequenceSeed());
        negative += seed.isNegative() ? 1 : 0;
    }
    EXPECT_NEAR(negative, 333, 60); // a third of the range lies below zero
    EXPECT_TRUE(generateSeedSequence(2024, 0).empty());
    EXPECT_THROW(generateSeedSequence(2024, std::numeric_limits<std::size_t>::max()), Error);
}
