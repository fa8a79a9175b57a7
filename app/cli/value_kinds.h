// Kinds of values that several verbs take.
#pragma once

#include "app/cli/option_set.h"
#include "core/image/color/color_space.h"
#include "core/image/layers/layer_table.h"
#include "core/weights/lora/lora_choice.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace unlit::cli {

/// "--input-space auto|srgb|gamma22|linear|acescg|raw".
void addInputSpace(OptionSet& options, std::optional<ColorSpace>& space);

/// "--output-space auto|srgb|gamma22|linear|raw".
void addOutputSpace(OptionSet& options, std::optional<ColorSpace>& space);

/// "--exposure auto|EV"; unset = auto. EV from -64 to 64.
void addExposure(OptionSet& options, std::optional<double>& exposureEv, const std::string& help);

/// "--layer-names FILE": a table of layers in place of the user's own or the built-in one.
void addLayerNames(OptionSet& options, std::string& file);

/// Null for "". Throws Error with file, line and column for a wrong table.
std::shared_ptr<const LayerTable> layerTableFrom(const std::string& file);

/// "--seed N", from -2^63 to 2^64-1; negative numbers stand for their two's complement, as in the
/// generators that take them.
void addSeed(OptionSet& options, std::uint64_t& seed, const std::string& help);

/// What a LoRA may be given as, said after "use".
inline constexpr const char* kAllowedLora = "FILE, or FILE:SCALE with a scale from -100 to 100";

/// "--lora FILE[:SCALE]", once or several times.
void addLoras(OptionSet& options, LoraChoices& loras, const std::string& help);

} // namespace unlit::cli
