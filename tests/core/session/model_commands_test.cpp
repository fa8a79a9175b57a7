#include "core/session/models/model_commands.h"

#include "core/base/error.h"
#include "core/session/models/export_model.h"
#include "tests/support/expect_error.h"
#include "tests/support/file_text.h"
#include "tests/support/temp_folder.h"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <functional>
#include <limits>
#include <set>

using namespace unlit;
using nlohmann::json;
using test::textOf;
using unlit::test::expectError;
namespace fs = std::filesystem;

namespace {

void editJson(const fs::path& file, const std::function<void(json&)>& edit) {
    json content = json::parse(textOf(file));
    edit(content);
    std::ofstream(file) << content.dump();
}

std::string errorsOf(const std::vector<ModelFinding>& findings) {
    std::string text;
    for (const ModelFinding& finding : findings)
        if (finding.severity == ModelFinding::Severity::Error)
            text += finding.text + "\n";
    return text;
}

class ModelCommandsTest : public testing::Test {
protected:
    test::TempFolder temp;
    fs::path folder = temp / "tiny";

    void SetUp() override { writeRandomModel("tiny", folder, 7, false, {}); }
};

} // namespace

TEST_F(ModelCommandsTest, a_random_model_is_sound_and_says_that_it_is_random) {
    const std::vector<ModelFinding> findings = checkModel(folder);
    EXPECT_EQ(errorsOf(findings), "");
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_NE(findings[0].text.find("never trained"), std::string::npos);

    const ModelSummary summary = inspectModel(folder);
    EXPECT_TRUE(summary.isRandom);
    EXPECT_EQ(summary.className, "MarigoldIntrinsicsPipeline");
    EXPECT_EQ(summary.targets, std::vector<std::string>{"albedo"});
    EXPECT_EQ(summary.concatOrder, "image_first");
    EXPECT_EQ(summary.concatOrderReason, "unlit.json");
    EXPECT_EQ(summary.resizeConvention, "unlit");
    EXPECT_EQ(summary.transfer, "srgb");
    EXPECT_EQ(summary.predictionType, "v_prediction");
    EXPECT_EQ(summary.vaeFactor, 8);
    EXPECT_NE(summary.provenance.find("seed 7"), std::string::npos);
}

TEST_F(ModelCommandsTest, a_model_that_begins_with_zeros_says_what_it_can_be_asked_for) {
    EXPECT_FALSE(inspectModel(folder).isOneStep);
    EXPECT_EQ(inspectModel(folder).mostMembers, 0);
    json file = json::parse(textOf(folder / "unlit.json"));
    file["begins_with_zeros"] = true;
    std::ofstream(folder / "unlit.json") << file;
    const ModelSummary summary = inspectModel(folder);
    EXPECT_TRUE(summary.isOneStep);
    EXPECT_EQ(summary.defaultSteps, 1);
    EXPECT_EQ(summary.mostMembers, 12); // mirrored, turned, and larger in its quarter turns
}

TEST_F(ModelCommandsTest, the_summary_counts_what_lies_in_the_files) {
    const ModelSummary summary = inspectModel(folder);
    std::vector<std::string> names;
    for (const ComponentSummary& part : summary.components)
        names.push_back(part.name);
    EXPECT_EQ(names,
              (std::vector<std::string>{"unet", "vae", "text_encoder", "tokenizer", "scheduler"}));
    const ComponentSummary& unet = summary.components[0];
    const std::string file = textOf(folder / "unet/diffusion_pytorch_model.safetensors");
    std::uint64_t headerBytes = 0;
    std::memcpy(&headerBytes, file.data(), 8);
    const json header = json::parse(file.substr(8, headerBytes));
    EXPECT_EQ(unet.tensors, header.size() - 1); // without __metadata__
    EXPECT_EQ(unet.bytes, file.size() - 8 - headerBytes);
    EXPECT_EQ(unet.parameters, unet.bytes / 4);
    EXPECT_EQ(unet.dtype, "float32");
    EXPECT_EQ(summary.components[3].tensors, 0U);
}

