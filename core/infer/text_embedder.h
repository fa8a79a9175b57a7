// Lines of text as what the UNet attends to.
#pragma once

#include "core/nn/clip/clip_text_model.h"
#include "core/nn/clip/clip_tokenizer.h"
#include "core/weights/model_folder.h"

#include <torch/types.h>

#include <cstdint>
#include <list>
#include <memory>
#include <string>

namespace unlit::infer {

/// Tokenizer and text encoder of a model folder. Thread: the one that runs the model.
class TextEmbedder {
public:
    /// `keepsEncoder`: between texts that are new, too; otherwise it is loaded for each of them and
    /// goes again. Reads the tokenizer. Throws as ClipTokenizer, and InvalidInput where all texts
    /// are alike: the tokenizer knows no letters, or the encoder says nothing but zeros.
    TextEmbedder(const weights::ModelFolder& folder, torch::Device device, bool keepsEncoder);

    /// [1, L, D] float32 on the device, L the same for all texts; what is longer is cut. The last
    /// ones are remembered. Throws as loading a text encoder does.
    torch::Tensor embed(const std::string& text);

    /// How many tokens count, those of begin and end among them.
    std::int64_t length() const { return m_length; }

    /// Its tokens behind that of the begin, as far as they count: ClipTokenizer::pieces.
    std::vector<std::string> pieces(const std::string& text) const {
        return m_tokenizer.pieces(text, m_length);
    }

    bool isCut(const std::string& text) const { return m_tokenizer.encode(text, m_length).isCut; }

private:
    struct Known {
        std::string text;
        torch::Tensor embedding_1LD;
    };

    nn::CLIPTextModel encoder();

    weights::Component m_component; ///< of the encoder
    torch::Device m_device;
    bool m_keepsEncoder;
    nn::ClipTokenizer m_tokenizer;
    std::int64_t m_length = 0;
    nn::CLIPTextModel m_encoder{nullptr};
    std::list<Known> m_known; ///< used last first
};

/// What of the text a model of this folder would not see, as a sentence; "" where it sees all.
std::string cutNote(const weights::ModelFolder& folder, const std::string& text);

} // namespace unlit::infer
