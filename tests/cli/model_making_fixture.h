// A folder in which models are made from nothing, and sets of pairs to try them on.
#pragma once

#include "tests/cli/command_fixture.h"
#include "tests/core/data/test_scene.h"
#include "tests/support/file_text.h"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace unlit::test {

/// The smallest networks that `unlit model new` makes in a moment.
inline constexpr const char* kSizes =
    "unet: {block_out_channels: [16, 24], attention: [0, 1], heads: [2], layers_per_block: 1, "
    "norm_num_groups: 4}\n"
    "vae: {block_out_channels: [8, 8], layers_per_block: 1, latent_channels: 16, norm_num_groups: "
    "4, sample_size: 64}\n"
    "pipeline: {kwargs: {default_denoising_steps: 1, default_processing_resolution: 32}}\n";

class ModelMaking : public CommandTest {
protected:
    std::string makeNew(const std::string& name, const std::vector<std::string>& settings = {}) {
        std::vector<std::string> arguments = {"model", "new", "--config",
                                              makeFile("new.yaml", kSizes), text(name)};
        arguments.insert(arguments.end(), settings.begin(), settings.end());
        const ProcessResult made = runUnlit(arguments);
        EXPECT_EQ(made.exitCode, 0) << made.errors;
        return text(name);
    }

    std::string makeSet(int pairs) const {
        return writeScenes(path("set"), pairs, 48, 32).string();
    }

    std::string bytesOf(const std::string& file) const { return textOf(path(file)); }

    nlohmann::json jsonIn(const std::string& file) const {
        return nlohmann::json::parse(bytesOf(file));
    }

    /// All parts' tensors are of this type.
    void expectType(const std::string& model, const std::string& dtype) {
        const nlohmann::json info = objectOf(runUnlit({"model", "info", model, "--json"}));
        for (const nlohmann::json& part : info["components"])
            if (part["parameters"] > 0) {
                EXPECT_EQ(part["dtype"], dtype) << part["name"];
            }
    }
};

} // namespace unlit::test
