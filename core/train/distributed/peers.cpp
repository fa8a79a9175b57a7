#include "core/train/distributed/peers.h"

#include "core/base/error.h"
#include "core/train/distributed/meeting_port.h"
#include "core/train/distributed/pieces.h"
#include "core/train/stopwatch.h"

#ifdef UNLIT_DISTRIBUTED
#include "core/train/distributed/gloo_link.h"
#endif

#include <torch/utils.h>

#include <algorithm>
#include <cstring>
#include <optional>

namespace unlit::train {

void Peers::sum(const std::vector<torch::Tensor>& tensors, config::GradientExchange type) {
    std::vector<std::unique_ptr<SumUnderWay>> sums;
    std::vector<std::vector<torch::Tensor>> parts;
    for (const Piece& piece : piecesOf(tensors)) {
        parts.emplace_back(tensors.begin() + static_cast<std::ptrdiff_t>(piece.begin),
                           tensors.begin() + static_cast<std::ptrdiff_t>(piece.end));
        sums.push_back(beginSum(parts.back(), type));
    }
    for (const auto& sum : sums)
        sum->goOn();
    for (std::size_t i = 0; i < sums.size(); ++i)
        sums[i]->finish(parts[i]);
}

#ifdef UNLIT_DISTRIBUTED

namespace {

class FloatSum final : public SumUnderWay {
public:
    FloatSum(GlooLink& link, const std::vector<torch::Tensor>& tensors)
        : m_link(link), m_flat{flattened(tensors).cpu()},
          m_work(link.begin(link.numbers(),
                            [&](auto& group) { return group.allreduce(m_flat, {}); })) {}

    void finish(const std::vector<torch::Tensor>& into) override {
        m_link.await(m_work);
        takeFlat(m_flat.front(), into);
    }

private:
    GlooLink& m_link;
    std::vector<torch::Tensor> m_flat;
    GlooLink::Work m_work;
};

/// Gloo adds up no bfloat16: each process gets its share of every sum, and passes on what it is.
class RoundedSum final : public SumUnderWay {
public:
    RoundedSum(GlooLink& link, int size, const std::vector<torch::Tensor>& tensors)
        : m_link(link), m_size(size), m_mine(bytesOf(padded(flattened(tensors)))),
          m_received(torch::empty_like(m_mine)),
          m_work(link.begin(link.numbers(), [&](auto& group) {
              return group.alltoall_base(m_received, m_mine, m_noSplit, m_noSplit);
          })) {}

    void goOn() override {
        m_link.await(m_work);
        const torch::Tensor share =
            m_received.view(torch::kBFloat16).view({m_size, -1}).to(torch::kFloat32);
        torch::Tensor sum = share[0].clone();
        for (int rank = 1; rank < m_size; ++rank)
            sum += share[rank];
        m_share = {bytesOf(sum)};
        for (int rank = 0; rank < m_size; ++rank)
            m_all.front().push_back(torch::empty_like(m_share.front()));
        m_work = m_link.begin(m_link.numbers(),
                              [&](auto& group) { return group.allgather(m_all, m_share, {}); });
    }

    void finish(const std::vector<torch::Tensor>& into) override {
        m_link.await(m_work);
        takeFlat(torch::cat(m_all.front()).view(torch::kBFloat16), into);
    }

private:
    /// All numbers, and zeros until every process has as many to add.
    torch::Tensor padded(const torch::Tensor& flat) const {
        const std::int64_t over = flat.numel() % m_size;
        return over == 0 ? flat : torch::cat({flat, torch::zeros({m_size - over}, flat.options())});
    }

    static torch::Tensor bytesOf(const torch::Tensor& numbers) {
        return numbers.to(torch::kBFloat16).cpu().contiguous().view(torch::kUInt8);
    }

