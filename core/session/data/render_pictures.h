// Pictures of a rendered set, written on several threads: all of them, or the share of one process.
#pragma once

#include "core/base/work_share.h"
#include "core/data/synth/material_source.h"
#include "core/data/synth/texture_library.h"
#include "core/session/data/synthesize_dataset.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace unlit {

/// What the options speak of, opened.
struct SetMaterials {
    std::shared_ptr<const synth::TextureLibrary> textures; ///< null without a folder of them
    std::vector<std::string> heldOut;
    synth::MaterialSource source;
};

/// Null when stopped. Throws as synthesizeDataset for names and textures.
std::unique_ptr<SetMaterials>
openMaterials(const SynthesisOptions& options,
              const std::function<void(const SynthesisProgress&)>& progress,
              const std::stop_token& stop);

/// What the whole set has to know of pictures that were rendered.
struct RenderedPictures {
    std::map<int, nlohmann::ordered_json> stories; ///< by number: as synthesis.json has them
    std::map<std::string, std::string> broken;     ///< texture sets that could not be read, and why
};

/// Blocks; `progress` is called on this thread. Empty when stopped. Throws what the first failing
/// worker threw.
std::optional<RenderedPictures>
renderPictures(const SynthesisOptions& options, const synth::MaterialSource& materials,
               WorkShare share, const std::filesystem::path& folder,
               const std::function<void(const SynthesisProgress&)>& progress,
               const std::stop_token& stop);

} // namespace unlit
