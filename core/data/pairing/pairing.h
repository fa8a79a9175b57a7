// Finds the pairs in a folder or archive: layers of one file, or siblings by key. Never by the
// order of names.
#pragma once

#include "core/data/pairing/layer_pairing.h"
#include "core/data/pairing/texture_sets.h"
#include "core/data/source/filename_list.h"
#include "core/data/source/picture_source.h"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace unlit::data {

/// A pair and how it came about.
struct FoundPair {
    ListedPair pair;
    std::string key;     ///< what both files share
    std::string reason;  ///< "same key 'hall'; beauty by '_beauty' in its name, albedo by …"
    std::string warning; ///< what is known against this kind of albedo; "" = nothing
};

struct LeftOver {
    std::string path;
    std::string reason;        ///< a full thought
    bool isUnreadable = false; ///< a picture that is damaged, or that may not be read
};

struct PairingResult {
    std::vector<FoundPair> pairs; ///< in natural order of their beauties
    std::vector<LeftOver> leftOvers;
    std::size_t files = 0;  ///< all that are there
    std::size_t unseen = 0; ///< of these: not looked at, because it was enough
    /// Base colours with maps beside them that are in no pair: materials, from which pairs can be
    /// rendered. Their files are left over, each with the part that it has.
    std::vector<TextureSet> textureSets = {};
    std::size_t lonelyMaps = 0; ///< maps whose base colour is missing
};

/// Called now and then with the number of files done, and all; while they are being listed with the
/// number that is known so far, and 0. May throw to stop.
using ScanProgress = std::function<void(std::size_t done, std::size_t total)>;

/// Reads the headers of EXR files; one that cannot be read is left over with its error. Nothing is
/// an error but a source that cannot be listed. nullopt when stopped; when it is `enough`, what the
/// files looked at so far make.
std::optional<PairingResult> findPairs(const PictureSource& source, const LayerChoice& choice,
                                       const ScanProgress& progress = {},
                                       const std::stop_token& stop = {},
                                       const std::stop_token& enough = {});

} // namespace unlit::data
