// What the verbs share that measure a model on pairs and write what they found into its folder.
#pragma once

#include "app/cli/dataset/dataset_flags.h"
#include "core/base/failure.h"
#include "core/session/infer/inference_types.h"

namespace unlit::cli {

/// A model, and the pairs that it was not trained on. Outlives the verb's options.
struct HeldOutFlags {
    std::string model;
    DatasetFlags pairs;

    /// The folder as first argument, then the pairs and how their beauties are read into `input`.
    void add(OptionSet& options, InputOptions& input);
};

/// Says which pictures were left out, and why: [{"picture","error"}].
Json sayFailures(Console& console, const std::vector<std::pair<std::string, Failure>>& failures);

} // namespace unlit::cli
