// What one TensorBoard event says in figures.
#pragma once

#include "core/train/writers/metric_writer.h"

#include <optional>
#include <string_view>

namespace unlit::runs {

struct EventContent {
    double time = 0; ///< seconds since 1970
    std::int64_t step = 0;
    bool restarts = false; ///< what was told from `step` on is void
    std::vector<train::Scalar> scalars;
};

/// nullopt for bytes that are no event. Scalars are simple values, as PyTorch and this program
/// write them, or tensors of one float, as TensorFlow 2 does; pictures and all else are passed
/// over. Source: tensorflow/core/util/event.proto, framework/summary.proto, framework/tensor.proto.
std::optional<EventContent> contentOfEvent(std::string_view event);

} // namespace unlit::runs
