// The flags of `unlit train` that make several processes of it, and who this one is among them.
#pragma once

#include "app/cli/option_set.h"
#include "app/cli/train/process_launch.h"
#include "core/session/train/train_types.h"

#include <optional>
#include <string>

namespace unlit::cli {

class LaunchFlags {
public:
    void addTo(OptionSet& options);

    /// Throws UsageError for flags that do not go together. `isOneProcess`: what is asked for runs
    /// in one.
    void check(bool isOneProcess) const;

    /// Who this process is, where something has started several. Throws UsageError where they were
    /// started already, as the environment says.
    void findRendezvous(bool isToDetach);

    /// Of this process, where it is one of several.
    const std::optional<train::Rendezvous>& rendezvous() const { return m_rendezvous; }

    /// What is to be started for a recipe that says `processes`; nothing where this process trains
    /// itself. Throws UsageError.
    std::optional<LaunchOptions> launch(const std::string& processes) const;

    /// "auto" or a number, where the flag was given.
    const std::optional<std::string>& processes() const { return m_processes; }

private:
    std::optional<std::string> m_processes;
    int m_nodes = 1;
    int m_nodeRank = 0;
    int m_restarts = 0;
    std::string m_meetingPlace;
    std::optional<train::Rendezvous> m_rendezvous;
};

} // namespace unlit::cli