TEST_F(ModelCommandsTest, the_same_seed_writes_the_same_bytes) {
    writeRandomModel("tiny", temp / "again", 7, false, {});
    writeRandomModel("tiny", temp / "other", 8, false, {});
    const fs::path file = "vae/diffusion_pytorch_model.safetensors";
    EXPECT_EQ(textOf(folder / file), textOf(temp / "again" / file));
    EXPECT_NE(textOf(folder / file), textOf(temp / "other" / file));
}

TEST_F(ModelCommandsTest, a_folder_can_lend_its_configs) {
    writeRandomModel(folder.string(), temp / "like", 1, false, {});
    EXPECT_EQ(json::parse(textOf(temp / "like/unet/config.json")),
              json::parse(textOf(folder / "unet/config.json")));
    EXPECT_EQ(errorsOf(checkModel(temp / "like")), "");
}

TEST_F(ModelCommandsTest, an_existing_folder_is_replaced_on_request_only) {
    expectError(ErrorKind::InvalidInput, {"holds a model already"},
                [&] { writeRandomModel("tiny", folder, 1, false, {}); });
    writeRandomModel("tiny", folder, 1, true, {});
    EXPECT_NE(inspectModel(folder).provenance.find("seed 1"), std::string::npos);
    expectError(ErrorKind::NotFound, {"'gigantic'"},
                [&] { writeRandomModel("gigantic", temp / "x", 1, false, {}); });
    EXPECT_FALSE(fs::exists(temp / "x"));
}

TEST_F(ModelCommandsTest, progress_is_heard) {
    double last = 0;
    writeRandomModel("tiny", temp / "more", 1, false, [&](double fraction) {
        EXPECT_GE(fraction, last);
        last = fraction;
    });
    EXPECT_DOUBLE_EQ(last, 1);
}

TEST_F(ModelCommandsTest, check_reports_all_faults_not_the_first) {
    fs::remove(folder / "tokenizer/vocab.json");
    editJson(folder / "vae/config.json", [](json& config) { config["layers_per_block"] = 2; });
    fs::rename(folder / "text_encoder/model.safetensors", folder / "text_encoder/model.bin");
    editJson(folder / "scheduler/scheduler_config.json",
             [](json& config) { config["prediction_type"] = "epsilon"; });
    const std::string errors = errorsOf(checkModel(folder));
    EXPECT_NE(errors.find("no vocab.json"), std::string::npos) << errors;
    EXPECT_NE(errors.find("tensors are missing"), std::string::npos) << errors;
    EXPECT_NE(errors.find("pickle"), std::string::npos) << errors;
    EXPECT_NE(errors.find("epsilon"), std::string::npos) << errors;
    EXPECT_EQ(std::count(errors.begin(), errors.end(), '\n'), 4) << errors;
}

TEST_F(ModelCommandsTest, check_finds_values_that_are_no_numbers) {
    const fs::path file = folder / "vae/diffusion_pytorch_model.safetensors";
    const float nan = std::numeric_limits<float>::quiet_NaN();
    std::fstream out(file, std::ios::in | std::ios::out | std::ios::binary);
    out.seekp(-4, std::ios::end);
    out.write(reinterpret_cast<const char*>(&nan), 4);
    out.close();
    const std::string errors = errorsOf(checkModel(folder));
    EXPECT_NE(errors.find("1 tensor holds NaN or infinite values"), std::string::npos) << errors;
    EXPECT_NE(errors.find("vae"), std::string::npos);
}

TEST_F(ModelCommandsTest, check_finds_a_token_outside_the_vocabulary) {
    editJson(folder / "tokenizer/vocab.json", [](json& vocab) { vocab["<|endoftext|>"] = 49407; });
    const std::string errors = errorsOf(checkModel(folder));
    EXPECT_NE(errors.find("token 49407"), std::string::npos) << errors;
    EXPECT_NE(errors.find("vocab_size of 512"), std::string::npos) << errors;
}

