#include "core/weights/files/weight_files.h"

#include "core/weights/files/safetensors_writer.h"
#include "tests/core/weights/raw_safetensors.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace unlit;
using namespace unlit::weights;
using unlit::test::expectError;
using unlit::test::TempFolder;
using unlit::test::writeBytes;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& file, const std::string& name, float value) {
    writeSafetensors(file, {{name, torch::full({1}, value)}});
}

float valueOf(const StateDict& state, const std::string& name) {
    return state.at(name).item<float>();
}

/// Two shards with "a" and "b" and their index under the given name.
void writeShards(const fs::path& folder, const std::string& indexName) {
    write(folder / "part-1-of-2.safetensors", "a", 1);
    write(folder / "part-2-of-2.safetensors", "b", 2);
    writeBytes(folder / indexName, R"({"metadata":{"total_size":8},"weight_map":{)"
                                   R"("a":"part-1-of-2.safetensors",)"
                                   R"("b":"part-2-of-2.safetensors"}})");
}

void writeIndex(const fs::path& folder, const std::string& text) {
    writeBytes(folder / "model.safetensors.index.json", text);
}

} // namespace

TEST(WeightFiles, the_names_of_both_libraries_are_found) {
    for (const char* const name : {"diffusion_pytorch_model.safetensors", "model.safetensors"}) {
        const TempFolder folder;
        write(folder / name, "x", 5);
        EXPECT_EQ(valueOf(readWeights(folder.path()), "x"), 5) << name;
    }
}

TEST(WeightFiles, shards_are_read_as_one_under_every_spelling_of_the_index) {
    for (const char* const index : {
             "diffusion_pytorch_model.safetensors.index.json",
             "model.safetensors.index.json",
             "diffusion_pytorch_model.fp16.safetensors.index.json",
             "diffusion_pytorch_model.safetensors.index.fp16.json",
             "model.safetensors.fp16.index.json",
         }) {
        const TempFolder folder;
        writeShards(folder.path(), index);
        const StateDict state = readWeights(folder.path());
        ASSERT_EQ(state.size(), 2U) << index;
        EXPECT_EQ(valueOf(state, "a"), 1);
        EXPECT_EQ(valueOf(state, "b"), 2);
    }
}

TEST(WeightFiles, half_precision_files_are_used_only_when_alone) {
    const TempFolder folder;
    write(folder / "diffusion_pytorch_model.fp16.safetensors", "x", 16);
    EXPECT_EQ(valueOf(readWeights(folder.path()), "x"), 16);
    write(folder / "diffusion_pytorch_model.safetensors", "x", 32);
    EXPECT_EQ(valueOf(readWeights(folder.path()), "x"), 32);
}

TEST(WeightFiles, plain_shards_come_before_a_half_precision_file) {
    const TempFolder folder;
    write(folder / "model.fp16.safetensors", "x", 16);
    writeShards(folder.path(), "model.safetensors.index.json");
    EXPECT_EQ(readWeights(folder.path()).size(), 2U);
}

TEST(WeightFiles, pickle_is_refused_with_the_way_to_convert_it) {
    for (const char* const name :
         {"diffusion_pytorch_model.bin", "model.ckpt", "pytorch_model.pt"}) {
        const TempFolder folder;
        writeBytes(folder / name, "\x80\x02}q\x01.");
        expectError(ErrorKind::Unsupported, {name, "pickle", folder.path().string()},
                    [&] { readWeights(folder.path()); });
        try {
            readWeights(folder.path());
        } catch (const Error& error) {
            EXPECT_NE(error.hint().find("safe_serialization=True"), std::string::npos);
        }
    }
}

TEST(WeightFiles, pickle_beside_safetensors_does_no_harm) {
    const TempFolder folder;
    writeBytes(folder / "diffusion_pytorch_model.bin", "pickle");
    write(folder / "diffusion_pytorch_model.safetensors", "x", 1);
    EXPECT_EQ(readWeights(folder.path()).size(), 1U);
}

TEST(WeightFiles, no_weights_and_no_folder_are_told_apart) {
    const TempFolder folder;
    expectError(ErrorKind::NotFound, {"no weights in", folder.path().string()},
                [&] { readWeights(folder.path()); });
    expectError(ErrorKind::NotFound, {"no folder", "absent"},
                [&] { readWeights(folder / "absent"); });
}

