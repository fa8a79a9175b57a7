#include "app/cli/train/launch_flags.h"

#include "app/cli/processes/processes_flag.h"
#include "app/cli/usage_error.h"

namespace unlit::cli {

void LaunchFlags::addTo(OptionSet& group) {
    addProcesses(
        group, m_processes,
        "Train in so many processes of this machine, which share the micro-batches of each step; "
        "auto = one a GPU. Figures are those of one process. torchrun, srun and mpirun start the "
        "processes themselves; 1 = what they start trains each for itself");
    group.whole("--nodes", m_nodes, {1, 65536},
                "Machines that train together, each started with the same command and its own "
                "--node-rank",
                "1");
    group.whole("--node-rank", m_nodeRank, {0, 65535}, "Which of them this one is", "0");
    group.text("--rendezvous", "HOST:PORT", m_meetingPlace,
               "Where they meet: a port of the machine with --node-rank 0, open to whoever can "
               "reach that machine, so in a network that is trusted only",
               "none");
    group.whole("--restarts", m_restarts, {0, 10'000},
                "How often all processes are started again after one has failed, was killed or "
                "hangs; the run goes on from its last checkpoint",
                "0");
}

void LaunchFlags::check(bool isOneProcess) const {
    if (m_nodeRank >= m_nodes)
        throw UsageError("--node-rank " + std::to_string(m_nodeRank) + " of --nodes " +
                         std::to_string(m_nodes) + ": machines are counted from 0");
    if (m_nodes > 1 && m_meetingPlace.empty())
        throw UsageError("--nodes " + std::to_string(m_nodes) +
                         ": --rendezvous HOST:PORT says where they meet");
    if (!m_meetingPlace.empty() && !train::hostAndPort(m_meetingPlace))
        throw UsageError("--rendezvous: " + m_meetingPlace +
                         " is not allowed; use HOST:PORT, such as node01:29500");
    if (!m_meetingPlace.empty() && m_nodes == 1)
        throw UsageError("--rendezvous belongs to --nodes: processes of one machine need none");
    if ((m_nodes > 1 || m_processes.value_or("1") != "1") && isOneProcess)
        throw UsageError("--rehearse and --verify run in one process");
}

void LaunchFlags::findRendezvous(bool isToDetach) {
    const train::Environment environment = train::processEnvironment();
    const bool isLaunched = environment(train::kRendezvousFile).has_value();
    const bool isAlone = !isLaunched && m_processes == "1" && m_nodes == 1;
    if (!isAlone)
        m_rendezvous = train::rendezvousOf(environment);
    if (m_rendezvous && !isLaunched && (m_processes || m_nodes > 1))
        throw UsageError("--processes and --nodes: " + std::to_string(m_rendezvous->size) +
                         " processes have been started already, as the environment says; leave "
                         "the flags out, or unset WORLD_SIZE and its like");
    if (m_rendezvous && !isLaunched && m_restarts > 0)
        throw UsageError("--restarts belongs to --processes or --nodes: what has started these " +
                         std::to_string(m_rendezvous->size) + " processes starts them again");
    if (m_rendezvous && !isLaunched && isToDetach)
        throw UsageError("--detach belongs to --processes or to one process: what has started "
                         "these " +
                         std::to_string(m_rendezvous->size) + " processes waits for them");
}

std::optional<LaunchOptions> LaunchFlags::launch(const std::string& processes) const {
    if (m_rendezvous)
        return {};
    LaunchOptions launch;
    launch.restarts = m_restarts;
    launch.processes = processesIn(m_processes.value_or(processes));
    launch.nodes = m_nodes;
    launch.nodeRank = m_nodeRank;
    if (!m_meetingPlace.empty())
        launch.rendezvous = train::hostAndPort(m_meetingPlace);
    if (launch.allProcesses() > 1)
        return launch;
    if (m_restarts > 0)
        throw UsageError("--restarts belongs to --processes or --nodes: it starts several again");
    return {};
}

} // namespace unlit::cli
