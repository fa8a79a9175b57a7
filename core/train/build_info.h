// What a run was made with: the counterpart of a snapshot of the code.
#pragma once

#include <string>

namespace unlit::train {

/// JSON: {"version","commit","compiler","build_type","libraries":{name: version},"system"}. Commit
/// is "" for a build from a source archive. Says nothing about time or host.
std::string buildInfoJson();

} // namespace unlit::train
