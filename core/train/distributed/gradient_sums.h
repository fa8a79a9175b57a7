// Sums of gradients over processes that travel while backward still computes others.
#pragma once

#include "core/config/memory_config.h"
#include "core/train/distributed/peers.h"
#include "core/train/distributed/pieces.h"
#include "core/train/optim/optimizer.h"

#include <torch/csrc/autograd/function.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace unlit::train {

/// Pieces are those of Peers::sum: sums are the same bytes, whenever a piece begins to travel.
/// They begin in one order in all processes: that in which the first one's backward was done with
/// them. Thread: the one that trains; backward's own threads while it runs.
class GradientSums {
public:
    GradientSums(std::shared_ptr<Peers> peers, config::GradientExchange type,
                 std::vector<NamedParameter> parameters);
    ~GradientSums();
    GradientSums(const GradientSums&) = delete;
    GradientSums& operator=(const GradientSums&) = delete;

    /// While one lives, this process's last backward of the step runs: nothing is added to a
    /// gradient after it has been made there.
    class LastBackward {
    public:
        explicit LastBackward(GradientSums& sums);
        ~LastBackward();
        LastBackward(const LastBackward&) = delete;
        LastBackward& operator=(const LastBackward&) = delete;

    private:
        GradientSums& m_sums;
    };

    /// Gradients were dropped and are made once more: what is under way stays what it is.
    void makeAgain() { m_isAgain = m_begun > 0; }

    bool isAnyUnderWay() const { return m_begun > 0; }

    /// Collective: what is not under way travels now, and gradients are sums then. A weight that no
    /// process has a gradient of gets zeros. Throws Error::internal where a gradient has changed
    /// that was under way.
    void finish();

    /// Collective: waits for what is under way anywhere; gradients stay.
    void drop();

    /// The order in which this process's backward was done with the pieces; empty where it had
    /// none yet.
    const std::vector<std::size_t>& seenOrder() const { return m_seen; }

    bool hasOrder() const { return m_hasOrder; }

    /// The same in all processes, after finish() or drop(), before the next step.
    void setOrder(std::vector<std::size_t> order);

private:
    void watch(std::size_t parameter);
    void made(std::size_t parameter);
    void beginNext();
    std::vector<torch::Tensor> gradientsOf(const Piece& piece);
    void end(bool takesSums);

    std::shared_ptr<Peers> m_peers;
    config::GradientExchange m_type;
    std::vector<NamedParameter> m_parameters;
    std::vector<Piece> m_pieces;
    std::vector<std::size_t> m_pieceOf; ///< of each parameter
    std::vector<std::shared_ptr<torch::autograd::Node>> m_accumulators;
    std::shared_ptr<GradientSums*> m_self; ///< what hooks of the weights reach this by

    std::vector<std::size_t> m_order, m_seen;
    bool m_hasOrder = false;
    bool m_isLast = false;                                ///< a LastBackward lives
    bool m_isAgain = false;                               ///< gradients are made once more
    bool m_isLate = false;                                ///< one has changed that was under way
    std::vector<bool> m_isMade;                           ///< by parameter, in the last backward
    std::vector<std::size_t> m_missing;                   ///< by piece: gradients that are not made
    std::size_t m_begun = 0;                              ///< of m_order
    std::vector<std::unique_ptr<SumUnderWay>> m_underWay; ///< in m_order
};

} // namespace unlit::train
