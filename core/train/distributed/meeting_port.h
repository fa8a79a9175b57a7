// The port that processes of several machines meet at, looked at before LibTorch is asked: what it
// says of a port that is taken or out of reach is a page, and takes minutes.
#pragma once

#include "core/train/distributed/rendezvous.h"

#include "core/base/error.h"

#include <chrono>
#include <string>

namespace unlit::train {

/// That a process cannot reach the others where they were to meet (Io).
Error cannotMeet(const Rendezvous& meeting, const std::string& why, const std::string& hint);

/// The first process: that nobody listens at the port. The others: waits until somebody does, at
/// most `patience`. Throws Error (Io) that says what is in the way. Precondition: no `file`.
void requirePort(const Rendezvous& meeting, std::chrono::seconds patience);

/// The address of this machine from which the way to the first process leads, in numbers:
/// "10.0.0.2". What a machine takes its own name for is often its loop, where no other machine
/// finds it. Throws Error (Io) where no way leads there. Precondition: no `file`.
std::string ownAddress(const Rendezvous& meeting);

} // namespace unlit::train
