// Weights into a network, by name.
#pragma once

#include "core/weights/load_report.h"
#include "core/weights/state_dict.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <functional>
#include <string>

namespace unlit::weights {

enum class Strictness {
    Strict,  ///< anything missing, unexpected or of another shape throws, and nothing is loaded
    Partial, ///< what fits is loaded, the report says the rest
};

/// Copies each tensor into the parameter (or buffer) of its name. Parameters keep their type,
/// device and memory layout: give them these before loading, while they are still empty, and
/// nothing is held twice. `state` is used up entry by entry, so that of a mapped file one tensor at
/// a time is resident beside the network. `what` names file or folder in the sentence. Throws
/// Error::invalidInput when strict. `loaded`, if any, is called after each with its name, and may
/// give that parameter another form.
LoadReport loadInto(torch::nn::Module& module, StateDict state, const std::string& what,
                    Strictness strictness = Strictness::Strict,
                    const std::function<void(const std::string& name)>& loaded = {});

/// The same comparison by names and shapes alone; nothing is loaded.
LoadReport compareWith(const torch::nn::Module& module, const StateDict& state);

/// The module's parameters and buffers by name, sharing their memory.
StateDict stateDictOf(const torch::nn::Module& module);

} // namespace unlit::weights
