#include "core/train/distributed/meeting_port.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <thread>

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

namespace unlit::train {

namespace {

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

class Socket {
public:
    Socket(const addrinfo& address, int type)
        : m_descriptor(socket(address.ai_family, type | SOCK_CLOEXEC, 0)) {}

    ~Socket() {
        if (m_descriptor >= 0)
            close(m_descriptor);
    }

    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;

    int descriptor() const { return m_descriptor; }

private:
    int m_descriptor;
};

Addresses addressesOf(const Rendezvous& meeting) {
    addrinfo wanted{};
    wanted.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    const int problem =
        getaddrinfo(meeting.host.c_str(), std::to_string(meeting.port).c_str(), &wanted, &found);
    Addresses addresses(found, &freeaddrinfo);
    if (problem != 0)
        throw cannotMeet(meeting, gai_strerror(problem),
                         "name the machine of the first process as the others can reach it");
    return addresses;
}

/// 0, or why nobody answers.
int connectTo(const addrinfo& address) {
    const Socket probe(address, SOCK_STREAM);
    if (probe.descriptor() < 0)
        return errno;
    return connect(probe.descriptor(), address.ai_addr, address.ai_addrlen) == 0 ? 0 : errno;
}

} // namespace

Error cannotMeet(const Rendezvous& meeting, const std::string& why, const std::string& hint) {
    const std::string place = meeting.file.empty()
                                  ? meeting.host + ":" + std::to_string(meeting.port)
                                  : meeting.file.string();
    return {ErrorKind::Io,
            processName(meeting.rank, meeting.size) + " cannot meet the others at " + place + ": " +
                why,
            hint};
}

void requirePort(const Rendezvous& meeting, std::chrono::seconds patience) {
    const Addresses addresses = addressesOf(meeting);
    const auto end = std::chrono::steady_clock::now() + patience;
    while (true) {
        int problem = 0;
        for (const addrinfo* each = addresses.get(); each != nullptr; each = each->ai_next)
            if (problem = connectTo(*each); problem == 0)
                break;
        if (problem == 0 && meeting.isFirst())
            throw cannotMeet(meeting, "somebody listens at this port already",
                             "take another port, the same for all processes");
        if (problem == 0 || meeting.isFirst())
            return;
        if (std::chrono::steady_clock::now() >= end)
            throw cannotMeet(meeting, std::strerror(problem),
                             "start the first process there, and see whether the port can be "
                             "reached from here");
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
}

std::string ownAddress(const Rendezvous& meeting) {
    const Addresses addresses = addressesOf(meeting);
    int problem = 0;
    for (const addrinfo* each = addresses.get(); each != nullptr; each = each->ai_next) {
        const Socket probe(*each, SOCK_DGRAM); // connecting it sends nothing
        sockaddr_storage own{};
        auto* const address = reinterpret_cast<sockaddr*>(&own);
        socklen_t length = sizeof own;
        std::array<char, NI_MAXHOST> text{};
        if (connect(probe.descriptor(), each->ai_addr, each->ai_addrlen) == 0 &&
            getsockname(probe.descriptor(), address, &length) == 0 &&
            getnameinfo(address, length, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) == 0)
            return text.data();
        problem = errno;
    }
    throw cannotMeet(meeting, std::strerror(problem), "see whether the network is there");
}

} // namespace unlit::train