    GlooLink& m_link;
    int m_size;
    std::vector<std::int64_t> m_noSplit;
    torch::Tensor m_mine, m_received; ///< bytes
    GlooLink::Work m_work;
    std::vector<torch::Tensor> m_share; ///< the sum of what is this process's share
    std::vector<std::vector<torch::Tensor>> m_all{1};
};

class GlooPeers final : public Peers {
public:
    GlooPeers(const Rendezvous& meeting, std::chrono::seconds patience, HangLimits limits)
        : Peers(meeting), m_link(meeting, patience, limits) {}

    void setStandstill(std::chrono::milliseconds limit) override {
        m_link.pulse().setStandstill(limit);
    }

    void getOn() override { m_link.pulse().getOn(); }

    void rest(bool rests) override { m_link.pulse().rest(rests); }

    void askToEnd() override { m_link.pulse().askToEnd(); }

    void whenAskedToEnd(std::function<void()> call) override {
        m_link.pulse().whenAskedToEnd(std::move(call));
    }

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
        takeFromOwners(tensors, std::vector<int>(tensors.size(), 0));
    }

    std::unique_ptr<SumUnderWay> beginSum(const std::vector<torch::Tensor>& tensors,
                                          config::GradientExchange type) override {
        const torch::NoGradGuard noGrad;
        if (type == config::GradientExchange::BFloat16)
            return std::make_unique<RoundedSum>(m_link, size(), tensors);
        return std::make_unique<FloatSum>(m_link, tensors);
    }

    /// In rounds of one piece of each owner: they travel at once, and little memory holds them.
    void takeFromOwners(std::vector<torch::Tensor>& tensors,
                        const std::vector<int>& owners) override {
        std::vector<std::vector<torch::Tensor>> ofOwner(static_cast<std::size_t>(size()));
        for (std::size_t i = 0; i < tensors.size(); ++i)
            ofOwner.at(static_cast<std::size_t>(owners[i])).push_back(tensors[i]);
        std::vector<std::vector<Piece>> pieces;
        std::size_t rounds = 0;
        for (const auto& owned : ofOwner) {
            pieces.push_back(piecesOf(owned));
            rounds = std::max(rounds, pieces.back().size());
        }
        for (std::size_t round = 0; round < rounds; ++round)
            takeRound(ofOwner, pieces, round);
    }

    std::vector<torch::Tensor> bringToFirst(const torch::Tensor& mine) override {
        std::vector<torch::Tensor> input = {mine};
        std::vector<std::vector<torch::Tensor>> all(isFirst() ? 1 : 0);
        for (int rank = 0; isFirst() && rank < size(); ++rank)
            all.front().push_back(torch::empty_like(mine));
        m_link.settle(m_link.numbers(), [&](auto& group) { return group.gather(all, input, {}); });
        return isFirst() ? all.front() : std::vector<torch::Tensor>();
    }

private:
    /// A piece that travels from its owner to the others.
    struct Travelling {
        std::vector<torch::Tensor> tensors, flat;
        GlooLink::Work work;
    };

    void takeRound(const std::vector<std::vector<torch::Tensor>>& ofOwner,
                   const std::vector<std::vector<Piece>>& pieces, std::size_t round) {
        std::vector<Travelling> all;
        for (std::size_t owner = 0; owner < ofOwner.size(); ++owner) {
            if (round >= pieces[owner].size())
                continue;
            const auto begin = ofOwner[owner].begin();
            const Piece& piece = pieces[owner][round];
            Travelling& one = all.emplace_back();
            one.tensors.assign(begin + static_cast<std::ptrdiff_t>(piece.begin),
                               begin + static_cast<std::ptrdiff_t>(piece.end));
            one.flat = {flattened(one.tensors).cpu()};
            c10d::BroadcastOptions options;
            options.rootRank = static_cast<int>(owner);
            one.work = m_link.begin(
                m_link.numbers(), [&](auto& group) { return group.broadcast(one.flat, options); });
        }
        for (const Travelling& one : all) {
            m_link.await(one.work);
            takeFlat(one.flat.front(), one.tensors);
        }
    }

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
        m_link.settle(m_link.words(), [&](auto& group) { return group.allgather(all, input, {}); });
        return all.front();
    }

    GlooLink m_link;
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
