// The UNet's outputs against modules/unet.
#include "core/nn/unet/adapt_unet.h"
#include "tests/support/comparison.h"
#include "tests/support/reference_model.h"
#include "tests/support/reference_pack.h"
#include "tests/support/test_device.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

#include <regex>
#include <set>

namespace unlit::test {

namespace {

constexpr double kUnetTolerance = 1e-4;

/// One pack, and which of its tensors have been of use: none may be passed over in silence.
class UNetCases {
public:
    explicit UNetCases(const ReferencePack& pack) : m_pack(pack) {}

    torch::Tensor take(const std::string& name) {
        m_used.insert(name);
        return onTestDevice(m_pack.tensor(name));
    }

    /// The first of the names that the pack has.
    torch::Tensor takeFirst(const std::vector<std::string>& names) {
        for (const std::string& name : names)
            if (m_pack.has(name))
                return take(name);
        throw std::runtime_error("the pack has no " + names.front());
    }

    /// "<case>.timestep(s)", else the t of the description or of the case's name ("t17").
    torch::Tensor timesteps(const std::string& name, const std::string& description) {
        for (const char* ending : {".timesteps", ".timestep"})
            if (m_pack.has(name + ending))
                return take(name + ending);
        std::smatch words;
        if (std::regex_search(description, words, std::regex("t=(\\d+)")) ||
            std::regex_match(name, words, std::regex("t(\\d+)")))
            return onTestDevice(torch::tensor({static_cast<int64_t>(std::stoll(words[1]))}));
        throw std::runtime_error("no timestep for case " + name);
    }

    /// "t0" -> {"t0.out"}; "batch0" -> {"batch0.out", "batch0.out_text77"}.
    std::vector<std::string> outputs(const std::string& name) const {
        std::vector<std::string> found;
        for (const std::string& tensor : m_pack.names())
            if (tensor == name + ".out" || tensor.starts_with(name + ".out_text"))
                found.push_back(tensor);
        return found;
    }

    std::vector<std::string> unused() const {
        std::vector<std::string> names;
        for (const std::string& name : m_pack.names())
            if (!m_used.contains(name))
                names.push_back(name);
        return names;
    }

private:
    const ReferencePack& m_pack;
    std::set<std::string> m_used;
};

/// "batch0.out_text77" -> "_77", "batch0.out" -> "".
std::string textSuffix(const std::string& output) {
    const size_t found = output.find(".out_text");
    return found == std::string::npos ? "" : "_" + output.substr(found + 9);
}

/// The network for a sample: the model as it is, or widened to its channels.
class UNets {
public:
    explicit UNets(std::string model) : m_model(std::move(model)) {}

    nn::UNet2DConditionModel& reading(int64_t channels) {
        auto& unet = m_byChannels[channels];
        if (!unet) {
            unet = referenceUNet(m_model);
            widenTo(*unet, channels);
        }
        return *unet;
    }

private:
    std::string m_model;
    std::map<int64_t, std::optional<nn::UNet2DConditionModel>> m_byChannels;
};

void compareCase(Comparison& comparison, UNetCases& cases, UNets& unets, const std::string& name,
                 const std::string& description) {
    comparison.beginCase(name);
    const torch::Tensor sample = cases.takeFirst({name + ".sample", "sample_" + name, "sample"});
    const torch::Tensor timesteps = cases.timesteps(name, description);
    const auto outputs = cases.outputs(name);
    ASSERT_FALSE(outputs.empty()) << "no output of case " << name;
    for (const std::string& output : outputs) {
        const std::string text = "encoder_hidden_states" + textSuffix(output);
        const torch::Tensor states = cases.takeFirst({name + "." + text, text});
        const torch::Tensor actual =
            unets.reading(sample.size(1))
                ->forward(sample, timesteps, states.narrow(0, 0, sample.size(0)));
        comparison.maxAbs(output, actual, cases.take(output), kUnetTolerance);
    }
}

void compareWidening(Comparison& comparison, UNetCases& cases, UNets& unets) {
    comparison.beginCase("conv_in");
    const torch::Tensor before = cases.take("conv_in.weight.before");
    const torch::Tensor widened = cases.take("conv_in.weight.widened");
    nn::UNet2DConditionModel& plain = unets.reading(before.size(1));
    nn::UNet2DConditionModel& wide = unets.reading(widened.size(1));
    comparison.exact("weight.before", plain->conv_in->weight, before);
    comparison.exact("bias.before", plain->conv_in->bias, cases.take("conv_in.bias.before"));
    comparison.maxAbs("weight.widened", wide->conv_in->weight, widened, 1e-7);
    comparison.exact("bias.widened", wide->conv_in->bias, cases.take("conv_in.bias.widened"));
}

void compareTimeEmbedding(Comparison& comparison, UNetCases& cases,
                          nn::UNet2DConditionModel& unet) {
    comparison.beginCase("time");
    const torch::Tensor code = unet->time_proj(cases.take("time_proj.timesteps"));
    comparison.maxAbs("time_proj", code, cases.take("time_proj.out"), kUnetTolerance);
    comparison.maxAbs("time_embedding", unet->time_embedding(code),
                      cases.take("time_embedding.out"), kUnetTolerance);
}

} // namespace

TEST(Parity, unet) {
    torch::NoGradGuard noGrad;
    const ReferencePack pack("modules/unet");
    UNetCases cases(pack);
    UNets unets(pack.json().at("model"));
    Comparison comparison;
    for (const auto& [name, description] : pack.json().at("cases").items())
        compareCase(comparison, cases, unets, name, description);
    if (pack.has("conv_in.weight.before"))
        compareWidening(comparison, cases, unets);
    if (pack.has("time_proj.timesteps"))
        compareTimeEmbedding(comparison, cases, unets.reading(pack.tensor("sample").size(1)));
    EXPECT_EQ(cases.unused(), std::vector<std::string>{}) << "tensors that no case has used";
    comparison.finish();
}

} // namespace unlit::test
