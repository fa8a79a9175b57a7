// Whether several processes are about to train the same thing.
#pragma once

#include "core/base/failure.h"
#include "core/train/training_run.h"

#include <string>

namespace unlit::train {

/// Collective, before anything is written or computed. Throws Error::invalidInput that names the
/// process that differs from the first one and in what (version, recipe, training set, place in the
/// run), and Error for a run that cannot be dealt out: an autoencoder's, and one whose step has
/// fewer micro-batches than there are processes. Of all processes the first one says what is wrong,
/// the others throw kLeftToFirst.
void requireSameRun(Peers& peers, const RunPlan& plan);

/// Collective with requireSameRun of the others, for a process other than the first one that cannot
/// make its plan: the first one says why. Throws kLeftToFirst.
[[noreturn]] void leaveToFirst(Peers& peers, const Failure& failure);

/// "cuda:2" for the third process of a machine, where `wanted` leaves the GPU open; else `wanted`.
std::string deviceOf(const Rendezvous& meeting, const std::string& wanted);

} // namespace unlit::train
