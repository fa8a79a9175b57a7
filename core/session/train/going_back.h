// A run whose loss has jumped goes on from the checkpoint before.
#pragma once

#include "core/train/training_run.h"

#include <functional>
#include <stop_token>

namespace unlit {

/// To the end of the run. Where its loss jumps and the recipe says so (SpikePolicy::RollBack), it
/// goes on from `previous` at a lower rate, as often as the recipe allows; `tell` is called with
/// each plan that it goes on with, before it does. `folder` is locked by the caller. Throws as
/// train::runTraining. Thread: the compute thread.
train::RunEnd trainGoingBack(const train::RunPlan& plan, const train::RunFolder& folder,
                             train::RunOptions options, const train::PostEvent& post,
                             const std::stop_token& stop,
                             const std::function<void(const train::RunPlan&)>& tell);

} // namespace unlit