TEST_F(ModelCommandsTest, check_notes_a_model_that_takes_no_picture) {
    editJson(folder / "unet/config.json", [](json& config) { config["in_channels"] = 4; });
    const std::vector<ModelFinding> findings = checkModel(folder);
    EXPECT_TRUE(std::any_of(findings.begin(), findings.end(), [](const ModelFinding& finding) {
        return finding.severity == ModelFinding::Severity::Note &&
               finding.text.find("takes no picture") != std::string::npos;
    }));
}

TEST_F(ModelCommandsTest, a_folder_that_is_none_is_one_error) {
    EXPECT_EQ(errorsOf(checkModel(temp / "absent")),
              "no model folder " + (temp / "absent").string() + "\n");
    expectError(ErrorKind::NotFound, {"absent"}, [&] { inspectModel(temp / "absent"); });
}

namespace {

const char* const kUnetWeights = "unet/diffusion_pytorch_model.safetensors";

ExportRequest requestFor(const fs::path& model, const fs::path& output) {
    ExportRequest request;
    request.model = model;
    request.output = output;
    return request;
}

} // namespace

TEST_F(ModelCommandsTest, a_model_in_several_files_is_the_same_model) {
    constexpr std::uint64_t kMost = 20'000;
    exportModel(requestFor(folder, temp / "one"), {});
    ExportRequest split = requestFor(folder, temp / "several");
    split.mostFileBytes = kMost;
    double last = 0;
    exportModel(split, [&](double fraction) {
        EXPECT_GE(fraction, last);
        last = fraction;
    });
    EXPECT_EQ(last, 1.0);
    EXPECT_FALSE(fs::exists(temp / "several" / kUnetWeights));
    const json index =
        json::parse(textOf(temp / "several" / (std::string(kUnetWeights) + ".index.json")));
    const std::string count = [&] {
        std::set<std::string> files;
        for (const auto& [tensor, file] : index["weight_map"].items())
            files.insert(file.get<std::string>());
        EXPECT_GT(files.size(), 2U);
        return std::to_string(files.size());
    }();
    const std::string ending = "-of-" + std::string(5 - count.size(), '0') + count + ".safetensors";
    EXPECT_TRUE(fs::exists(temp / "several/unet" / ("diffusion_pytorch_model-00001" + ending)));
    EXPECT_EQ(errorsOf(checkModel(temp / "several")), "");
    exportModel(requestFor(temp / "several", temp / "again"), {});
    for (const char* part : {kUnetWeights, "vae/diffusion_pytorch_model.safetensors",
                             "text_encoder/model.safetensors"})
        EXPECT_EQ(textOf(temp / "again" / part), textOf(temp / "one" / part)) << part;
}

TEST_F(ModelCommandsTest, an_export_that_is_stopped_leaves_what_was_there) {
    std::stop_source stop;
    const auto stopHalfway = [&](double fraction) {
        if (fraction > 0.5)
            stop.request_stop();
    };
    EXPECT_FALSE(exportModel(requestFor(folder, temp / "out"), stopHalfway, stop.get_token()));
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(temp.path()))
        names.push_back(entry.path().filename().string());
    EXPECT_EQ(names, std::vector<std::string>{"tiny"});
    EXPECT_TRUE(exportModel(requestFor(folder, temp / "out"), [](double) {}, {}));
}

TEST_F(ModelCommandsTest, a_check_says_which_part_it_reads_and_ends_when_it_is_stopped) {
    std::vector<std::string> parts;
    std::stop_source stop;
    fs::remove(folder / "vae/diffusion_pytorch_model.safetensors");
    const auto findings = checkModel(
        folder,
        [&](const std::string& part) {
            parts.push_back(part);
            stop.request_stop();
        },
        stop.get_token());
    EXPECT_EQ(parts, std::vector<std::string>{"unet"});
    EXPECT_EQ(errorsOf(findings), "");
    EXPECT_NE(errorsOf(checkModel(folder)).find("no weights"), std::string::npos);
}
