// Layer names as kohya's scripts write them: "lora_unet_down_blocks_0_…_attn1_to_q".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace unlit::weights {

/// "down_blocks.0.….attn1.to_q" of "down_blocks_0_…_attn1_to_q". Empty for names of another layout
/// ("input_blocks_…") and for words that a UNet does not have.
std::optional<std::string> layerOfKohya(std::string_view name);

} // namespace unlit::weights
