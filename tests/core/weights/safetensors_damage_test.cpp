// One damaged file per check of the reader: each is refused by a sentence of its own that names the
// file.
#include "core/base/error.h"
#include "core/weights/files/safetensors.h"
#include "tests/core/weights/raw_safetensors.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <random>

using namespace unlit;
using unlit::test::lengthBytes;
using unlit::test::TempFolder;
using unlit::test::writeBytes;
using unlit::test::writeRawSafetensors;
using unlit::weights::SafetensorsFile;

namespace {

struct Damage {
    std::string name;
    std::string header;
    std::string says; ///< what the sentence contains
    ErrorKind kind = ErrorKind::Corrupt;
};

constexpr std::size_t kDataBytes = 16;

std::string entry(const std::string& dtype, const std::string& shape, const std::string& offsets) {
    return R"({"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":)" + offsets +
           "}";
}

std::string one(const std::string& dtype, const std::string& shape, const std::string& offsets) {
    return R"({"x":)" + entry(dtype, shape, offsets) + "}";
}

std::string two(const std::string& first, const std::string& second) {
    return R"({"a":)" + first + R"(,"b":)" + second + "}";
}

const std::vector<Damage>& damages() {
    static const std::vector<Damage> all = {
        {"header_is_no_json", "{\"x\": [1, 2", "not valid JSON"},
        {"header_is_no_object", "[1, 2, 3]", "does not start with '{'"},
        {"header_has_bytes_after_it", one("F32", "[4]", "[0,16]") + " x", "not valid JSON"},
        {"header_is_nested_deeply", R"({"x":{"shape":[[[[1]]]]}})", "nested deeper"},
        {"name_twice",
         R"({"x":)" + entry("F32", "[4]", "[0,16]") + R"(,"x":)" + entry("F32", "[4]", "[0,16]") +
             "}",
         "'x' twice"},
        {"metadata_is_no_object", R"({"__metadata__":3})", "__metadata__ is not an object"},
        {"metadata_value_is_no_text", R"({"__metadata__":{"a":3}})", "'a' is not a text"},
        {"entry_is_no_object", R"({"x":3})", "not an object"},
        {"no_dtype", R"({"x":{"shape":[4],"data_offsets":[0,16]}})", "no dtype"},
        {"unknown_dtype", one("F33", "[4]", "[0,16]"), "unknown dtype 'F33'"},
        {"dtype_of_the_format_that_is_not_read", one("F8_E4M3", "[16]", "[0,16]"),
         "stored as F8_E4M3", ErrorKind::Unsupported},
        {"no_shape", R"({"x":{"dtype":"F32","data_offsets":[0,16]}})", "no shape"},
        {"negative_side", one("F32", "[-4]", "[0,16]"), "side -4"},
        {"fractional_side", one("F32", "[4.5]", "[0,16]"), "side 4.5"},
        {"side_beyond_int64", one("F32", "[9223372036854775808]", "[0,16]"), "side 92233"},
        {"too_many_dimensions", one("F32", "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,4]", "[0,16]"),
         "17 dimensions"},
        {"shape_product_overflows", one("F32", "[4294967296,4294967296]", "[0,16]"), "too large"},
        {"element_size_overflows", one("F32", "[4611686018427387905]", "[0,16]"), "too large"},
        {"no_offsets", R"({"x":{"dtype":"F32","shape":[4]}})", "no pair of data_offsets"},
        {"three_offsets", one("F32", "[4]", "[0,8,16]"), "no pair of data_offsets"},
        {"negative_offset", one("F32", "[4]", "[-16,0]"), "offset -16"},
        {"fractional_offset", one("F32", "[4]", "[0,16.0]"), "offset 16.0"},
        {"end_before_begin", one("F32", "[4]", "[16,0]"), "ends before it begins"},
        {"end_beyond_the_file", one("F32", "[5]", "[0,20]"), "ends at byte 20"},
        {"offset_near_the_largest_number",
         one("U8", "[1]",
             "[18446744073709551614,"
             "18446744073709551615]"),
         "ends at byte 18446744073709551615"},
        {"length_is_less_than_the_shape_needs", one("F32", "[5]", "[0,16]"), "needs 20 bytes"},
        {"length_is_more_than_the_shape_needs", one("F16", "[4]", "[0,16]"), "needs 8 bytes"},
        {"overlap", two(entry("U8", "[10]", "[0,10]"), entry("U8", "[10]", "[6,16]")),
         "'b' overlaps"},
        {"gap", two(entry("U8", "[4]", "[0,4]"), entry("U8", "[10]", "[6,16]")), "gap of 2 bytes"},
        {"gap_at_the_start", one("U8", "[15]", "[1,16]"), "gap of 1 bytes"},
        {"bytes_after_the_last_tensor", one("U8", "[12]", "[0,12]"), "4 more follow"},
    };
    return all;
}

void expectRefused(const std::filesystem::path& file, const std::string& says,
                   ErrorKind kind = ErrorKind::Corrupt) {
    try {
        const SafetensorsFile opened(file);
        FAIL() << "accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), kind) << error.what();
        EXPECT_NE(std::string(error.what()).find(says), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find(file.string()), std::string::npos) << error.what();
        EXPECT_FALSE(error.hint().empty());
    }
}

class SafetensorsDamage : public testing::TestWithParam<Damage> {};

} // namespace

