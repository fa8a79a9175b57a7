// What the verbs of `unlit dataset` share: where the pairs come from, workers, cache, progress.
#pragma once

#include "app/cli/verb.h"
#include "core/session/dataset_commands.h"

#include <string>
#include <vector>

namespace unlit::cli {

/// The flags outlive the verb's options.
struct DatasetFlags {
    std::string source;
    std::string root;
    std::string beautyLayer;
    std::string albedoLayer;
    int workers = 0;
    bool noCache = false;
    std::string cacheFile;

    /// Lists are allowed besides folders and archives.
    void addSource(OptionSet& options, bool allowsLists);
    void addLayers(OptionSet& options);
    void addWorkers(OptionSet& options);

    DatasetInput input() const;
    DatasetCheckOptions checkOptions() const;
};

/// "checking 120 of 2000 · 38 s left". Throws CancelledError once an interrupt was asked for; the
/// interrupt must wait for the caller.
DatasetProgress datasetProgress(VerbContext& context, const std::string& doing);

/// {"beauty","albedo"[,"mask"]}: names as a list has them.
Json jsonOf(const data::ListedPair& pair);

/// [{"check","severity","text"}].
Json jsonOf(const data::Findings& findings);

/// "1 pair", "12 pairs".
std::string countText(std::size_t count, const std::string& one);

} // namespace unlit::cli
