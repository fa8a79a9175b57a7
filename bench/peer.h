// What another program takes for the same work: a script of bench/peers run by a Python that has
// it.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace unlit::bench {

/// Milliseconds by name: "work, how" ("UNet step, float32, batch 1, eager").
using PeerTimes = std::map<std::string, double>;

/// Adds a time and prints it as ours.
void tellOurs(PeerTimes& times, const std::string& name, double milliseconds);

/// Runs bench/peers/`script` with these words by the command `python` ("python3", "conda run
/// python") and prints what it says, as it says it: lines of
/// "name<tab>milliseconds". Where that Python lacks what the script needs, its own sentence is all.
PeerTimes askPeer(const std::string& python, const std::string& script,
                  const std::vector<std::string>& words);

/// Of the work of each of the peer's times, our best beside it as a ratio.
void compareWithPeer(const PeerTimes& ours, const PeerTimes& theirs);

} // namespace unlit::bench
