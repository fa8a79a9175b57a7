#include "core/infer/text_embedder.h"

#include "core/base/error.h"
#include "core/nn/precision.h"
#include "core/weights/component_weights.h"
#include "core/weights/module_loader.h"

#include <torch/utils.h>

#include <algorithm>

namespace unlit::infer {

namespace {

constexpr std::size_t kMostKnown = 512; // of Stable Diffusion's size 150 MB

std::int64_t lengthOf(const nn::ClipTokenizer& tokenizer, const weights::Component& encoder) {
    return std::min(tokenizer.maxLength(), nn::clipOptionsFromJson(encoder.config).maxPositions);
}

} // namespace

TextEmbedder::TextEmbedder(const weights::ModelFolder& folder, torch::Device device,
                           bool keepsEncoder)
    : m_component(folder.textEncoder), m_device(device), m_keepsEncoder(keepsEncoder),
      m_tokenizer(folder.tokenizer.folder), m_length(lengthOf(m_tokenizer, m_component)) {
    if (!m_tokenizer.knowsLetters())
        throw Error::invalidInput("the tokenizer in " + folder.tokenizer.folder.string() +
                                      " knows no letters: all texts are alike to it",
                                  "take tokenizer and text encoder of a text-to-image model: "
                                  "model.tokenizer, model.text_encoder");
    if (m_length < 3)
        throw Error::invalidInput("the text encoder in " + m_component.folder.string() +
                                      " takes no more than begin and end of a text",
                                  "take that of a text-to-image model: model.text_encoder");
}

/// On the processor where it goes again: it would need as much of a GPU as a third of the UNet.
nn::CLIPTextModel TextEmbedder::encoder() {
    if (!m_encoder.is_empty())
        return m_encoder;
    nn::CLIPTextModel encoder(nn::clipOptionsFromJson(m_component.config));
    nn::setPrecision(*encoder, torch::kFloat32, m_keepsEncoder ? m_device : torch::kCPU,
                     nn::WeightValues::Discard);
    encoder->eval();
    weights::loadInto(*encoder, weights::readComponentWeights(m_component),
                      m_component.folder.string());
    for (torch::Tensor& weight : encoder->parameters())
        weight.requires_grad_(false);
    if (m_keepsEncoder)
        m_encoder = encoder;
    return encoder;
}

torch::Tensor TextEmbedder::embed(const std::string& text) {
    const auto known = std::ranges::find(m_known, text, &Known::text);
    if (known != m_known.end()) {
        m_known.splice(m_known.begin(), m_known, known);
        return m_known.front().embedding_1LD;
    }
    const torch::NoGradGuard noGrad;
    nn::CLIPTextModel encoder = this->encoder();
    const torch::Tensor ids_1L = torch::tensor(m_tokenizer.encode(text, m_length).ids)
                                     .unsqueeze(0)
                                     .to(encoder->parameters().front().device());
    const torch::Tensor embedding_1LD = encoder->forward(ids_1L).to(m_device);
    if (!embedding_1LD.any().item<bool>())
        throw Error::invalidInput("the text encoder in " + m_component.folder.string() +
                                      " says the same of every text: zeros",
                                  "take that of a text-to-image model: model.text_encoder");
    m_known.push_front({text, embedding_1LD});
    if (m_known.size() > kMostKnown)
        m_known.pop_back();
    return embedding_1LD;
}

std::string cutNote(const weights::ModelFolder& folder, const std::string& text) {
    const nn::ClipTokenizer tokenizer(folder.tokenizer.folder);
    const std::int64_t length = lengthOf(tokenizer, folder.textEncoder);
    if (!tokenizer.encode(text, length).isCut)
        return {};
    return "the text is longer than the " + std::to_string(length - 2) +
           " tokens that the model reads: the rest of it does not count";
}

} // namespace unlit::infer
