// What the verbs of `unlit dataset` share: where the pairs come from, workers, cache, progress.
#pragma once

#include "app/cli/usage_error.h"
#include "app/cli/verb.h"
#include "core/session/data/dataset_commands.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace unlit::cli {

/// The flags outlive the verb's options.
struct DatasetFlags {
    std::string source;
    std::string root;
    std::string without;
    std::string beautyLayer;
    std::string albedoLayer;
    int workers = 0;
    bool noCache = false;
    std::string cacheFile;

    /// Lists are allowed besides folders and archives.
    void addSource(OptionSet& options, bool allowsLists);
    void addLayers(OptionSet& options);
    void addWithout(OptionSet& options);
    void addWorkers(OptionSet& options);

    DatasetInput input() const;
    DatasetCheckOptions checkOptions() const;
};

/// A piece of work that shows how far it is and can be interrupted; what it has found until then is
/// kept.
class DatasetWork {
public:
    /// From now on the first interrupt stops the work instead of the process.
    explicit DatasetWork(VerbContext& context);

    /// "checking 120 of 2000 · 38 s left". Outlived by this object.
    DatasetProgress progress(const std::string& doing);

    std::stop_token token() const { return m_stop.get_token(); }

    /// The result, or CancelledError where there is none because of an interrupt.
    template <class Result>
    Result finish(std::optional<Result> result) {
        m_context.console.endProgress();
        if (!result)
            throw CancelledError();
        return std::move(*result);
    }

    /// Says so where nothing could be remembered; the result is as good.
    void warnOfCache(const data::Examination& examination);

    /// Half-written files beside `file` go when a second interrupt ends the process.
    void cleanUpBeside(const std::filesystem::path& file);

private:
    VerbContext& m_context;
    std::stop_source m_stop;
};

/// {"beauty","albedo"[,"mask"]}: names as a list has them.
Json jsonOf(const data::ListedPair& pair);

/// [{"check","severity","text"}].
Json jsonOf(const data::Findings& findings);

/// "1 pair", "12 pairs".
std::string countText(std::size_t count, const std::string& one);

} // namespace unlit::cli
