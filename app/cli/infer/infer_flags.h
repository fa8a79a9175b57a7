// The flags of `unlit infer`, and how they stand in a settings file.
#pragma once

#include "app/cli/console.h"
#include "app/cli/option_set.h"
#include "core/session/infer/request_schema.h"
#include "core/session/infer/side_car.h"

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace unlit::cli {

/// What the command line asked for. `output.folder` and `model` are empty until given.
struct InferFlags {
    std::vector<std::string> inputs;
    std::string model;
    LoraChoices loras;
    std::string outputFolder;
    std::string from;
    InferOptions options;
    InputOptions input;
    OutputOptions output;
    std::optional<AlbedoAnchor> anchor; ///< of the first input
    std::string strokesFile;
    bool strokesForAll = false;
    std::shared_ptr<const StrokeSet> strokes;         ///< of strokesFile, or of a side-car
    std::filesystem::path strokesFrom;                ///< the file that they stood in
    std::string attentionFolder;                      ///< "" = no maps
    std::optional<std::array<int, 2>> attentionPoint; ///< unset = the picture's middle
    bool sequence = false; ///< inputs that differ in their frame number only belong together
};

/// Declares all flags with the defaults of `flags`.
void addInferFlags(OptionSet& set, InferFlags& flags);

/// How the network runs, for verbs that measure: without the flags that say which of its results
/// are wanted, and in what size.
void addNetworkFlags(OptionSet& set, InferOptions& options);

/// Combinations that no run can satisfy. Throws UsageError naming the flags.
void refuseContradictions(const InferFlags& flags, const OptionSet& set);

/// Reads --strokes, in place of those of a side-car. Throws UsageError naming the file.
void readStrokesFile(InferFlags& flags);

/// Takes strokes off the requests for other pictures: of several inputs only the one that they were
/// drawn on is corrected, unless they are for all. Returns the pictures that are left without.
/// Throws UsageError where none of several is theirs.
std::vector<std::filesystem::path> chooseStroked(const InferFlags& flags,
                                                 std::vector<InferenceRequest>& requests);

InferenceRequest requestFor(const InferFlags& flags, const std::filesystem::path& input);

/// Takes the settings of an earlier result (see readSideCar), and its input and model where none
/// were given; flags on the command line win. Throws UsageError naming the file.
SideCar applySettingsFile(InferFlags& flags, OptionSet& set);

/// Compares with what made the side-car. A file that was named on the command line is the user's
/// choice, and only noted; one that the side-car names must be the same. Throws Error.
void refuseOtherSources(const SideCar& sideCar, const InferFlags& flags, const OptionSet& set,
                        Console& console);

} // namespace unlit::cli
