#include "core/weights/lora/kohya_names.h"

#include <algorithm>
#include <array>

namespace unlit::weights {

namespace {

using namespace std::string_view_literals;

/// Names inside a UNet that hold an underscore themselves, and those that hold none.
constexpr std::array kUnetWords = {"down_blocks"sv,
                                   "up_blocks"sv,
                                   "mid_block"sv,
                                   "attentions"sv,
                                   "resnets"sv,
                                   "transformer_blocks"sv,
                                   "attn1"sv,
                                   "attn2"sv,
                                   "to_q"sv,
                                   "to_k"sv,
                                   "to_v"sv,
                                   "to_out"sv,
                                   "ff"sv,
                                   "net"sv,
                                   "proj"sv,
                                   "proj_in"sv,
                                   "proj_out"sv,
                                   "downsamplers"sv,
                                   "upsamplers"sv,
                                   "conv"sv,
                                   "conv1"sv,
                                   "conv2"sv,
                                   "conv_in"sv,
                                   "conv_out"sv,
                                   "conv_shortcut"sv,
                                   "time_emb_proj"sv,
                                   "time_embedding"sv,
                                   "linear_1"sv,
                                   "linear_2"sv};

bool isIndex(std::string_view word) {
    return !word.empty() &&
           std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// The longest word that the name begins with; empty where it begins with none.
std::string_view firstWord(std::string_view name) {
    std::string_view best;
    for (std::size_t end = name.find('_');; end = name.find('_', end + 1)) {
        const std::string_view word = name.substr(0, end);
        if (isIndex(word) ||
            std::find(kUnetWords.begin(), kUnetWords.end(), word) != kUnetWords.end())
            best = word;
        if (end == std::string_view::npos)
            return best;
    }
}

} // namespace

std::optional<std::string> layerOfKohya(std::string_view name) {
    std::string layer;
    while (!name.empty()) {
        const std::string_view word = firstWord(name);
        if (word.empty())
            return {};
        layer += (layer.empty() ? "" : ".") + std::string(word);
        name.remove_prefix(std::min(word.size() + 1, name.size()));
    }
    return layer;
}

} // namespace unlit::weights
