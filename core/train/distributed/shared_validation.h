// A validation whose pictures several processes share: the first one calls for it between two
// steps, where the others wait for it anyway.
#pragma once

#include "core/train/distributed/peers.h"
#include "core/train/optim/ema.h"
#include "core/train/validation/validator.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace unlit::train {

/// Picture i is that of process i mod N; after every N pictures they tell each other the figures,
/// so that all have the same sums, in the order of one process. Thread: the one that trains.
class SharedValidation : public PictureCrew {
public:
    /// `validator` outlives it; the same sets in every process.
    SharedValidation(std::shared_ptr<Peers> peers, Validator& validator,
                     std::vector<ValidationSet> sets)
        : m_peers(std::move(peers)), m_validator(validator), m_sets(std::move(sets)) {}

    /// Of the first process: the others join in the validation of this set. Collective with their
    /// serve().
    void call(std::size_t set);

    /// Of the first process: the others take the running means in place of the weights, before it
    /// does, or have their weights again.
    void callMeans(bool areInUse);

    /// Is it one of these that the first process has said this with?
    static bool isCall(const std::string& told);

    /// Of the others: does what the first one has called for. Throws what the validator throws.
    void serve(const std::string& told, Ema* ema, const std::stop_token& stop);

    int rank() const override { return m_peers->rank(); }

    int size() const override { return m_peers->size(); }

    std::int64_t agreedSeed(std::int64_t mine) override;
    std::vector<CrewRow> together(const CrewRow& mine) override;
    [[noreturn]] void fail(const Failure& failure) override;

private:
    [[noreturn]] void throwOn(const Failure& failure) const;

    std::shared_ptr<Peers> m_peers;
    Validator& m_validator;
    std::vector<ValidationSet> m_sets;
    std::optional<EmaInUse> m_means; ///< of the others
};

} // namespace unlit::train
