#include "app/cli/value_kinds.h"

#include "app/cli/option_flags.h"
#include "core/session/infer/request_schema.h"

namespace unlit::cli {

void addInputSpace(OptionSet& options, std::optional<ColorSpace>& space) {
    addOption(options, inputSpaceOption(space));
}

void addOutputSpace(OptionSet& options, std::optional<ColorSpace>& space) {
    addOption(options, outputSpaceOption(space));
}

void addLoras(OptionSet& options, LoraChoices& loras, const std::string& help) {
    const auto assign = [&loras](const std::string& text) {
        const auto lora = loraChoiceFrom(text);
        if (lora)
            loras.push_back(*lora);
        return lora.has_value();
    };
    options.repeated("--lora", "FILE[:SCALE]", {kAllowedLora, {}}, assign,
                     help + ", as unlit train, diffusers, peft (its folder) or kohya's scripts "
                            "save them, and how much of them, also by parts of layers' names "
                            "(FILE:0.8,to_q=0.5,mid_block=0); several add up",
                     "none");
}

void addExposure(OptionSet& options, std::optional<double>& exposureEv, const std::string& help) {
    addOption(options, helped(exposureOption(exposureEv), help));
}

void addLayerNames(OptionSet& options, std::string& file) {
    options.text("--layer-names", "FILE", file,
                 "Table of layer names and roles, like configs/layers.yaml",
                 "$UNLIT_LAYERS, ~/.config/unlit/layers.yaml, or the built-in one");
}

std::shared_ptr<const LayerTable> layerTableFrom(const std::string& file) {
    return file.empty() ? nullptr : std::make_shared<const LayerTable>(LayerTable::load(file));
}

void addSeed(OptionSet& options, std::uint64_t& seed, const std::string& help) {
    addOption(options, config::seedOption("seed", seed, help, {}));
}

} // namespace unlit::cli
