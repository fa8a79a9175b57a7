#include "core/train/distributed/peers.h"

#include "core/base/error.h"
#include "core/base/split_text.h"
#include "core/train/distributed/meeting_port.h"
#include "core/train/stopwatch.h"

#ifdef UNLIT_DISTRIBUTED
#include <torch/csrc/distributed/c10d/FileStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>
#endif

#include <torch/utils.h>

#include <algorithm>
#include <cstring>
#include <future>
#include <optional>
#include <thread>

namespace unlit::train {

#ifdef UNLIT_DISTRIBUTED

namespace {

using Group = c10d::ProcessGroupGloo;

/// Of LibTorch's message the first line: what follows is where in its sources it came from.
std::string firstLineOf(const std::exception& problem) {
    const std::string text = problem.what();
    return text.substr(0, text.find('\n'));
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
    return c10::make_intrusive<c10d::TCPStore>(meeting.host, options);
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

/// Signs of life, in the place where the processes met.
SignBoard boardOf(const c10::intrusive_ptr<c10d::Store>& store) {
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
    if (!meeting.file.empty())
        return Group::createDeviceForHostname("127.0.0.1");
    return meeting.isFirst() ? Group::createDeviceForHostname(meeting.host)
                             : Group::createDefaultDevice();
}

/// Tensors one behind the other in pieces of some megabytes: a message has its price, and the
/// first pieces travel while later ones are put together.
class Buckets {
public:
    explicit Buckets(const std::vector<torch::Tensor>& tensors) {
        std::int64_t numbers = 0;
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            if (numbers == 0 || numbers + tensors[i].numel() > kNumbers) {
                m_ends.push_back(i);
                numbers = 0;
            }
            numbers += tensors[i].numel();
            m_ends.back() = i + 1;
        }
    }

    /// Calls `each` with the index of the first tensor of every piece and the one behind its last.
    template <class Each>
    void forEach(const Each& each) const {
        std::size_t begin = 0;
        for (const std::size_t end : m_ends) {
            each(begin, end);
            begin = end;
        }
    }

private:
    static constexpr std::int64_t kNumbers = 4 << 20;
    std::vector<std::size_t> m_ends;
};

class GlooPeers final : public Peers {
public:
    GlooPeers(const Rendezvous& meeting, std::chrono::seconds patience, HangLimits limits)
        : Peers(meeting), m_who(processName(meeting.rank, meeting.size)),
          m_store(storeOf(meeting, patience)) {
        boardOf(m_store).put(meeting.rank, "");
        waitForAll(*m_store, meeting, patience);
        m_pulse.emplace(boardOf(m_store), meeting.rank, meeting.size, limits);
        m_group = connected(meeting);
    }

    /// What one that hangs still owes would be waited for: what knows it is left to the end of the
    /// process.
    ~GlooPeers() override {
        if (!m_isLost)
            return;
        m_pulse->abandon();
        (void)m_group.release();
        (void)c10::intrusive_ptr<c10d::Store>(m_store).release();
    }

    void setStandstill(std::chrono::milliseconds limit) override { m_pulse->setStandstill(limit); }

    void getOn() override { m_pulse->getOn(); }

    void rest(bool rests) override { m_pulse->rest(rests); }

    std::vector<std::string> exchange(const std::string& mine) override {
        StepSeconds seconds;
        std::vector<std::string> all;
        {
            const SecondsOf timer(seconds, "wait");
            all = exchanged(mine);
        }
        addWaited(seconds["wait"]);
        return all;
    }

    void takeFromFirst(std::vector<torch::Tensor>& tensors) override {
        const torch::NoGradGuard noGrad;
        for (torch::Tensor& tensor : tensors) {
            std::vector<torch::Tensor> plain = {tensor.detach().cpu().contiguous()};
            settle([&] { return m_group->broadcast(plain, {}); });
            tensor.detach().copy_(plain.front());
        }
    }

