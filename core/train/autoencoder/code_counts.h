// How often each code of a quantizer occurs.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <map>

namespace unlit::train {

class CodeCounts {
public:
    /// Codes of any shape, int64.
    void add(const torch::Tensor& codes);

    void add(std::int64_t code, std::int64_t count) { m_counts[code] += count; }

    /// By code, of those that occurred.
    const std::map<std::int64_t, std::int64_t>& counts() const { return m_counts; }

    /// Share of `codeCount` codes that occurred; 0 before the first.
    double usageOf(std::int64_t codeCount) const;

    /// e to the entropy of the counts: 1 where one code is all, as many as occurred where all do
    /// equally often; 0 before the first.
    double perplexity() const;

private:
    std::map<std::int64_t, std::int64_t> m_counts;
};

} // namespace unlit::train
