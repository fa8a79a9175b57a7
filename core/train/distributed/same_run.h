// Whether several processes are about to train the same thing.
#pragma once

#include "core/base/failure.h"
#include "core/train/training_plan.h"

#include <map>
#include <string>
#include <vector>

namespace unlit::train {

/// Collective, before anything is written or computed. Throws Error::invalidInput that names the
/// process that differs from the first one and in what (version, recipe, training set, place in the
/// run), and Error for a run that cannot be dealt out: an autoencoder's, and one whose step has
/// fewer micro-batches than there are processes. Of all processes the first one says what is wrong,
/// the others throw kLeftToFirst.
void requireSameRun(Peers& peers, const RunPlan& plan);

/// What a network of a run has that the run does not train, by the network's name.
using FrozenWeights = std::map<std::string, std::vector<torch::Tensor>>;

/// Collective, before the first step. Throws Error::invalidInput that names the process whose
/// frozen weights are not those of the first one, to the byte: it would learn from other latents or
/// beside another network, and nobody would see it. Who says so is as in requireSameRun.
void requireSameFrozenWeights(Peers& peers, const FrozenWeights& frozen);

/// Collective with requireSameRun of the others, for a process other than the first one that cannot
/// make its plan: the first one says why. Throws kLeftToFirst.
[[noreturn]] void leaveToFirst(Peers& peers, const Failure& failure);

/// "cuda:2" for the third process of a machine, where `wanted` leaves the GPU open; else `wanted`.
std::string deviceOf(const Rendezvous& meeting, const std::string& wanted);

} // namespace unlit::train
