// Where the micro-batches of a run come from: the batches of its set, and one seed for each that
// has something to learn from.
#pragma once

#include "core/data/loader/data_loader.h"
#include "core/train/distributed/shared_steps.h"
#include "core/train/micro_step_seeds.h"
#include "core/weights/state_dict.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace unlit::train {

/// The place in the set and the seeds are taken back when a step is begun again. Thread: the one
/// that trains.
class BatchSource {
public:
    BatchSource(std::unique_ptr<data::DataLoader> loader, MicroStepSeeds seeds);

    data::DataLoader& loader() { return *m_loader; }

    const data::DataLoader& loader() const { return *m_loader; }

    /// The next batch of the epoch; nothing at its end.
    std::optional<data::Batch> next();
    BatchPlace placeOf(const data::Batch& batch) const;

    /// Of the batch that was read last.
    const BatchPlace& place() const { return m_place; }

    /// The seed of the micro-batch that is about to be learnt from.
    Seed takeSeed();
    /// Lays out seeds until there are `count` in all; those that are there stay.
    void layOutSeeds(std::int64_t count);
    /// The seed that the step's micro-batch of this number took; nothing where it was not taken
    /// here.
    std::optional<Seed> seedOf(std::size_t microStep) const;

    /// Micro-batches of the step that came before a resume.
    std::int64_t firstMicro() const { return m_firstMicro; }

    /// Micro-batches of the step that have taken their seed, those of other processes among them.
    std::int64_t microStepsBegun() const {
        return m_firstMicro + static_cast<std::int64_t>(m_usedSeeds.size());
    }

    /// A step begins here: its place is remembered.
    void beginStep();
    /// Back to that place, with the seeds.
    void rewindStep();

    /// The place of the step's first batch, for looking at it once more.
    void returnToStepStart() { m_loader->restore(m_loaderAtStart); }

    /// "seeds/…", "loader/…"
    void addState(weights::StateDict& state) const;
    /// "initial_seed", "seeds_laid_out"
    void addCounts(nlohmann::json& json) const;
    /// Tensors and counts as above; `firstMicro` micro-batches of the step are done. Throws Error:
    /// Corrupt naming `file`.
    void restore(const weights::StateDict& state, const nlohmann::json& json,
                 std::int64_t firstMicro, const std::string& file);

private:
    void restoreLoader(const weights::StateDict& loader, const std::string& file);

    std::unique_ptr<data::DataLoader> m_loader;
    MicroStepSeeds m_seeds;
    BatchPlace m_place;
    data::LoaderState m_loaderAtStart; ///< of the step, or where it was resumed
    std::vector<Seed> m_usedSeeds;     ///< in the step under way, since then
    std::int64_t m_firstMicro = 0;
};

/// Brings the source's loader back to where it was made, however its owner leaves.
class KeepsPlace {
public:
    explicit KeepsPlace(BatchSource& source)
        : m_loader(source.loader()), m_place(m_loader.state()) {}

    ~KeepsPlace() { m_loader.restore(m_place); }

    KeepsPlace(const KeepsPlace&) = delete;
    KeepsPlace& operator=(const KeepsPlace&) = delete;

private:
    data::DataLoader& m_loader;
    data::LoaderState m_place;
};

} // namespace unlit::train
