// Medians and means of figures over the last steps.
#pragma once

#include "core/train/writers/metric_writer.h"

#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace unlit::train {

/// Of tags that begin with train/ and time/. Numbers that are not finite do not count.
class FigureWindow {
public:
    /// `steps` >= 1.
    explicit FigureWindow(std::int64_t steps) : m_steps(steps) {}

    /// Takes the figures of a step, and where `steps` divides it adds `median/TAG` and `mean/TAG`
    /// of the last `steps` ones to them.
    void addTo(std::int64_t step, std::vector<Scalar>& figures);

    /// The steps that a run has written before, so that a resumed one tells what it would have told
    /// without the stop. `file`: metrics.jsonl; one that is not there has none.
    void readFrom(const std::filesystem::path& file);

private:
    void take(const std::vector<Scalar>& figures);

    std::int64_t m_steps;
    std::map<std::string, std::deque<double>> m_values; ///< by tag, the oldest first
};

/// The middle of the values, of an even number the mean of the two in the middle. Precondition: not
/// empty.
double medianOf(std::vector<double> values);

} // namespace unlit::train
