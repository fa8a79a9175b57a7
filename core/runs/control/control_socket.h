// The socket in a run's folder, through which the process that trains it can be asked.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

namespace unlit::runs {

/// A descriptor that is closed with its owner.
class SocketHandle {
public:
    explicit SocketHandle(int number = -1) : m_number(number) {}

    ~SocketHandle();
    SocketHandle(SocketHandle&& other) noexcept;
    SocketHandle& operator=(SocketHandle&& other) noexcept;

    int number() const { return m_number; }

private:
    int m_number;
};

/// RUN/.control
std::filesystem::path controlSocketOf(const std::filesystem::path& run);

/// Listens; one that was left behind is replaced. Only this user can connect. However long the
/// path is. Precondition: the caller holds the run's lock. Throws Error::system, as where the file
/// system knows no sockets.
SocketHandle listenIn(const std::filesystem::path& run);

/// Throws Error::system: NotFound where there is no socket, Io where nobody listens (another
/// machine's, or one that was left behind) or may not be asked.
SocketHandle connectTo(const std::filesystem::path& run);

/// A whole line without its end, within `patience` and kLongestMessage; nullopt otherwise.
std::optional<std::string> readLine(const SocketHandle& socket, std::chrono::milliseconds patience);

/// False when the other end did not take it.
bool writeLine(const SocketHandle& socket, const std::string& line,
               std::chrono::milliseconds patience);

/// Whether the other end is a process of this user (or of the superuser).
bool isOfThisUser(const SocketHandle& socket);

} // namespace unlit::runs
