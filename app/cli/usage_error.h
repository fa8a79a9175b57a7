// A mistake on the command line: told in one line, exit code 2.
#pragma once

#include <stdexcept>

namespace unlit::cli {

/// The text names the flag, the value and what is allowed instead. Thrown before anything runs.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A verb was interrupted and has cleaned up behind itself: exit code 130.
class CancelledError : public std::runtime_error {
public:
    CancelledError() : std::runtime_error("cancelled") {}
};

} // namespace unlit::cli
