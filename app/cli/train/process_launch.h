// A training of several processes on this machine: starts them, watches them, and says which one
// ended it.
#pragma once

#include "app/cli/train/detached_training.h"
#include "app/cli/verb.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace unlit::cli {

struct LaunchOptions {
    int processes = 1; ///< on this machine
    int nodes = 1;     ///< machines with as many processes each
    int nodeRank = 0;  ///< of this one
    /// Where the processes of several machines meet; unset on one machine, where they meet in a
    /// file of their own.
    std::optional<std::pair<std::string, std::uint16_t>> rendezvous;
    int restarts = 0;                ///< how often all are started again after one has failed
    std::optional<double> exitAfter; ///< minutes from the first start on; the run's time limit
    /// To whoever has started this process with --detach: the first process's to say. What this
    /// one prints goes to RUN/console.log once there is a run. Null = none; outlives the launch.
    DetachedNote* note = nullptr;

    int allProcesses() const { return processes * nodes; }
};

/// Starts this program again with its own arguments, once for each process, and waits for all of
/// them. They learn who they are as torchrun tells it. The first one speaks for all; what the
/// others print goes to files, of which the last word is shown where one of them fails. The
/// processors are shared out among them, unless OMP_NUM_THREADS is set. A signal asks the first one
/// to save and end. When one fails the others are ended after a moment. They all end with this
/// process, however that ends. Where there are restarts left, the run goes on from its last
/// checkpoint then. One sentence names the process that failed first, and why. Returns the first
/// failure's exit code, else that of the first process. Throws Error (Io) where a process cannot be
/// started.
ExitCode launchProcesses(const LaunchOptions& options, VerbContext& context);

} // namespace unlit::cli
