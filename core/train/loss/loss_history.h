// Which samples a training learns badly: the losses of every one of them, set against what is
// usual.
#pragma once

#include "core/events/event.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace unlit::train {

/// A row of sample_losses.csv.
struct LossRow {
    std::int64_t step = 0; ///< optimizer steps, the one that the loss belongs to included
    std::int64_t epoch = 1;
    std::int64_t timestep = 0;
    std::string sample;
    double loss = 0;
};

inline constexpr std::string_view kLossHeader = "step,epoch,timestep,sample,loss\n";

/// With its line end.
std::string toCsv(const LossRow& row);

/// Nothing for a line that is no such row.
std::optional<LossRow> lossRowFrom(std::string_view line);

/// A loss depends on its timestep far more than on its picture. So each is divided by what is usual
/// in its tenth of the timesteps: a running mean there, of all samples, in which the last fifty or
/// so count. Memory: a few numbers for each sample.
class LossHistory {
public:
    /// `timesteps` of the noise schedule, >= 1.
    explicit LossHistory(std::int64_t timesteps) : m_timesteps(timesteps) {}

    void add(std::string_view sample, std::int64_t timestep, double loss);

    /// Those with the highest relative loss, at most `count`; of equals by name.
    std::vector<WorstSamples::Entry> worst(std::size_t count) const;

private:
    static constexpr std::size_t kTenths = 10;

    struct Usual {
        std::int64_t count = 0;
        double mean = 0;
    };

    struct Sample {
        std::int64_t visits = 0;
        double loss = 0;     ///< mean
        double relative = 0; ///< mean
    };

    std::int64_t m_timesteps;
    std::array<Usual, kTenths> m_usual;
    std::unordered_map<std::string, Sample> m_samples;
};

/// Adds every row of the file, in its order; a file that is not there has none.
void readLosses(const std::filesystem::path& file, LossHistory& history);

/// worst_samples.json: {"step", "samples": [{"sample", "visits", "mean_loss", "relative_loss"}]}.
std::string worstSamplesJson(const WorstSamples& worst);
/// Throws Error: NotFound (the run keeps no losses of samples), Corrupt.
WorstSamples readWorstSamples(const std::filesystem::path& file);

} // namespace unlit::train