    void sum(std::vector<torch::Tensor>& tensors) override {
        const torch::NoGradGuard noGrad;
        std::vector<std::vector<torch::Tensor>> flat;
        std::vector<c10::intrusive_ptr<c10d::Work>> under;
        const Buckets buckets(tensors);
        buckets.forEach([&](std::size_t begin, std::size_t end) {
            std::vector<torch::Tensor> parts;
            for (std::size_t i = begin; i < end; ++i)
                parts.push_back(tensors[i].detach().reshape({-1}));
            flat.push_back({torch::cat(parts).cpu()});
            under.push_back(guarded([&] { return m_group->allreduce(flat.back(), {}); }));
        });
        std::size_t bucket = 0;
        buckets.forEach([&](std::size_t begin, std::size_t end) {
            await(under[bucket]);
            std::int64_t at = 0;
            for (std::size_t i = begin; i < end; ++i) {
                const std::int64_t count = tensors[i].numel();
                tensors[i].detach().copy_(
                    flat[bucket].front().narrow(0, at, count).view(tensors[i].sizes()));
                at += count;
            }
            ++bucket;
        });
    }

    /// Gloo adds up no bfloat16: each process gets its share of every sum, and passes on what it
    /// is.
    void sumInBFloat16(std::vector<torch::Tensor>& tensors) override {
        const torch::NoGradGuard noGrad;
        std::vector<torch::Tensor> parts;
        std::vector<torch::Tensor> received;
        std::vector<Work> under;
        std::vector<std::int64_t> noSplit;
        const Buckets buckets(tensors);
        buckets.forEach([&](std::size_t begin, std::size_t end) {
            parts.push_back(bytesOf(paddedFor(tensors, begin, end)));
            received.push_back(torch::empty_like(parts.back()));
            under.push_back(guarded([&] {
                return m_group->alltoall_base(received.back(), parts.back(), noSplit, noSplit);
            }));
        });
        std::vector<std::vector<std::vector<torch::Tensor>>> sums;
        for (std::size_t bucket = 0; bucket < received.size(); ++bucket) {
            await(under[bucket]);
            torch::Tensor share =
                numbersOf(received[bucket]).view({size(), -1}).to(torch::kFloat32);
            torch::Tensor sum = share[0].clone();
            for (int rank = 1; rank < size(); ++rank)
                sum += share[rank];
            parts[bucket] = bytesOf(sum);
            sums.emplace_back(1);
            for (int rank = 0; rank < size(); ++rank)
                sums.back().front().push_back(torch::empty_like(parts[bucket]));
            std::vector<torch::Tensor> mine = {parts[bucket]};
            under[bucket] = guarded([&] { return m_group->allgather(sums.back(), mine, {}); });
        }
        std::size_t bucket = 0;
        buckets.forEach([&](std::size_t begin, std::size_t end) {
            await(under[bucket]);
            const torch::Tensor all = numbersOf(torch::cat(sums[bucket].front()));
            std::int64_t at = 0;
            for (std::size_t i = begin; i < end; ++i) {
                const std::int64_t count = tensors[i].numel();
                tensors[i].detach().copy_(all.narrow(0, at, count).view(tensors[i].sizes()));
                at += count;
            }
            ++bucket;
        });
    }

private:
    /// Connections to all others. LibTorch has one limit for these and for whatever comes later, so
    /// a thread of its own makes them, and is left to itself where one of the others is gone.
    c10::intrusive_ptr<Group> connected(const Rendezvous& meeting) {
        std::packaged_task<c10::intrusive_ptr<Group>()> connect([store = m_store, meeting] {
            auto options = Group::Options::create(kLongestWait);
            options->devices.push_back(deviceOf(meeting));
            return c10::make_intrusive<Group>(store, meeting.rank, meeting.size,
                                              std::move(options));
        });
        auto group = connect.get_future();
        std::thread thread(std::move(connect));
        for (bool isFirst = true;
             group.wait_for(m_pulse->betweenLooks()) != std::future_status::ready; isFirst = false)
            if (const auto hung = m_pulse->look(isFirst)) {
                thread.detach();
                m_pulse->abandon();
                throw Error(ErrorKind::Io, *hung, "see what it does there, and start all again");
            }
        thread.join();
        return group.get();
    }

    /// Of tensors from `begin` to `end` all numbers, and zeros until every process has as many.
    torch::Tensor paddedFor(const std::vector<torch::Tensor>& tensors, std::size_t begin,
                            std::size_t end) const {
        std::vector<torch::Tensor> flat;
        std::int64_t count = 0;
        for (std::size_t i = begin; i < end; ++i) {
            flat.push_back(tensors[i].detach().reshape({-1}));
            count += tensors[i].numel();
        }
        if (const std::int64_t over = count % size(); over > 0)
            flat.push_back(torch::zeros({size() - over}, flat.front().options()));
        return torch::cat(flat);
    }

