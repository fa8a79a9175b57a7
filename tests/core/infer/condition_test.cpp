// What a model is told beside the picture, and how much that counts.
#include "core/infer/condition.h"

#include "core/infer/denoise.h"
#include "core/infer/text_embedder.h"
#include "core/weights/component_weights.h"
#include "core/weights/files/safetensors_writer.h"
#include "core/weights/module_loader.h"
#include "tests/core/infer/tiny_model.h"
#include "tests/support/expect_error.h"
#include "tests/support/small_model.h"
#include "tests/support/temp_folder.h"

#include <torch/utils.h>

#include <gtest/gtest.h>

#include <fstream>

using namespace unlit;
using namespace unlit::infer;
using test::expectError;

namespace {

class ToldModel : public testing::Test {
protected:
    ToldModel() { test::writeSmallModel(m_temp.path()); }

    /// With classes of random vectors.
    std::shared_ptr<LoadedModel> ofClasses() const {
        auto model = load();
        model->unet->setClasses(3);
        const torch::NoGradGuard noGrad;
        model->unet->class_embedding->weight.normal_();
        model->folder.unet.config["num_class_embeds"] = 3;
        return model;
    }

    std::shared_ptr<LoadedModel> ofTexts() const {
        test::addLetters(m_temp.path());
        std::ofstream(m_temp / "unlit.json") << R"({"sees_text": true})";
        return load();
    }

    std::shared_ptr<LoadedModel> load() const {
        return loadModel(weights::openModelFolder(m_temp.path()), "cpu", Precision::Float32);
    }

    weights::ModelFolder folder() const { return weights::openModelFolder(m_temp.path()); }

    static torch::Tensor ask(LoadedModel& model, const Guidance& guidance) {
        const torch::NoGradGuard noGrad;
        const torch::Tensor noisy = torch::linspace(-1, 1, 2 * 4 * 8 * 8).reshape({2, 4, 8, 8});
        return predictOutput(model, noisy, noisy.flip(1), 500, ConcatOrder::ImageFirst, guidance);
    }

    static Image albedoOf(const std::shared_ptr<LoadedModel>& model,
                          const ConditionOptions& condition) {
        InferOptions options;
        options.steps = 2;
        options.processingRes = 0;
        options.condition = condition;
        return test::predict(model, options, test::testPicture(16, 16)).targets.at(0).image;
    }

    test::TempFolder m_temp;
};

} // namespace

// Ho and Salimans' weight, as diffusers counts it: at 1 the conditioned answer, at 0 the other one.
TEST(GuidanceFormula, goes_on_from_the_untold_through_the_told) {
    const torch::Tensor told = torch::tensor({2.0, -1.0}), untold = torch::tensor({1.0, 3.0});
    EXPECT_TRUE(torch::equal(guided(told, untold, 1), told));
    EXPECT_TRUE(torch::equal(guided(told, untold, 0), untold));
    EXPECT_TRUE(torch::equal(guided(told, untold, 2.5), torch::tensor({3.5, -7.0})));
}

TEST_F(ToldModel, guidance_is_two_passes_of_the_network) {
    const auto model = ofClasses();
    RunSettings settings;
    settings.condition = "2";
    const torch::Tensor told = ask(*model, guidanceOf(*model, settings));
    settings.condition = "";
    const torch::Tensor untold = ask(*model, guidanceOf(*model, settings));
    EXPECT_GT((told - untold).abs().max().item<float>(), 1e-3);
    settings.condition = "2";
    settings.guidanceScale = 3;
    const torch::Tensor both = ask(*model, guidanceOf(*model, settings));
    EXPECT_TRUE(torch::allclose(both, 3 * told - 2 * untold, 1e-5, 1e-5));
}

TEST_F(ToldModel, pictures_follow_the_class_and_the_guidance) {
    const auto model = ofClasses();
    const Image none = albedoOf(model, {}),
                first = albedoOf(model, {.classLabel = 0, .prompt = {}});
    const Image third = albedoOf(model, {.classLabel = 2, .prompt = {}});
    EXPECT_NE(none.samples, first.samples);
    EXPECT_NE(first.samples, third.samples);
    EXPECT_NE(albedoOf(model, {.classLabel = 2, .prompt = {}, .guidanceScale = 4}).samples,
              third.samples);
    EXPECT_EQ(albedoOf(model, {.classLabel = 2, .prompt = {}, .guidanceScale = 0}).samples,
              none.samples);
    EXPECT_EQ(none.samples, albedoOf(load(), {}).samples);
}

