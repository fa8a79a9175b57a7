// Where the processes of one training meet: which of them this one is, and how it finds the others.
// Plain values, without torch.
//
// Conventions: torchrun (RANK, WORLD_SIZE, LOCAL_RANK, MASTER_ADDR, MASTER_PORT), Slurm's srun
// (SLURM_PROCID, SLURM_STEP_NUM_TASKS, SLURM_LOCALID, SLURM_STEP_NODELIST), Open MPI's mpirun
// (OMPI_COMM_WORLD_RANK, …_SIZE, …_LOCAL_RANK).
#pragma once

#include "core/train/slurm_job.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace unlit::train {

struct Rendezvous {
    int rank = 0;      ///< this process, from 0; the first one writes the run
    int size = 1;      ///< processes of the training
    int localRank = 0; ///< among those of this machine: which GPU it takes

    /// A file that processes of one machine meet in; nobody else can reach it. Empty: by network.
    std::filesystem::path file;
    std::string host;       ///< where the first process listens; without `file`
    std::uint16_t port = 0; ///< there

    bool isFirst() const { return rank == 0; }

    friend bool operator==(const Rendezvous&, const Rendezvous&) = default;
};

/// "process 1 of 4", from 0, as everything that people read calls it.
std::string processName(int rank, int size);

/// The variable in which `unlit train --processes` names `file` to the processes that it starts.
inline constexpr const char* kRendezvousFile = "UNLIT_RENDEZVOUS_FILE";

/// And in which it names files for what the launcher wants to know of each: the start of their
/// paths, to which the endings below are put.
inline constexpr const char* kLaunchNotes = "UNLIT_LAUNCH_NOTES";
inline constexpr const char* kRunNote = ".run";   ///< the run's folder, once there is one
inline constexpr const char* kLostNote = ".lost"; ///< that it has ended for the others' sake
/// The run that processes are to go on with which were started again, and for how many minutes.
inline constexpr const char* kGoOnWith = "UNLIT_GO_ON_WITH";
inline constexpr const char* kMinutesLeft = "UNLIT_MINUTES_LEFT";

/// The message of a process that ends because of something that the first one says.
inline constexpr const char* kLeftToFirst = "the first process says what is wrong";
/// Stands in the message of a process that ends because another one has.
inline constexpr const char* kLostOthers = "has lost the others";

/// What the environment says; nothing where it speaks of one process or of none. Slurm's variables
/// count in a step (srun) alone: a batch script itself runs once. Throws Error::invalidInput for
/// numbers that are none or do not fit each other, and where the address is missing.
std::optional<Rendezvous> rendezvousOf(const Environment& environment);

/// "HOST:PORT", of a port from 1 to 65535; nothing for anything else.
std::optional<std::pair<std::string, std::uint16_t>> hostAndPort(const std::string& text);

/// The first machine of a Slurm list: "node03" of "node[03-05,9],login1".
std::string firstHostOf(const std::string& nodeList);

} // namespace unlit::train
