// What may appear in a synthetic set, by its options: shared by making one and looking at one.
#pragma once

#include "core/data/synth/material_source.h"
#include "core/data/synth/texture_library.h"
#include "core/session/data/synthesize_dataset.h"

#include <memory>
#include <string>
#include <vector>

namespace unlit {

/// Null where the options name no folder. As TextureLibrary.
std::shared_ptr<const synth::TextureLibrary>
openTextures(const SynthesisOptions& options, const data::ListingProgress& progress = {},
             const std::stop_token& stop = {});

/// What must not appear. Throws Error::invalidInput for names that there are not, and for texture
/// sets where no folder was given.
std::vector<std::string> heldOutOf(const SynthesisOptions& options,
                                   const synth::TextureLibrary* textures);

/// How many materials are made unlike their kind.
synth::MaterialChanges changesOf(const SynthesisOptions& options);

} // namespace unlit
