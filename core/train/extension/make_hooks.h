// The hooks of a recipe, made.
#pragma once

#include "core/config/train_config.h"
#include "core/extension/in_program.h"
#include "core/train/hooks/trace_hook.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace unlit::train {

struct MadeHook {
    config::HookConfig config;
    std::vector<extension::Point> points;
    std::unique_ptr<extension::Hook> hook;
};

/// What a hook `trace` of the recipe asks for; nothing where there is none. Throws
/// Error::invalidInput.
std::optional<TraceOptions> traceOptions(const config::TrainConfig& config);

/// All but `trace`, which needs more than others see. Commands run, and relative libraries lie, in
/// run.base_data_dir. Throws Error for a hook that there is not, options that it does not know, a
/// library that cannot be loaded, and what a hook's constructor throws, naming the hook.
std::vector<MadeHook> makeHooks(const config::TrainConfig& config);

} // namespace unlit::train
