#include "core/runs/control/control_socket.h"

#include "core/base/error.h"
#include "core/runs/control/run_request.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace unlit::runs {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr const char* kSocketName = ".control";
constexpr int kMostWaiting = 16;

/// The address by way of an open folder: that of a deep folder would be longer than addresses are.
class SocketAddress {
public:
    explicit SocketAddress(const std::filesystem::path& run)
        : m_folder(::open(run.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
        if (m_folder.number() < 0)
            throw Error::system(errno, "open", run);
        m_path = "/proc/self/fd/" + std::to_string(m_folder.number()) + "/" + kSocketName;
        m_address.sun_family = AF_UNIX;
        std::memcpy(m_address.sun_path, m_path.c_str(), m_path.size() + 1); // always short enough
    }

    const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&m_address); }

    socklen_t size() const { return sizeof(m_address); }

    const std::string& path() const { return m_path; }

private:
    SocketHandle m_folder;
    std::string m_path;
    sockaddr_un m_address{};
};

SocketHandle newSocket(const std::filesystem::path& run) {
    SocketHandle socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (socket.number() < 0)
        throw Error::system(errno, "make", controlSocketOf(run));
    return socket;
}

/// False when `patience` is over.
bool waitFor(const SocketHandle& socket, short what, SteadyClock::time_point deadline) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - SteadyClock::now());
    pollfd file{socket.number(), what, 0};
    return left.count() > 0 && ::poll(&file, 1, static_cast<int>(left.count())) > 0;
}

} // namespace

SocketHandle::~SocketHandle() {
    if (m_number >= 0)
        ::close(m_number);
}

SocketHandle::SocketHandle(SocketHandle&& other) noexcept
    : m_number(std::exchange(other.m_number, -1)) {}

SocketHandle& SocketHandle::operator=(SocketHandle&& other) noexcept {
    std::swap(m_number, other.m_number);
    return *this;
}

std::filesystem::path controlSocketOf(const std::filesystem::path& run) {
    return run / kSocketName;
}

SocketHandle listenIn(const std::filesystem::path& run) {
    const SocketAddress address(run);
    SocketHandle socket = newSocket(run);
    ::unlink(address.path().c_str());
    if (::bind(socket.number(), address.get(), address.size()) != 0 ||
        ::chmod(address.path().c_str(), S_IRUSR | S_IWUSR) != 0 ||
        ::listen(socket.number(), kMostWaiting) != 0)
        throw Error::system(errno, "make", controlSocketOf(run));
    return socket;
}

SocketHandle connectTo(const std::filesystem::path& run) {
    const SocketAddress address(run);
    SocketHandle socket = newSocket(run);
    if (::connect(socket.number(), address.get(), address.size()) != 0)
        throw Error::system(errno, "ask", controlSocketOf(run));
    return socket;
}

std::optional<std::string> readLine(const SocketHandle& socket,
                                    std::chrono::milliseconds patience) {
    const auto deadline = SteadyClock::now() + patience;
    std::string line;
    std::array<char, 512> bytes{};
    while (line.size() <= kLongestMessage) {
        const ssize_t count = ::recv(socket.number(), bytes.data(), bytes.size(), 0);
        if (count == 0)
            return {};
        if (count > 0) {
            line.append(bytes.data(), static_cast<std::size_t>(count));
            if (const std::size_t end = line.find('\n'); end != std::string::npos)
                return line.substr(0, end);
        } else if (errno == EAGAIN ? !waitFor(socket, POLLIN, deadline) : errno != EINTR) {
            return {};
        }
        if (SteadyClock::now() > deadline)
            return {};
    }
    return {};
}

bool writeLine(const SocketHandle& socket, const std::string& line,
               std::chrono::milliseconds patience) {
    const auto deadline = SteadyClock::now() + patience;
    for (std::size_t done = 0; done < line.size();) {
        const ssize_t count =
            ::send(socket.number(), line.data() + done, line.size() - done, MSG_NOSIGNAL);
        if (count > 0)
            done += static_cast<std::size_t>(count);
        else if (errno == EAGAIN ? !waitFor(socket, POLLOUT, deadline) : errno != EINTR)
            return false;
    }
    return true;
}

bool isOfThisUser(const SocketHandle& socket) {
    ucred other{};
    socklen_t size = sizeof(other);
    return ::getsockopt(socket.number(), SOL_SOCKET, SO_PEERCRED, &other, &size) == 0 &&
           (other.uid == ::geteuid() || other.uid == 0);
}

} // namespace unlit::runs
