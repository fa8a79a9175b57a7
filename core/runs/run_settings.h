// The settings of a run as its table has them: key and text.
#pragma once

#include "core/config/schema/node.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace unlit::runs {

/// Lists are one text, "[480, 640]"; lists of sections (hooks, sets) are left out. What has its
/// default is looked up there, so that thousands of runs cost little.
class RunSettings {
public:
    RunSettings() = default;
    /// Of a run's config.yaml, which holds all its settings.
    explicit RunSettings(const config::Node& document);

    /// Of a whole key, "optimizer.name", or of its last words where they are those of one setting
    /// alone, "save_period". nullopt for what no run has.
    std::optional<std::string> find(std::string_view key) const;

    /// Those that have not their default.
    const std::map<std::string, std::string, std::less<>>& own() const { return m_own; }

private:
    std::map<std::string, std::string, std::less<>> m_own;
};

/// Keys of which the runs have more than one value, in the order of the alphabet; what names the
/// run and where it lies is left out.
std::vector<std::string> differingKeys(const std::vector<const RunSettings*>& runs);

} // namespace unlit::runs
