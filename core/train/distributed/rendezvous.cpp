#include "core/train/distributed/rendezvous.h"

#include "core/base/error.h"
#include "core/base/number_text.h"

#include <array>

namespace unlit::train {

namespace {

/// Names of one launcher's variables.
struct Launcher {
    const char* name;
    const char* rank;
    const char* size;
    const char* localRank;
};

constexpr std::array<Launcher, 3> kLaunchers = {{
    {"torchrun", "RANK", "WORLD_SIZE", "LOCAL_RANK"},
    {"Slurm", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID"},
    {"Open MPI", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK"},
}};

constexpr int kMostProcesses = 65536;
constexpr std::uint16_t kFirstPort = 20000; ///< of Slurm jobs, which have no port of their own
constexpr std::uint16_t kPorts = 20000;

std::optional<int> countIn(const Environment& environment, const char* name) {
    const std::optional<std::string> text = environment(name);
    if (!text || text->empty())
        return {};
    const auto count = numberIn<int>(*text);
    if (!count || *count < 0 || *count > kMostProcesses)
        throw Error::invalidInput(std::string("the variable ") + name + " is \"" + *text +
                                      "\", which is no number of a process",
                                  "start the processes by unlit train --processes N, torchrun, "
                                  "srun or mpirun, or unset the variable");
    return count;
}

std::uint16_t portOf(const Environment& environment) {
    if (const auto text = environment("MASTER_PORT")) {
        const auto port = numberIn<std::uint16_t>(*text);
        if (!port || *port == 0)
            throw Error::invalidInput("the variable MASTER_PORT is \"" + *text +
                                          "\", which is no port",
                                      "take a number from 1 to 65535");
        return *port;
    }
    // As many jobs as can share a machine get ports of their own.
    const auto job = numberIn<std::uint64_t>(environment("SLURM_JOB_ID").value_or(""));
    return static_cast<std::uint16_t>(kFirstPort + job.value_or(0) % kPorts);
}

std::string hostOf(const Environment& environment, const Launcher& launcher) {
    if (const auto host = environment("MASTER_ADDR"); host && !host->empty())
        return *host;
    if (const auto nodes = environment("SLURM_STEP_NODELIST"); nodes && !nodes->empty())
        return firstHostOf(*nodes);
    throw Error::invalidInput(
        std::string(launcher.size) + " of " + launcher.name +
            " says that there are several processes, but MASTER_ADDR does not say where they meet",
        std::string("set MASTER_ADDR to the machine of the first one, or unset ") + launcher.size);
}

std::optional<Rendezvous> of(const Environment& environment, const Launcher& launcher) {
    const auto size = countIn(environment, launcher.size);
    const auto rank = countIn(environment, launcher.rank);
    if (!size || !rank || *size < 2)
        return {};
    Rendezvous meeting;
    meeting.rank = *rank;
    meeting.size = *size;
    meeting.localRank = countIn(environment, launcher.localRank).value_or(*rank);
    if (meeting.rank >= meeting.size)
        throw Error::invalidInput(std::string(launcher.rank) + " is " + std::to_string(*rank) +
                                      " and " + launcher.size + " is " + std::to_string(*size),
                                  "processes are counted from 0 to one less than there are");
    if (const auto file = environment(kRendezvousFile); file && !file->empty()) {
        meeting.file = *file;
        return meeting;
    }
    meeting.host = hostOf(environment, launcher);
    meeting.port = portOf(environment);
    return meeting;
}

} // namespace

std::string processName(int rank, int size) {
    return "process " + std::to_string(rank) + " of " + std::to_string(size);
}

std::optional<Rendezvous> rendezvousOf(const Environment& environment) {
    for (const Launcher& launcher : kLaunchers)
        if (auto meeting = of(environment, launcher))
            return meeting;
    return {};
}

std::optional<std::pair<std::string, std::uint16_t>> hostAndPort(const std::string& text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string::npos || colon == 0)
        return {};
    const auto port = numberIn<std::uint16_t>(std::string_view(text).substr(colon + 1));
    if (!port || *port == 0)
        return {};
    return std::pair(text.substr(0, colon), *port);
}

std::string firstHostOf(const std::string& nodeList) {
    const std::string first = nodeList.substr(0, nodeList.find_first_of(",["));
    if (first.size() == nodeList.size() || nodeList[first.size()] == ',')
        return first;
    const std::size_t begin = first.size() + 1;
    return first + nodeList.substr(begin, nodeList.find_first_of(",-]", begin) - begin);
}

} // namespace unlit::train
