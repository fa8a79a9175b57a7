// The pair doctor: looks at every pair of a set and says what is wrong with which.
#pragma once

#include "core/base/parallel.h"
#include "core/data/doctor/pair_report.h"
#include "core/data/pairing/pairing.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace unlit::data {

struct ExaminedPair {
    ListedPair pair;
    PairReport report; ///< findings of the pair alone and of its comparison with the others
    std::string scene; ///< what the comparison took for its scene
};

struct DoctorOptions {
    std::filesystem::path cacheFile; ///< "" = no cache
    /// Called on the workers, several at once, with what was found in a pair by itself.
    std::function<void(std::size_t index, const PairReport& report)> onReport = {};
};

struct Examination {
    std::vector<ExaminedPair> pairs; ///< in the order that was given
    std::size_t fromCache = 0;       ///< pairs that were not read again
    std::string cacheProblem;        ///< why nothing is remembered; "" = it is, or need not be
    /// Pictures in no pair because they cannot be read: of whoever has looked for the pairs.
    std::vector<LeftOver> unreadable = {};

    /// Pairs with a finding of this severity or worse.
    std::vector<ListedPair> atLeast(Severity severity) const;
    std::vector<ListedPair> below(Severity severity) const;
};

/// Reads each pair once, several at a time; memory is bound by the workers, not by the set. nullopt
/// when stopped. A cache that cannot be written is told in the result.
std::optional<Examination> examine(const PictureSource& source,
                                   const std::vector<ListedPair>& pairs,
                                   const DoctorOptions& options, const ParallelOptions& parallel);

} // namespace unlit::data
