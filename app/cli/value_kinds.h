// Kinds of values that several verbs take.
#pragma once

#include "app/cli/option_set.h"
#include "core/image/color_space.h"
#include "core/image/layer_table.h"
#include "core/weights/lora_choice.h"

#include <charconv>
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
void addExposure(OptionSet& options, std::optional<double>& exposureEv, const std::string& help,
                 const std::string& defaultText);

/// "--layer-names FILE": a table of layers in place of the user's own or the built-in one.
void addLayerNames(OptionSet& options, std::string& file);

/// Null for "". Throws Error with file, line and column for a wrong table.
std::shared_ptr<const LayerTable> layerTableFrom(const std::string& file);

/// "--seed N", from -2^63 to 2^64-1; negative numbers stand for their two's complement, as in the
/// generators that take them.
void addSeed(OptionSet& options, std::uint64_t& seed, const std::string& help,
             const std::string& defaultText);

/// What a LoRA may be given as, said after "use".
inline constexpr const char* kAllowedLora = "FILE, or FILE:SCALE with a scale from -100 to 100";

/// "--lora FILE[:SCALE]", once or several times.
void addLoras(OptionSet& options, LoraChoices& loras, const std::string& help);

/// "NAME SHARE", a number from 0 to 1. T: double or std::optional<double>.
template <class T>
void addShare(OptionSet& set, const std::string& name, T& share, const std::string& help,
              const std::string& defaultText) {
    const auto assign = [&share](const std::string& text) {
        double given = 0;
        const char* end = text.data() + text.size();
        const auto [stop, failure] = std::from_chars(text.data(), end, given);
        if (failure != std::errc{} || stop != end || !(given >= 0 && given <= 1))
            return false;
        share = given;
        return true;
    };
    set.value(name, "SHARE", {"a number from 0 to 1", {}}, assign, help, defaultText);
}

} // namespace unlit::cli