TEST_F(ToldModel, pictures_follow_the_text) {
    const auto model = ofTexts();
    EXPECT_EQ(model->emptyText_1LD.size(1), 77); // padded as other texts are
    const Image none = albedoOf(model, {});
    const Image wall = albedoOf(model, {.classLabel = {}, .prompt = "a wall"});
    EXPECT_NE(none.samples, wall.samples);
    EXPECT_EQ(albedoOf(model, {.classLabel = {}, .prompt = " A  Wall "}).samples, wall.samples);
}

TEST_F(ToldModel, a_text_is_what_the_text_encoder_makes_of_its_tokens) {
    const auto model = ofTexts();
    TextEmbedder texts(folder(), torch::kCPU, false);
    // a: 20 and 21, b: 22 and 23; begin, end and "!" as in the folder's vocabulary.
    nlohmann::json vocabulary;
    std::ifstream(m_temp / "tokenizer/vocab.json") >> vocabulary;
    std::vector<std::int64_t> ids(77, vocabulary.at("!").get<std::int64_t>());
    ids[0] = vocabulary.at("<|startoftext|>");
    ids[1] = 20;
    ids[2] = 23;
    ids[3] = vocabulary.at("<|endoftext|>");
    nn::CLIPTextModel encoder(nn::clipOptionsFromJson(folder().textEncoder.config));
    weights::loadInto(*encoder, weights::readComponentWeights(folder().textEncoder), "encoder");
    const torch::NoGradGuard noGrad;
    EXPECT_TRUE(torch::allclose(texts.embed("ab"),
                                encoder->forward(torch::tensor(ids).unsqueeze(0)), 1e-5, 1e-6));
}

TEST_F(ToldModel, what_the_model_does_not_know_is_refused) {
    const auto refuse = [&](const ConditionOptions& options, const std::string& says,
                            const weights::ModelFolder& model) {
        expectError(ErrorKind::InvalidInput, {says}, [&] { conditionWord(options, model); });
    };
    weights::ModelFolder model = folder();
    refuse({.classLabel = 1, .prompt = {}}, "knows no classes", model);
    refuse({.classLabel = {}, .prompt = "a wall"}, "not trained with texts", model);
    refuse({.classLabel = {}, .prompt = {}, .guidanceScale = 2}, "guidance scale does nothing",
           model);
    model.unet.config["num_class_embeds"] = 3;
    EXPECT_EQ(conditionWord({.classLabel = 2, .prompt = {}}, model), "2");
    refuse({.classLabel = 3, .prompt = {}}, "no class \"3\"", model);
    refuse({.classLabel = 2, .prompt = {}, .guidanceScale = -1}, "guidance scale", model);
}

TEST_F(ToldModel, texts_that_are_all_alike_are_refused) {
    expectError(ErrorKind::InvalidInput, {"tokenizer", "no letters"},
                [&] { TextEmbedder(folder(), torch::kCPU, false); });
    test::addLetters(m_temp.path());
    auto weights = weights::readComponentWeights(folder().textEncoder);
    for (auto& [name, tensor] : weights)
        if (name.find("final_layer_norm") != std::string::npos)
            tensor = torch::zeros_like(tensor);
    weights::writeSafetensors(m_temp / "text_encoder/model.safetensors", weights);
    TextEmbedder texts(folder(), torch::kCPU, false);
    expectError(ErrorKind::InvalidInput, {"text encoder", "zeros"}, [&] { texts.embed("a"); });
}

TEST_F(ToldModel, long_texts_are_noted) {
    test::addLetters(m_temp.path());
    EXPECT_EQ(cutNote(folder(), "a short one"), "");
    std::string book;
    for (int i = 0; i < 10000; ++i)
        book += "word ";
    EXPECT_NE(cutNote(folder(), book).find("75 tokens"), std::string::npos);
    TextEmbedder texts(folder(), torch::kCPU, false);
    EXPECT_EQ(texts.embed(book).size(1), 77);
}
