// The flags of `unlit infer`, and how they stand in a settings file.
#pragma once

#include "app/cli/console.h"
#include "app/cli/option_set.h"
#include "core/session/inference_types.h"

#include <string>
#include <vector>

namespace unlit::cli {

/// What the command line asked for. `output.folder` and `model` are empty until given.
struct InferFlags {
    std::vector<std::string> inputs;
    std::string model;
    std::string lora;
    std::string outputFolder;
    std::string from;
    InferOptions options;
    InputOptions input;
    OutputOptions output;
};

/// Declares all flags with the defaults of `flags`.
void addInferFlags(OptionSet& set, InferFlags& flags);

/// How the network runs, under the heading "Network". `choosesResults`: with the flags that say
/// which of its results are wanted, and in what size.
void addNetworkFlags(OptionSet& set, InferOptions& options, bool choosesResults);

/// Combinations that no run can satisfy. Throws UsageError naming the flags.
void refuseContradictions(const InferFlags& flags, const OptionSet& set);

InferenceRequest requestFor(const InferFlags& flags, const std::filesystem::path& input);

/// What gives the same pixels again: every setting under the name of its flag, with the values that
/// were really used in place of "auto" where these do not depend on the picture.
Json settingsJson(const InferenceResult& result);

/// Reads the settings of an earlier result: the JSON of `infer --json`, one entry of its "results",
/// or a settings object alone. Flags that were given on the command line win. Throws UsageError
/// naming the file.
void applySettingsFile(const std::filesystem::path& file, OptionSet& set);

} // namespace unlit::cli
