#include "core/data/doctor/set_checks.h"

#include <algorithm>

namespace unlit::data {

void checkMissingMasks(const std::vector<SetMember>& members, std::vector<Findings>& findings) {
    const auto masked = static_cast<std::size_t>(std::count_if(
        members.begin(), members.end(), [](const auto& m) { return m.pair->mask.has_value(); }));
    if (2 * masked <= members.size())
        return;
    for (std::size_t i = 0; i < members.size(); ++i)
        if (!members[i].pair->mask)
            findings[i].push_back({Check::Mask, Severity::Warning,
                                   "it has no mask, as " + std::to_string(masked) + " of the " +
                                       std::to_string(members.size()) + " pairs have"});
}

} // namespace unlit::data
