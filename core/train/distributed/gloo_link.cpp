#include "core/train/distributed/gloo_link.h"

#include "core/base/split_text.h"
#include "core/train/distributed/meeting_port.h"
#include "core/train/distributed/sign_file.h"

#include <torch/csrc/distributed/c10d/FileStore.hpp>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <future>
#include <thread>

namespace unlit::train {

namespace {

/// Of LibTorch's own limit: the pulse knows better. That one is gone is known by its connection
/// at once.
constexpr std::chrono::hours kLongestWait{24 * 7};

/// Beyond the limit that LibTorch keeps itself where the others answer.
constexpr std::chrono::seconds kToAnswer{2};

/// LibTorch's own sockets in place of libuv's, which newer ones take by themselves even where they
/// are built without it, as Debian 13's is.
template <typename Options>
void takeOwnSockets(Options& options) {
    if constexpr (requires { options.useLibUV; })
        options.useLibUV = false;
}

/// Does not wait for the others, which waitForAll() can name. Somebody else may listen there and
/// say nothing: LibTorch would wait for an answer without limit, so a thread of its own asks, and
/// is left to itself then.
c10::intrusive_ptr<c10d::Store> joinedStore(const Rendezvous& meeting,
                                            const c10d::TCPStoreOptions& options) {
    std::packaged_task<c10::intrusive_ptr<c10d::Store>()> join(
        [meeting, options]() -> c10::intrusive_ptr<c10d::Store> {
            auto store = c10::make_intrusive<c10d::TCPStore>(meeting.host, options);
            if (store->add("unlit/door", 0) != 0) // is answered, unlike the connection
                throw cannotMeet(meeting, "another program listens there",
                                 "name the machine of the first process, and take a port that is "
                                 "free there, the same for all");
            return store;
        });
    auto store = join.get_future();
    std::thread thread(std::move(join));
    if (store.wait_for(options.timeout + kToAnswer) != std::future_status::ready) {
        thread.detach();
        throw cannotMeet(meeting, "who listens there does not answer",
                         "see whether it is the first process, or take another port for all");
    }
    thread.join();
    return store.get();
}

c10::intrusive_ptr<c10d::Store> storeOf(const Rendezvous& meeting, std::chrono::seconds patience) {
    if (!meeting.file.empty())
        return c10::make_intrusive<c10d::FileStore>(meeting.file.string(), meeting.size);
    requirePort(meeting, patience);
    c10d::TCPStoreOptions options;
    options.port = meeting.port;
    options.isServer = meeting.isFirst();
    options.numWorkers = meeting.size;
    options.timeout = patience;
    options.waitWorkers = false;
    takeOwnSockets(options);
    return joinedStore(meeting, options);
}

/// Waits until each process has said that it is there. Throws Error::invalidInput naming those that
/// have not, and one that was told another number of processes.
void waitForAll(c10d::Store& store, const Rendezvous& meeting, std::chrono::seconds patience) {
    const auto keyOf = [](int rank) { return "unlit/here/" + std::to_string(rank); };
    const auto sizeOf = [](int rank) { return "unlit/size/" + std::to_string(rank); };
    const std::string size = std::to_string(meeting.size);
    const auto isThere = [&](int rank) {
        if (!store.check({keyOf(rank)}))
            return false;
        const std::vector<std::uint8_t> said = store.get(sizeOf(rank));
        const std::string other(said.begin(), said.end());
        if (other != size)
            throw Error::invalidInput("process " + std::to_string(rank) +
                                          " was started as one of " + other + ", process " +
                                          std::to_string(meeting.rank) + " as one of " + size,
                                      "start all with the same number of processes");
        return true;
    };
    store.set(sizeOf(meeting.rank), std::vector<std::uint8_t>(size.begin(), size.end()));
    if (store.add(keyOf(meeting.rank), 1) > 1)
        throw Error::invalidInput("two processes are number " + std::to_string(meeting.rank),
                                  "give each a rank of its own, from 0 on");
    const auto end = std::chrono::steady_clock::now() + patience;
    std::vector<std::string> missing;
    do {
        missing.clear();
        for (int rank = 0; rank < meeting.size; ++rank)
            if (!isThere(rank))
                missing.push_back(std::to_string(rank));
        if (missing.empty())
            return;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    } while (std::chrono::steady_clock::now() < end);
    throw Error::invalidInput("process " + joined(missing) + " of " + std::to_string(meeting.size) +
                                  " has not come within " + std::to_string(patience.count()) + " s",
                              "see what it says, or start fewer");
}

/// Signs of life, in the place where the processes met. On one machine in a file of their own:
/// LibTorch's grows with every sign, so that a full disk would silence all.
SignBoard boardOf(const c10::intrusive_ptr<c10d::Store>& store, const Rendezvous& meeting) {
    if (!meeting.file.empty())
        return signFile(meeting.file.string() + ".signs", meeting.size);
    const auto keyOf = [](int rank) { return "unlit/sign/" + std::to_string(rank); };
    return {.put =
                [store, keyOf](int rank, const std::string& sign) {
                    store->set(keyOf(rank), std::vector<std::uint8_t>(sign.begin(), sign.end()));
                },
            .at =
                [store, keyOf](int rank) {
                    const std::vector<std::uint8_t> sign = store->get(keyOf(rank));
                    return std::string(sign.begin(), sign.end());
                }};
}

/// On one machine through its own loop alone; else at the address that leads to the others.
std::shared_ptr<gloo::transport::Device> deviceOf(const Rendezvous& meeting) {
    return GlooLink::Group::createDeviceForHostname(meeting.file.empty() ? ownAddress(meeting)
                                                                         : "127.0.0.1");
}

} // namespace

std::string firstLineOf(const std::exception& problem) {
    const std::string text = problem.what();
    return text.substr(0, text.find('\n'));
}

GlooLink::GlooLink(const Rendezvous& meeting, std::chrono::seconds patience, HangLimits limits)
    : m_who(processName(meeting.rank, meeting.size)), m_store(storeOf(meeting, patience)) {
    const SignBoard board = boardOf(m_store, meeting);
    board.put(meeting.rank, "");
    waitForAll(*m_store, meeting, patience);
    m_pulse.emplace(board, meeting.rank, meeting.size, limits);
    m_numbers = connected(meeting, "numbers");
    m_words = connected(meeting, "words");
}

/// What others still owe, where one hangs or this one has failed, would be waited for: that is left
/// to the end of the process.
GlooLink::~GlooLink() {
    if (!m_isLost && m_underWay == 0)
        return;
    m_pulse->abandon();
    (void)m_numbers.release();
    (void)m_words.release();
    (void)c10::intrusive_ptr<c10d::Store>(m_store).release();
}

/// Connections to all others. LibTorch has one limit for these and for whatever comes later, so
/// a thread of its own makes them, and is left to itself where one of the others is gone.
c10::intrusive_ptr<GlooLink::Group> GlooLink::connected(const Rendezvous& meeting,
                                                        const char* name) {
    std::packaged_task<c10::intrusive_ptr<Group>()> connect([store = m_store, meeting, name] {
        auto options = Group::Options::create(kLongestWait);
        options->devices.push_back(deviceOf(meeting));
        return c10::make_intrusive<Group>(c10::make_intrusive<c10d::PrefixStore>(name, store),
                                          meeting.rank, meeting.size, std::move(options));
    });
    auto group = connect.get_future();
    std::thread thread(std::move(connect));
    for (bool isFirst = true; group.wait_for(m_pulse->betweenLooks()) != std::future_status::ready;
         isFirst = false)
        if (const auto hung = m_pulse->look(isFirst)) {
            thread.detach();
            m_pulse->abandon();
            throw Error(ErrorKind::Io, *hung, "see what it does there, and start all again");
        }
    thread.join();
    return group.get();
}

void GlooLink::await(const Work& work) {
    for (bool isFirst = true; !isOver(work); isFirst = false)
        if (const auto hung = m_pulse->look(isFirst)) {
            m_isLost = true;
            throw Error(ErrorKind::Io, *hung,
                        "see what it does there, end it, and go on with --resume; "
                        "run.hang_timeout says how long is waited");
        }
    --m_underWay;
}

/// Waits for it until the next look is due. LibTorch throws when it is not over by then.
bool GlooLink::isOver(const Work& work) {
    try {
        work->wait(m_pulse->betweenLooks());
        return true;
    } catch (const std::bad_alloc&) {
        --m_underWay;
        throw;
    } catch (const std::exception& problem) {
        if (!work->isCompleted())
            return false;
        if (work->isSuccess())
            return true;
        --m_underWay;
        throw lost(problem);
    }
}

/// What LibTorch throws is said as what it means here.
Error GlooLink::lost(const std::exception& problem) const {
    return {ErrorKind::Io, m_who + " " + kLostOthers + ": " + firstLineOf(problem),
            "what ended first says why; go on with --resume"};
}

} // namespace unlit::train
