// A set of rendered training pairs without any asset from outside: beauty, albedo, mask.
#pragma once

#include "core/base/work_share.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace unlit {

struct SynthesisOptions {
    std::filesystem::path output; ///< folder; made where it is missing
    int count = 100;              ///< pairs; limits: synthesis_schema.h
    int size = 256;               ///< pixels per side
    int samples = 4;              ///< light paths per pixel
    std::uint64_t seed = 2024;
    int workers = 0;                  ///< threads; 0 = one per core
    std::filesystem::path textures;   ///< folder of PBR textures; empty = none
    std::vector<std::string> heldOut; ///< families and texture sets that must not appear
    /// Nothing but these families and these folders of texture sets appears; then `heldOut` is
    /// empty. Both empty = everything.
    std::vector<std::string> onlyMaterials;
    std::vector<std::string> onlyTextures;
    double repaint = 0;     ///< share of materials that get other colours, 0 to 1
    double swapRelief = 0;  ///< share of materials that get the relief of another, 0 to 1
    bool half = false;      ///< 16-bit float samples instead of 32-bit
    bool overwrite = false; ///< replace a synthetic set that is there already
};

struct SynthesisProgress {
    int done = 0; ///< pairs that are written
    int total = 0;
    double seconds = 0; ///< since the beginning
    std::size_t listed =
        0; ///< files of the textures seen so far, while they are looked for; then 0
};

struct SynthesisSummary {
    std::filesystem::path output;
    std::filesystem::path list;       ///< filename_list.txt in it
    std::map<std::string, int> shown; ///< pictures in which each family appears
    double seconds = 0;
    std::size_t textureSets = 0;               ///< that were found in the folder of textures
    std::map<std::string, std::string> broken; ///< of these: could not be read, and why
};

/// The families of procedural materials that there are.
std::vector<std::string> syntheticFamilies();

/// The options that a file of kind `synthetic` says (core/config/pair_set.h); output, textures and
/// workers stay as they are by default. Throws Error: InvalidInput, NotFound, Io.
SynthesisOptions synthesisOf(const std::filesystem::path& pairSetFile);

/// Writes OUT/{beauty,albedo,mask}/NNNNNN.exr (scene-linear Rec.709; mask raw), filename_list.txt
/// and synthesis.json. The set depends on the options alone, never on `workers`; it appears whole
/// or not at all. Blocks; `progress` is called on this thread, several times a second. Empty when
/// `stop` was requested: then nothing is left behind. Throws Error: InvalidInput for options out of
/// range, unknown families, an output that holds anything but an earlier set; what reading textures
/// and writing files throws.
std::optional<SynthesisSummary>
synthesizeDataset(const SynthesisOptions& options,
                  const std::function<void(const SynthesisProgress&)>& progress,
                  const std::stop_token& stop);

/// Has all pictures of a set rendered into `folder`, which has the folders beauty, albedo and mask:
/// what renderShare() gives of each share, in any order; empty when stopped.
using ShareRenderer =
    std::function<std::optional<std::vector<std::string>>(const std::filesystem::path& folder)>;

/// The same set, to the byte, rendered by several processes; `progress` is called while textures
/// are looked for.
std::optional<SynthesisSummary>
synthesizeDataset(const SynthesisOptions& options, const ShareRenderer& render,
                  const std::function<void(const SynthesisProgress&)>& progress,
                  const std::stop_token& stop);

/// The pictures of a share, as files in `folder`. Gives what the whole set has to know of them, as
/// bytes (CBOR) that this version of the program reads; empty when stopped. Throws as
/// synthesizeDataset.
std::optional<std::string>
renderShare(const SynthesisOptions& options, WorkShare share, const std::filesystem::path& folder,
            const std::function<void(const SynthesisProgress&)>& progress,
            const std::stop_token& stop);

} // namespace unlit
