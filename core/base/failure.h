// A failure as a value: what an exception becomes when it leaves the core.
#pragma once

#include "core/base/error.h"

#include <optional>
#include <string>

namespace unlit {

/// Copyable and printable; crosses threads and the boundary to the user interface.
struct Failure {
    ErrorKind kind = ErrorKind::Internal;
    std::string message;            ///< what and where, one line
    std::string hint;               ///< what to do; may be empty
    std::optional<SourceMark> mark; ///< place in a text file, for configs

    /// "message; hint" on one line, as the command line prints it.
    std::string text() const;
};

/// Call inside a catch block. Knows Error, bad_alloc, filesystem and standard exceptions; anything
/// else is Internal. Library exceptions that derive from std::exception keep their first line.
Failure translateCurrentException() noexcept;

} // namespace unlit
