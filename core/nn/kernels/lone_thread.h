// Keeps torch's parallel loops from spreading where threads are many already.
#pragma once

namespace unlit::nn {

/// From now on torch computes what the calling thread asks for on that thread alone; other threads
/// keep their number. For every thread beside the one that trains, of which each would have a team
/// of its own from its first loop on: once teams have more threads than there are processors,
/// OpenMP's waiters go to sleep at every barrier, the network's too. Does nothing where torch was
/// built without OpenMP.
void computeOnThisThreadAlone();

} // namespace unlit::nn