TEST(WeightFiles, a_file_of_another_name_is_pointed_out) {
    const TempFolder folder;
    write(folder / "my_ema.safetensors", "x", 1);
    try {
        readWeights(folder.path());
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(error.hint().find("my_ema.safetensors"), std::string::npos) << error.hint();
    }
}

TEST(WeightFiles, a_missing_shard_is_named) {
    const TempFolder folder;
    writeShards(folder.path(), "model.safetensors.index.json");
    fs::remove(folder / "part-2-of-2.safetensors");
    expectError(ErrorKind::NotFound, {"part-2-of-2.safetensors", "missing"},
                [&] { readWeights(folder.path()); });
}

TEST(WeightFiles, a_shard_without_its_tensor_is_refused) {
    const TempFolder folder;
    writeShards(folder.path(), "model.safetensors.index.json");
    write(folder / "part-2-of-2.safetensors", "c", 2);
    expectError(ErrorKind::Corrupt, {"part-2-of-2.safetensors", "'b'"},
                [&] { readWeights(folder.path()); });
}

TEST(WeightFiles, a_tensor_in_two_shards_is_refused) {
    const TempFolder folder;
    writeShards(folder.path(), "model.safetensors.index.json");
    writeSafetensors(folder / "part-2-of-2.safetensors",
                     {{"a", torch::ones({1})}, {"b", torch::ones({1})}});
    expectError(ErrorKind::Corrupt, {"'a'", "another shard"}, [&] { readWeights(folder.path()); });
}

TEST(WeightFiles, an_index_cannot_reach_outside_its_folder) {
    const TempFolder folder;
    fs::create_directories(folder / "unet/sub");
    write(folder / "secret.safetensors", "a", 1);
    write(folder / "unet/sub/secret.safetensors", "a", 1);
    for (const std::string& target :
         {std::string("../secret.safetensors"), (folder / "secret.safetensors").string(),
          std::string("sub/secret.safetensors"), std::string("..\\\\secret.safetensors"),
          std::string("..")}) {
        writeIndex(folder / "unet", R"({"weight_map":{"a":")" + target + R"("}})");
        expectError(ErrorKind::Corrupt, {"no safetensors file of this folder"},
                    [&] { readWeights(folder / "unet"); });
    }
}

TEST(WeightFiles, a_damaged_index_is_refused) {
    const TempFolder folder;
    writeIndex(folder.path(), "");
    expectError(ErrorKind::Corrupt, {"empty"}, [&] { readWeights(folder.path()); });
    writeIndex(folder.path(), "{\n  \"weight_map\": {\n    \"a\" 3\n");
    expectError(ErrorKind::Corrupt, {"not valid JSON at line 3"},
                [&] { readWeights(folder.path()); });
    writeIndex(folder.path(), "[1]");
    expectError(ErrorKind::Corrupt, {"no JSON object"}, [&] { readWeights(folder.path()); });
    writeIndex(folder.path(), "{}");
    expectError(ErrorKind::Corrupt, {"no weight_map"}, [&] { readWeights(folder.path()); });
    writeIndex(folder.path(), R"({"weight_map":{"a":3}})");
    expectError(ErrorKind::Corrupt, {"'a' is not a text"}, [&] { readWeights(folder.path()); });
    writeIndex(folder.path(), R"({"weight_map":)" + std::string(100'000, '['));
    expectError(ErrorKind::Corrupt, {"nested too deeply"}, [&] { readWeights(folder.path()); });
}

TEST(WeightFiles, a_damaged_shard_is_named) {
    const TempFolder folder;
    writeShards(folder.path(), "model.safetensors.index.json");
    fs::resize_file(folder / "part-1-of-2.safetensors", 20);
    expectError(ErrorKind::Corrupt, {"part-1-of-2.safetensors"},
                [&] { readWeights(folder.path()); });
}

TEST(WeightFiles, downloads_that_were_not_finished_are_told) {
    const TempFolder linked;
    fs::create_symlink("../../blobs/abc", linked / "model.safetensors");
    expectError(ErrorKind::NotFound, {"is a link to ../../blobs/abc"},
                [&] { readWeights(linked.path()); });
    const TempFolder parts;
    write(parts / "model-00001-of-00002.safetensors", "a", 1);
    expectError(ErrorKind::NotFound, {"no index of the parts"}, [&] { readWeights(parts.path()); });
    const TempFolder pointer;
    writeBytes(pointer / "model.safetensors",
               "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n");
    expectError(ErrorKind::Corrupt, {"git lfs pull"}, [&] { readWeights(pointer.path()); });
}
