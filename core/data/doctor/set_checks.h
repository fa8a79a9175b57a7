// The checks that compare the pairs of a set with each other.
#pragma once

#include "core/data/doctor/pair_report.h"

#include <string>
#include <vector>

namespace unlit::data {

/// One pair of the set, as these checks need it.
struct SetMember {
    const ListedPair* pair = nullptr;
    const PairReport* report = nullptr;
    std::string scene; ///< pairs of the same scene share it; "" = unknown
};

/// Adds to findings[i] what comparing says about members[i].
/// - The same pictures twice, also scaled or saved otherwise: a warning at the smaller or later
/// one.
/// - The same pictures, brighter or darker in one: a warning about the exposure, at the one whose
///   light is further from that of the set, else at the later one.
void checkDuplicates(const std::vector<SetMember>& members, std::vector<Findings>& findings);

/// A pair whose light is at least 0.55 stops off where the others of its scene, or of the whole
/// set, agree among themselves: albedo or beauty was saved with another exposure. Sets whose light
/// varies by itself, or that have several kinds of light, give no finding. Call it after
/// checkDuplicates: duplicates are left out.
void checkExposures(const std::vector<SetMember>& members, std::vector<Findings>& findings);

/// Most pairs of the set have a mask file and this one has none.
void checkMissingMasks(const std::vector<SetMember>& members, std::vector<Findings>& findings);

} // namespace unlit::data