    static torch::Tensor bytesOf(const torch::Tensor& numbers) {
        return numbers.to(torch::kBFloat16).cpu().contiguous().view(torch::kUInt8);
    }

    static torch::Tensor numbersOf(const torch::Tensor& bytes) {
        return bytes.view(torch::kBFloat16);
    }

    /// Of LibTorch's own limit: the pulse knows better. That one is gone is known by its connection
    /// at once.
    static constexpr std::chrono::hours kLongestWait{24 * 7};

    std::vector<std::string> exchanged(const std::string& mine) {
        const torch::Tensor length =
            torch::tensor({static_cast<std::int64_t>(mine.size())}, torch::kInt64);
        const std::vector<torch::Tensor> lengths = gathered(length);
        std::int64_t longest = 1;
        for (const torch::Tensor& each : lengths)
            longest = std::max(longest, each.item<std::int64_t>());
        torch::Tensor bytes = torch::zeros({longest}, torch::kUInt8);
        std::memcpy(bytes.data_ptr(), mine.data(), mine.size());
        std::vector<std::string> all;
        const std::vector<torch::Tensor> texts = gathered(bytes);
        for (std::size_t i = 0; i < texts.size(); ++i)
            all.emplace_back(static_cast<const char*>(texts[i].data_ptr()),
                             static_cast<std::size_t>(lengths[i].item<std::int64_t>()));
        return all;
    }

    std::vector<torch::Tensor> gathered(const torch::Tensor& mine) {
        std::vector<std::vector<torch::Tensor>> all(1);
        for (int i = 0; i < size(); ++i)
            all.front().push_back(torch::empty_like(mine));
        std::vector<torch::Tensor> input = {mine};
        settle([&] { return m_group->allgather(all, input, {}); });
        return all.front();
    }

    template <class Begin>
    void settle(const Begin& begin) {
        await(guarded(begin));
    }

    using Work = c10::intrusive_ptr<c10d::Work>;

    /// Throws Error (Io) once one of the others hangs, or is gone.
    void await(const Work& work) {
        for (bool isFirst = true; !isOver(work); isFirst = false)
            if (const auto hung = m_pulse->look(isFirst)) {
                m_isLost = true;
                throw Error(ErrorKind::Io, *hung,
                            "see what it does there, end it, and go on with --resume; "
                            "run.hang_timeout says how long is waited");
            }
    }

    /// Waits for it until the next look is due. LibTorch throws when it is not over by then.
    bool isOver(const Work& work) {
        try {
            work->wait(m_pulse->betweenLooks());
            return true;
        } catch (const std::exception& problem) {
            if (!work->isCompleted())
                return false;
            if (work->isSuccess())
                return true;
            throw lost(problem);
        }
    }

    template <class Begin>
    Work guarded(const Begin& begin) {
        m_pulse->arrive();
        try {
            return begin();
        } catch (const std::exception& problem) {
            throw lost(problem);
        }
    }

    /// What LibTorch throws is said as what it means here.
    Error lost(const std::exception& problem) const {
        return {ErrorKind::Io, m_who + " " + kLostOthers + ": " + firstLineOf(problem),
                "what ended first says why; go on with --resume"};
    }

    std::string m_who;
    c10::intrusive_ptr<c10d::Store> m_store;
    c10::intrusive_ptr<Group> m_group;
    std::optional<Pulse> m_pulse;
    bool m_isLost = false; ///< one of the others hangs
};

} // namespace

std::shared_ptr<Peers> Peers::meet(const Rendezvous& meeting, std::chrono::seconds patience,
                                   HangLimits limits) {
    try {
        auto peers = std::make_shared<GlooPeers>(meeting, patience, limits);
        (void)peers->exchange("");
        return peers;
    } catch (const Error&) {
        throw;
    } catch (const std::exception& problem) {
        throw cannotMeet(meeting, firstLineOf(problem),
                         "start all of them, with the same number of processes and the same place; "
                         "see whether the port is free and reachable");
    }
}

#else

std::shared_ptr<Peers> Peers::meet(const Rendezvous&, std::chrono::seconds, HangLimits) {
    throw Error::unsupported("this LibTorch has no c10d: it trains in one process",
                             "take one that was built with USE_DISTRIBUTED and Gloo");
}

#endif

} // namespace unlit::train