TEST_P(SafetensorsDamage, is_refused_by_a_sentence) {
    const TempFolder folder;
    writeRawSafetensors(folder / "x.safetensors", GetParam().header, std::string(kDataBytes, '\0'));
    expectRefused(folder / "x.safetensors", GetParam().says, GetParam().kind);
}

INSTANTIATE_TEST_SUITE_P(Each, SafetensorsDamage, testing::ValuesIn(damages()),
                         [](const auto& damage) { return damage.param.name; });

TEST(SafetensorsLength, empty_file) {
    const TempFolder folder;
    writeBytes(folder / "x.safetensors", "");
    expectRefused(folder / "x.safetensors", "empty");
}

TEST(SafetensorsLength, fewer_than_eight_bytes) {
    const TempFolder folder;
    writeBytes(folder / "x.safetensors", "abc");
    expectRefused(folder / "x.safetensors", "3 bytes, too few");
}

TEST(SafetensorsLength, header_longer_than_the_file) {
    const TempFolder folder;
    writeBytes(folder / "x.safetensors", lengthBytes(1000) + "{}");
    expectRefused(folder / "x.safetensors", "claims 1000 bytes, but only 2");
}

TEST(SafetensorsLength, header_beyond_the_bound_is_refused_before_anything_is_read) {
    const TempFolder folder;
    writeBytes(folder / "x.safetensors", lengthBytes(100'000'001) + "{}");
    expectRefused(folder / "x.safetensors", "claims 100000001 bytes, more than");
    writeBytes(folder / "y.safetensors", lengthBytes(~std::uint64_t{0}) + "{}");
    expectRefused(folder / "y.safetensors", "claims 18446744073709551615 bytes");
}

TEST(SafetensorsLength, empty_header) {
    const TempFolder folder;
    writeRawSafetensors(folder / "x.safetensors", "", "");
    expectRefused(folder / "x.safetensors", "does not start with '{'");
}

TEST(SafetensorsLength, file_cut_off_in_its_data) {
    const TempFolder folder;
    writeRawSafetensors(folder / "x.safetensors", one("F32", "[4]", "[0,16]"),
                        std::string(15, 'a'));
    expectRefused(folder / "x.safetensors", "holds only 15");
}

TEST(SafetensorsLength, missing_file_and_folder_are_told_apart) {
    const TempFolder folder;
    expectRefused(folder / "none.safetensors", "No such file", ErrorKind::NotFound);
    expectRefused(folder.path(), "is not a file", ErrorKind::InvalidInput);
}

TEST(SafetensorsFuzz, changed_bytes_are_refused_or_harmless) {
    const TempFolder folder;
    const std::string header = two(entry("F32", "[2]", "[0,8]"), entry("U8", "[8]", "[8,16]"));
    const std::string sound = lengthBytes(header.size()) + header + std::string(kDataBytes, '\1');
    std::mt19937 random(1);
    std::size_t refused = 0;
    constexpr std::size_t kTries = 3000;
    for (std::size_t i = 0; i < kTries; ++i) {
        std::string bytes = sound;
        for (std::uint32_t n = 1 + random() % 3; n > 0; --n)
            bytes[random() % bytes.size()] = static_cast<char>(random() % 256);
        if (random() % 4 == 0)
            bytes.resize(random() % bytes.size());
        writeBytes(folder / "x.safetensors", bytes);
        try {
            for (const auto& [name, tensor] : SafetensorsFile(folder / "x.safetensors").all())
                EXPECT_LE(tensor.nbytes(), kDataBytes) << name;
        } catch (const Error&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, kTries / 2); // most bytes of so small a file are its header
}
