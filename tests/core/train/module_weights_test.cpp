// Weights from elsewhere in a run that begins: what is taken, what stays, what is refused.
#include "core/base/error.h"
#include "core/weights/files/safetensors.h"
#include "core/weights/files/safetensors_writer.h"
#include "core/weights/state_dict.h"
#include "tests/core/train/small_run.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/torch.h>

#include <algorithm>

using namespace unlit;
using testing::HasSubstr;

namespace {

class ModuleWeights : public testing::Test {
protected:
    ModuleWeights() {
        small.config.maxIter = 1;
        small.config.lr = 0.0;
        small.config.trainer.validationPeriod = 0;
        own = weights::readWeights(folder / "model/unet");
        for (const auto& [name, tensor] : own)
            other[name] = torch::full(tensor.sizes(), 0.25, torch::kFloat32);
    }

    void use(const std::string& module, std::vector<std::string> leaveOut = {},
             bool strict = true) {
        weights::writeSafetensors(folder / "other.safetensors", other, {});
        small.config.model.weights = {
            {folder / "other.safetensors", module, std::move(leaveOut), strict}};
    }

    /// The names whose numbers are those of the other file after a run that moves nothing.
    std::vector<std::string> taken(const std::string& run) {
        EXPECT_EQ(small.start(run), train::RunEnd::Complete);
        std::vector<std::string> names;
        for (const auto& [name, tensor] :
             weights::readWeights(folder / run / "checkpoint/latest/unet"))
            if (torch::equal(tensor, torch::full(tensor.sizes(), 0.25, torch::kFloat32))) {
                names.push_back(name);
            } else if (name != "conv_in.weight") { // whose halves are saved in one order
                EXPECT_TRUE(torch::equal(tensor, own.at(name))) << name << " stays";
            }
        return names;
    }

    std::string refusal() {
        std::filesystem::remove_all(folder / "refused");
        try {
            small.start("refused");
        } catch (const Error& error) {
            return std::string(error.what()) + "; " + error.hint();
        }
        ADD_FAILURE() << "not refused";
        return {};
    }

    std::string told() const {
        std::string all;
        for (const LogLine& line : small.all<LogLine>())
            all += line.text + "\n";
        return all;
    }

    test::TempFolder folder;
    test::SmallRun small{folder.path()};
    weights::StateDict own, other;
};

bool isIn(const std::string& name, const char* module) {
    return name.starts_with(module);
}

} // namespace

TEST_F(ModuleWeights, one_module_is_taken_and_all_else_stays) {
    use("unet.mid_block");
    const auto names = taken("run");
    EXPECT_FALSE(names.empty());
    EXPECT_LT(names.size(), own.size());
    for (const std::string& name : names)
        EXPECT_TRUE(isIn(name, "mid_block.")) << name;
    EXPECT_THAT(told(), HasSubstr(std::to_string(names.size()) + " tensors of unet.mid_block"));
}

TEST_F(ModuleWeights, what_is_left_out_keeps_what_it_has) {
    use("unet", {"conv_in", "mid_block.resnets"});
    const auto names = taken("run");
    for (const auto& [name, tensor] : own)
        EXPECT_EQ(std::ranges::find(names, name) == names.end(),
                  isIn(name, "conv_in.") || isIn(name, "mid_block.resnets."))
            << name;
}

TEST_F(ModuleWeights, a_resumed_run_keeps_what_it_has_learnt) {
    use("unet.mid_block");
    small.config.maxIter = 4;
    small.config.lr = 1e-3;
    small.stopAt(2, 0);
    ASSERT_EQ(small.start("parts"), train::RunEnd::Stopped);
    std::filesystem::remove(folder / "other.safetensors");
    weights::writeSafetensors(folder / "other.safetensors", own, {});
    ASSERT_EQ(small.resume("parts"), train::RunEnd::Complete);
    use("unet.mid_block");
    ASSERT_EQ(small.start("whole"), train::RunEnd::Complete);
    EXPECT_EQ(test::traceOf(folder / "parts"), test::traceOf(folder / "whole"));
}

TEST_F(ModuleWeights, what_does_not_fit_is_an_error_or_is_told) {
    const auto first = std::ranges::find_if(
        other, [](const auto& item) { return isIn(item.first, "mid_block."); });
    other["mid_block.stranger"] = torch::zeros({1});
    other[first->first] = torch::zeros({1, 2, 3});
    use("unet.mid_block");
    const std::string refused = refusal();
    EXPECT_THAT(refused, HasSubstr("do not fit unet.mid_block"));
    EXPECT_THAT(refused, HasSubstr("mid_block.stranger"));
    EXPECT_THAT(refused, HasSubstr("[1, 2, 3]"));
    use("unet.mid_block", {}, false);
    EXPECT_FALSE(taken("partly").empty());
    EXPECT_THAT(told(), HasSubstr("mid_block.stranger"));
}

TEST_F(ModuleWeights, names_that_are_none_are_refused_with_the_nearest) {
    use("unet");
    EXPECT_THAT(refusal(), HasSubstr("add conv_in to leave_out"));
    use("unet.mid_blok");
    EXPECT_THAT(refusal(), HasSubstr("no module mid_blok (did you mean mid_block?)"));
    use("unet", {"conv_inn"});
    EXPECT_THAT(refusal(), HasSubstr("no module conv_inn (did you mean conv_in?)"));
    std::erase_if(other, [](const auto& item) { return isIn(item.first, "mid_block."); });
    use("unet.mid_block", {}, false);
    EXPECT_THAT(refusal(), HasSubstr("has no weight for unet.mid_block"));
    small.config.model.weights[0].path = folder / "nothing";
    EXPECT_THAT(refusal(), HasSubstr("there is nothing at"));
}
