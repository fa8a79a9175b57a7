// The CLIP text encoder against modules/text_encoder.
#include "core/nn/clip/clip_tokenizer.h"
#include "tests/support/comparison.h"
#include "tests/support/reference_model.h"
#include "tests/support/reference_pack.h"
#include "tests/support/test_device.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

namespace unlit::test {

namespace {

constexpr double kTextTolerance = 2e-5;
const std::string kInputIds = ".input_ids";

bool endsWith(const std::string& text, const std::string& ending) {
    return text.size() > ending.size() && text.ends_with(ending);
}

/// Everything that the pack holds about the case, its input apart.
void compareCase(Comparison& comparison, const ReferencePack& pack, nn::CLIPTextModel& clip,
                 const std::string& name) {
    comparison.beginCase(name);
    const nn::ClipOutput output =
        clip->forwardWithHiddenStates(onTestDevice(pack.tensor(name + kInputIds)));
    for (const std::string& tensor : pack.names()) {
        if (!tensor.starts_with(name + ".") || tensor == name + kInputIds)
            continue;
        const std::string what = tensor.substr(name.size() + 1);
        const bool isLast = what == "last_hidden_state";
        ASSERT_TRUE(isLast || what.starts_with("hidden_")) << "unknown tensor " << tensor;
        const torch::Tensor actual =
            isLast ? output.lastHiddenState
                   : output.hiddenStates.at(std::stoul(what.substr(what.find('_') + 1)));
        comparison.maxAbs(what, actual, pack.tensor(tensor), kTextTolerance);
    }
}

} // namespace

TEST(Parity, text_encoder) {
    torch::NoGradGuard noGrad;
    const ReferencePack pack("modules/text_encoder");
    const std::string model = pack.json().at("model");
    nn::CLIPTextModel clip = referenceTextEncoder(model);
    Comparison comparison;
    for (const std::string& name : pack.names())
        if (endsWith(name, kInputIds))
            compareCase(comparison, pack, clip, name.substr(0, name.size() - kInputIds.size()));
    const std::vector<int64_t> tokens =
        nn::emptyPromptTokens(modelFolder(model).parent_path() / "tokenizer");
    EXPECT_EQ(tokens, (std::vector<int64_t>{pack.json().at("bos_id"), pack.json().at("eos_id")}));
    comparison.finish();
}

} // namespace unlit::test
