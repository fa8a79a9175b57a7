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

} // namespace unlit::train
