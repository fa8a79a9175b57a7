// Results that were corrected by hand, as pairs to train on: only where strokes decided counts.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace unlit {

struct CorrectionOptions {
    /// Side-cars of corrected results, and folders in which they are looked for, with all below.
    std::vector<std::filesystem::path> sources;
    std::filesystem::path output; ///< the folder that is made
    /// In (0,1]: how far strokes must have decided a pixel for it to be learnt from.
    double leastInfluence = 0.5;
    bool overwrite = false; ///< replace `output` where it exists
};

/// A side-car that gave no pair.
struct LeftCorrection {
    std::filesystem::path sideCar;
    std::string reason; ///< a full thought
};

struct Corrections {
    std::filesystem::path list;   ///< filename_list with masks
    std::filesystem::path recipe; ///< a LoRA on the model that made the results
    std::size_t pairs = 0;
    double share = 0; ///< of all their pixels, that count
    std::vector<LeftCorrection> leftOut;
    std::vector<std::string> notes; ///< sentences on what to look at before training
};

/// Makes `output` with beauty/, albedo/, mask/, filename_list.txt and lora.yaml, whole or not at
/// all: a copy of each picture, its corrected albedo as it was written, and a mask that is white
/// where strokes decided, no stroke says Unknown and the picture has light. A picture of which a
/// side-car says another hash than its file has, or whose files are gone, is left out. `progress`
/// as DatasetProgress. nullopt when stopped. Throws Error::invalidInput where no pair is left, and
/// for an output that exists; Io.
std::optional<Corrections>
collectCorrections(const CorrectionOptions& options,
                   const std::function<void(std::size_t done, std::size_t total)>& progress,
                   const std::stop_token& stop);

} // namespace unlit
