// What a model is told beside each picture.
#pragma once

#include "core/options/condition_kind.h"

#include <cstdint>
#include <optional>

namespace unlit::config {

/// The last column of every list has it.
struct ConditionConfig {
    ConditionKind kind = ConditionKind::Class;
    std::optional<std::int64_t> classes; ///< unset = as many as the UNet has
    double dropout = 0.1;                ///< chance that a sample is told nothing
};

} // namespace unlit::config
