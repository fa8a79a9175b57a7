#include "core/weights/unlit_json.h"

#include "core/weights/json_file.h"
#include "tests/core/weights/raw_safetensors.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

using namespace unlit;
using namespace unlit::weights;
using unlit::test::expectError;
using unlit::test::TempFolder;
using unlit::test::writeBytes;

TEST(UnlitJson, what_is_written_is_read) {
    const TempFolder folder;
    UnlitJson written;
    written.concatOrder = ConcatOrder::ImageFirst;
    written.trainedConcatOrder = ConcatOrder::NoisyFirst;
    written.resizeConvention = ResizeConvention::Diffusers;
    written.transfer = ColorSpace::Gamma22;
    written.headroomEv = 0.5;
    written.provenance = "trained on 3 pairs, \"quoted\"";
    written.isRandom = true;
    written.beginsWithZeros = true;
    written.seesText = true;
    written.strength = 0.85;
    written.calibration = {{"kappa", {1.5, 2.0}}};
    writeJson(folder / "unlit.json", toJson(written));
    const UnlitJson read = readUnlitJson(folder / "unlit.json");
    EXPECT_EQ(read.concatOrder, written.concatOrder);
    EXPECT_EQ(read.trainedConcatOrder, written.trainedConcatOrder);
    EXPECT_EQ(read.resizeConvention, written.resizeConvention);
    EXPECT_EQ(read.transfer, written.transfer);
    EXPECT_EQ(read.headroomEv, written.headroomEv);
    EXPECT_EQ(read.provenance, written.provenance);
    EXPECT_TRUE(read.isRandom);
    EXPECT_TRUE(read.beginsWithZeros);
    EXPECT_TRUE(read.seesText);
    EXPECT_EQ(read.strength, written.strength);
    EXPECT_EQ(read.calibration, written.calibration);
}

TEST(UnlitJson, absent_and_unknown_keys_are_no_faults) {
    const TempFolder folder;
    writeBytes(folder / "unlit.json", R"({"format": 1, "of_a_later_version": [1, 2]})");
    const UnlitJson read = readUnlitJson(folder / "unlit.json");
    EXPECT_FALSE(read.concatOrder);
    EXPECT_FALSE(read.transfer);
    EXPECT_FALSE(read.headroomEv);
    EXPECT_FALSE(read.isRandom);
    EXPECT_FALSE(read.beginsWithZeros);
    EXPECT_FALSE(read.strength);
    EXPECT_TRUE(read.calibration.is_null());
}

TEST(UnlitJson, wrong_values_are_named_with_what_is_known) {
    const TempFolder folder;
    const auto expectRefused = [&](const std::string& text, const std::vector<std::string>& says,
                                   ErrorKind kind = ErrorKind::InvalidInput) {
        writeBytes(folder / "unlit.json", text);
        expectError(kind, says, [&] { readUnlitJson(folder / "unlit.json"); });
    };
    expectRefused(R"({"concat_order": "noise_first"})", {"concat_order", "noisy_first"});
    expectRefused(R"({"concat_order": 3})", {"concat_order is 3", "a text"});
    expectRefused(R"({"resize_convention": "photoshop"})", {"marigold, diffusers or unlit"});
    expectRefused(R"({"transfer": "linear"})", {"srgb, gamma22 or log100"});
    expectRefused(R"({"headroom_ev": -1})", {"headroom_ev is -1", "stops from 0 to 8"});
    expectRefused(R"({"headroom_ev": 9})", {"headroom_ev is 9"});
    expectRefused(R"({"headroom_ev": "1"})", {"headroom_ev is \"1\""});
    expectRefused(R"({"is_random": "yes"})", {"is_random", "true or false"});
    expectRefused(R"({"begins_with_zeros": 1})", {"begins_with_zeros is 1", "true or false"});
    expectRefused(R"({"strength": 0})", {"strength is 0", "above 0, 1 at most"});
    expectRefused(R"({"strength": "0.8"})", {"strength is \"0.8\""});
    expectRefused(R"({"calibration": 3})", {"calibration", "an object"});
    expectRefused(R"({"format": 2})", {"format 2", "newer"}, ErrorKind::Unsupported);
    expectRefused(R"({"format": 1,})", {"not valid JSON at line 1"}, ErrorKind::Corrupt);
}
