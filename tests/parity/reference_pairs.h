// The pairs of trainer/dataset as a training set in memory.
#pragma once

#include "core/data/loader/dataset.h"

#include <vector>

namespace unlit::test {

/// What trainer/dataset/index.json lists, in its order; a sample's relativePath is its number.
class ReferencePairs : public data::Dataset {
public:
    ReferencePairs();

    std::int64_t size() const override { return static_cast<std::int64_t>(m_samples.size()); }

    data::Sample get(std::int64_t index, std::int64_t epoch) const override;

    std::string describe(std::int64_t index) const override { return std::to_string(index); }

private:
    std::vector<data::Sample> m_samples;
};

} // namespace unlit::test
