// Compares tensors with reference tensors, counts what was compared, and fails when it was nothing.
#pragma once

#include <torch/types.h>

#include <cstddef>
#include <string>

namespace unlit::test {

/// One per parity test. Each check is a GoogleTest expectation that names case, tensor, the worst
/// place and both values. Shapes must be equal, nothing broadcasts; arithmetic is in double. A NaN
/// agrees only with a NaN in the same place, an infinity with the same infinity. Call finish()
/// last: it prints "N cases, M tensors compared".
class Comparison {
public:
    Comparison() = default;
    ~Comparison();
    Comparison(const Comparison&) = delete;
    Comparison& operator=(const Comparison&) = delete;

    /// Counts a case; its name goes into the messages of the checks that follow.
    void beginCase(const std::string& name);

    /// max |a - b| <= tolerance
    void maxAbs(const std::string& name, const torch::Tensor& actual, const torch::Tensor& expected,
                double tolerance);

    /// |a - b| <= tolerance * max(1, |b|), element by element
    void scaledAbs(const std::string& name, const torch::Tensor& actual,
                   const torch::Tensor& expected, double tolerance);

    /// ||a - b|| / ||b|| <= tolerance
    void relativeL2(const std::string& name, const torch::Tensor& actual,
                    const torch::Tensor& expected, double tolerance);

    /// Equal values; the number types may differ (bool against uint8).
    void exact(const std::string& name, const torch::Tensor& actual, const torch::Tensor& expected);

    /// Whole levels (uint8): |a - b| <= maxLevels everywhere, and a != b in at most `fraction`
    /// (0..1) of the samples.
    void levels(const std::string& name, const torch::Tensor& actual, const torch::Tensor& expected,
                int maxLevels, double fraction);

    /// |a - b| <= tolerance * |b|, for a number that stands in the JSON (not counted as a tensor).
    void relative(const std::string& name, double actual, double expected, double tolerance);

    std::size_t cases() const { return m_cases; }

    std::size_t tensors() const { return m_tensors; }

    /// Prints the counts; fails when no case was begun, or nothing was compared in any way.
    /// Packs of pure JSON (seed lists, index lists) count their cases and compare with EXPECT_EQ:
    /// they pass needsTensors = false.
    void finish(bool needsTensors = true);

private:
    bool sameShape(const std::string& name, const torch::Tensor& actual,
                   const torch::Tensor& expected);
    std::string label(const std::string& name) const;

    std::string m_case;
    std::size_t m_cases = 0;
    std::size_t m_tensors = 0;
    bool m_finished = false;
};

} // namespace unlit::test
