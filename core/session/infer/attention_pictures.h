// The attention maps of a run as a folder of pictures.
#pragma once

#include "core/base/atomic_folder.h"
#include "core/infer/attention_reader.h"
#include "core/infer/loaded_model.h"
#include "core/session/infer/inference_types.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace unlit {

/// Throws Error::invalidInput for a run whose maps cannot be told apart (ensembles, tiles,
/// sequences), a folder that is there and may not be replaced, and, with the input's size, a point
/// outside of it.
void requireAttentionMaps(const InferenceRequest& request);
void requirePointInside(const AttentionRequest& attention, int width, int height);

/// FOLDER/step_001/LAYER/head_00.png: 8 bits, black = 0, white = the largest weight of the map;
/// with a prompt LAYER/token_01.png, too, how much each place looks at that token of it.
/// attention.json lists them all: file, step, layer, head or token and word, width, height, and
/// that weight.
class AttentionPictures {
public:
    /// Reads `model` from now on. `width`, `height`: of the input. Throws as requirePointInside.
    AttentionPictures(const InferenceRequest& request, infer::LoadedModel& model, int width,
                      int height);

    /// The folder appears. Throws Error::system.
    void commit();

private:
    void save(const infer::AttentionMap& map);

    AtomicFolder m_folder;
    nlohmann::json m_list = nlohmann::json::array();
    std::vector<std::string> m_words;               ///< of the prompt's tokens
    std::optional<infer::AttentionReader> m_reader; ///< goes first
};

} // namespace unlit
