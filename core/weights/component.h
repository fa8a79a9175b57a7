// One part of a model folder: where it lies and what its config says.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace unlit::weights {

enum class ComponentKind { Unet, Vae, TextEncoder, Tokenizer, Scheduler };

struct Component {
    std::string name; ///< "unet", "vae", "vae_beauty", …: the folder's name in the layout
    ComponentKind kind = ComponentKind::Unet;
    std::filesystem::path folder;
    std::filesystem::path configFile; ///< for messages
    std::string className;            ///< "UNet2DConditionModel", …
    nlohmann::json config;            ///< of a whole CLIPModel only its text_config
};

/// Reads the config of the part in `folder`. `indexClass` is what model_index.json calls it, "" if
/// nothing. Throws Error: NotFound (no folder, no config), Corrupt, Unsupported (a class that is
/// not known here).
Component readComponent(ComponentKind kind, std::string name, const std::filesystem::path& folder,
                        const std::string& indexClass);

/// A whole number of the config within [least, most]; `missing` when the key is absent or null.
/// Throws Error::invalidInput naming the file.
std::int64_t wholeNumber(const Component& component, const std::string& key, std::int64_t missing,
                         std::int64_t least = 1, std::int64_t most = 1'000'000);

} // namespace unlit::weights
