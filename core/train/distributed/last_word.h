// The end of a run of several processes: nobody leaves before the first one has saved.
#pragma once

#include "core/train/distributed/peers.h"

#include <functional>

namespace unlit::train {

/// Collective, once all have come to the end of the run. `finish`, of the first process, puts
/// everything on disk while the others wait. What it throws is thrown on, by the others as
/// kLeftToFirst.
void endTogether(Peers& peers, const std::function<void()>& finish);

/// The same of the others.
void waitForEnd(Peers& peers);

} // namespace unlit::train
