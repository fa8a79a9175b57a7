// What the queue wants to know of a result.
#pragma once

#include "core/session/infer/inference_types.h"

#include <cstdint>

namespace unlit::ui {

/// Memory that it holds.
std::uint64_t bytesOf(const InferenceResult& result);

/// Of the first target, in its units, without the pixels that have no light; -1 where it has none.
/// Quick: it looks at a million values at most.
double meanUncertainty(const InferenceResult& result);

/// Files of the item's own; none where its albedo has got another brightness since.
std::vector<std::filesystem::path> writtenFiles(const InferenceResult& result,
                                                const QueueItem& item);

/// Precondition: the item's `saved` is the result's.
void noteOutputs(const InferenceResult& result, QueueItem& item);

} // namespace unlit::ui
