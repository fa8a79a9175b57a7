// LoRA on the command line: infer with one, and a model with one merged in.
#include "tests/cli/command_fixture.h"

#include "core/image/image_file.h"

#include <gmock/gmock.h>

#include <bit>
#include <cmath>
#include <fstream>

using namespace unlit;
using namespace unlit::test;
using nlohmann::json;
using testing::HasSubstr;

namespace {

constexpr const char* kLayer = "unet.mid_block.attentions.0.transformer_blocks.0.attn1.to_out.0";

class LoraCommands : public CommandTest {
protected:
    /// A safetensors file, written here by its specification: rank 1, every number `value`.
    std::string makeLora(const std::string& name, int in, int out, float value) const {
        const json header = {
            {std::string(kLayer) + ".lora_A.weight",
             {{"dtype", "F32"}, {"shape", {1, in}}, {"data_offsets", {0, 4 * in}}}},
            {std::string(kLayer) + ".lora_B.weight",
             {{"dtype", "F32"}, {"shape", {out, 1}}, {"data_offsets", {4 * in, 4 * (in + out)}}}}};
        const std::string text = header.dump();
        std::string bytes;
        for (int i = 0; i < 8; ++i)
            bytes += static_cast<char>((text.size() >> (8 * i)) & 255U);
        bytes += text;
        const auto bits = std::bit_cast<std::uint32_t>(value);
        for (int number = 0; number < in + out; ++number)
            for (int i = 0; i < 4; ++i)
                bytes += static_cast<char>((bits >> (8 * i)) & 255U);
        return makeFile(name, bytes);
    }

    Image albedo(const std::vector<std::string>& more) {
        std::vector<std::string> arguments = more;
        arguments.insert(arguments.end(), {"--json", "--overwrite"});
        const ProcessResult run = infer({makePicture("hall.exr")}, arguments);
        EXPECT_EQ(run.exitCode, 0) << run.errors;
        m_result = objectOf(run)["results"][0];
        return readImage(m_result["outputs"]["albedo"].get<std::string>()).image;
    }

    static double largestDifference(const Image& left, const Image& right) {
        double largest = 0;
        for (std::size_t i = 0; i < left.samples.size(); ++i)
            largest = std::max(largest, std::abs(static_cast<double>(left.samples[i]) -
                                                 static_cast<double>(right.samples[i])));
        return largest;
    }

    json m_result;
};

} // namespace

TEST_F(LoraCommands, infer_adds_one_and_merge_writes_the_same_model) {
    const std::string lora = makeLora("style.safetensors", 64, 64, 0.3F);
    const Image plain = albedo({});
    const Image adapted = albedo({"--lora", lora});
    EXPECT_EQ(m_result["settings"]["lora"], lora);
    EXPECT_GT(largestDifference(plain, adapted), 1e-3);

    const ProcessResult merged =
        runUnlit({"model", "merge-lora", model(), lora, text("mine"), "--json"});
    ASSERT_EQ(merged.exitCode, 0) << merged.errors;
    EXPECT_EQ(objectOf(merged)["output"], text("mine"));
    const ProcessResult run = runUnlit(
        {"infer", makePicture("hall.exr"), "--model", text("mine"), "--output", text("merged"),
         "--steps", "1", "--processing-res", "64", "--precision", "float32", "--json"});
    ASSERT_EQ(run.exitCode, 0) << run.errors;
    const Image same =
        readImage(objectOf(run)["results"][0]["outputs"]["albedo"].get<std::string>()).image;
    EXPECT_EQ(largestDifference(same, adapted), 0);
    EXPECT_EQ(runUnlit({"model", "check", text("mine")}).exitCode, 0);
}

TEST_F(LoraCommands, scales_add_up_and_come_back_from_a_side_car) {
    const std::string lora = makeLora("style.safetensors", 64, 64, 0.3F);
    const Image whole = albedo({"--lora", lora});
    const Image half = albedo({"--lora", lora + ":0.5"});
    EXPECT_EQ(m_result["settings"]["lora"], lora + ":0.5");
    EXPECT_GT(largestDifference(whole, half), 1e-3);
    const Image twice = albedo({"--lora", lora + ":0.5", "--lora", lora + ":0.5", "--sidecar"});
    EXPECT_EQ(m_result["settings"]["lora"], (json{lora + ":0.5", lora + ":0.5"}));
    EXPECT_LT(largestDifference(whole, twice), 1e-5); // sums in another order
    EXPECT_EQ(largestDifference(albedo({"--lora", lora + ":0"}), albedo({})), 0);

    const std::string sideCar = text("out/hall_unlit.json");
    const json written = json::parse(std::ifstream(sideCar));
    EXPECT_EQ(written["lora"].size(), 2U);
    EXPECT_EQ(written["lora"][0]["scale"], 0.5);
    const ProcessResult again =
        runUnlit({"infer", "--from", sideCar, "--output", text("again"), "--json"});
    ASSERT_EQ(again.exitCode, 0) << again.errors;
    const Image same =
        readImage(objectOf(again)["results"][0]["outputs"]["albedo"].get<std::string>()).image;
    EXPECT_EQ(largestDifference(same, twice), 0);

    const ProcessResult merged =
        runUnlit({"model", "merge-lora", model(), lora + ":0.5", text("mine")});
    ASSERT_EQ(merged.exitCode, 0) << merged.errors;
    const ProcessResult run = runUnlit(
        {"infer", makePicture("hall.exr"), "--model", text("mine"), "--output", text("merged"),
         "--steps", "1", "--processing-res", "64", "--precision", "float32", "--json"});
    ASSERT_EQ(run.exitCode, 0) << run.errors;
    EXPECT_EQ(
        largestDifference(
            readImage(objectOf(run)["results"][0]["outputs"]["albedo"].get<std::string>()).image,
            half),
        0);
    EXPECT_EQ(infer({makePicture("hall.exr")}, {"--lora", lora + ":1000"}).exitCode, 2);
}

TEST_F(LoraCommands, one_for_another_model_is_refused_in_a_sentence) {
    const std::string lora = makeLora("other.safetensors", 320, 320, 0.1F);
    const ProcessResult run = infer({makePicture("hall.exr")}, {"--lora", lora});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.errors, HasSubstr("LoRA for another model"));
    EXPECT_THAT(run.errors, HasSubstr("[1, 320], the layer takes 64 inputs"));
    const ProcessResult merged = runUnlit({"model", "merge-lora", model(), lora, text("mine")});
    EXPECT_EQ(merged.exitCode, 1);
    EXPECT_TRUE(filesIn("mine").empty());
    EXPECT_EQ(infer({makePicture("hall.exr")}, {"--lora", text("missing.safetensors")}).exitCode,
              1);
}

TEST_F(LoraCommands, memory_flags_keep_the_picture) {
    const Image plain = albedo({});
    const Image sliced = albedo({"--attention-slicing", "max", "--offload"});
    EXPECT_LT(largestDifference(plain, sliced), 1e-4);
    EXPECT_EQ(m_result["settings"]["attention_slicing"], "max");
    const Image tiled = albedo({"--vae-tiling"});
    EXPECT_EQ(tiled.samples.size(), plain.samples.size());
}
