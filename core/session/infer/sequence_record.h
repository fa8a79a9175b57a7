// What a run over a sequence has found out so far, kept beside its results until it is done, so
// that the next run goes on where this one ended and makes the same pixels.
#pragma once

#include "core/session/infer/inference_types.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace unlit {

struct SequenceRecord {
    std::optional<double> exposureEv;                   ///< of scene-linear frames, in stops
    std::map<std::int64_t, std::vector<double>> levels; ///< see infer::SequenceLevels
    std::optional<std::vector<double>> commonLevel;
    std::vector<std::size_t> passed; ///< frames that tell the others nothing: broken, without light
};

/// A hidden file in the output folder, with a name of its own for these frames (names, sizes,
/// times), this model and these settings: another sequence has another record. Precondition:
/// requests with an output.
std::filesystem::path recordFile(const std::vector<InferenceRequest>& requests);

/// Nothing where there is none, or none that can be used: it only saves time.
std::optional<SequenceRecord> readRecord(const std::filesystem::path& file);

/// Whole or not at all. Throws Error.
void writeRecord(const std::filesystem::path& file, const SequenceRecord& record);

} // namespace unlit
