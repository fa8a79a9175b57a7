// The one exception type of the core. Its text says what went wrong, where, and what to do about
// it.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace unlit {

enum class ErrorKind {
    InvalidInput, ///< the user's data or settings cannot be used as they are
    NotFound,     ///< a file, folder, layer or name does not exist
    Unsupported,  ///< understood, but not something this program does
    Corrupt,      ///< the bytes contradict their own format
    OutOfMemory,
    Io,       ///< the system refused to read or write
    Internal, ///< our own mistake
};

std::string_view toString(ErrorKind kind);

/// A place in a text file. Line and column count from 1; 0 = unknown.
struct SourceMark {
    std::filesystem::path file;
    int line = 0;
    int column = 0;
};

/// Thrown inside the core; turned into a Failure value at its edges (job runner, command line).
/// `message` = what and where, a full thought, lower case, no full stop. `hint` = what to do; may
/// be empty.
class Error : public std::runtime_error {
public:
    Error(ErrorKind kind, std::string message, std::string hint = {},
          std::optional<SourceMark> mark = {});

    static Error invalidInput(std::string message, std::string hint = {});
    static Error notFound(std::string message, std::string hint = {});
    static Error unsupported(std::string message, std::string hint = {});
    static Error corrupt(const std::filesystem::path& file, std::string what,
                         std::string hint = {});
    static Error internal(std::string message);
    /// Reads errno-style codes: NotFound for ENOENT, Io else; "disk full" gets its own hint.
    static Error system(int errnoValue, std::string doing, const std::filesystem::path& file);

    ErrorKind kind() const noexcept { return m_kind; }

    const std::string& hint() const noexcept { return m_hint; }

    const std::optional<SourceMark>& mark() const noexcept { return m_mark; }

private:
    ErrorKind m_kind;
    std::string m_hint;
    std::optional<SourceMark> m_mark;
};

} // namespace unlit
