#include "tests/support/comparison.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <sstream>

namespace unlit::test {

namespace {

torch::Tensor flatDouble(const torch::Tensor& tensor) {
    return tensor.detach().to(torch::kCPU, torch::kDouble).contiguous().flatten();
}

/// Distance per element: 0 where both are the same NaN or infinity, infinity where only one is.
torch::Tensor distance(const torch::Tensor& actual, const torch::Tensor& expected) {
    const torch::Tensor same = actual.eq(expected) | (actual.isnan() & expected.isnan());
    const torch::Tensor plain = (actual - expected).abs();
    const torch::Tensor finite = plain.isfinite();
    const torch::Tensor infinite = torch::full_like(plain, HUGE_VAL);
    return torch::where(same, torch::zeros_like(plain), torch::where(finite, plain, infinite));
}

/// "at flat index 7: 0.25 instead of 0.5"
std::string worstPlace(const torch::Tensor& score, const torch::Tensor& actual,
                       const torch::Tensor& expected) {
    const auto at = score.argmax().item<std::int64_t>();
    std::ostringstream text;
    text.precision(9);
    text << "worst at flat index " << at << ": " << actual[at].item<double>() << " instead of "
         << expected[at].item<double>();
    return text.str();
}

} // namespace

Comparison::~Comparison() {
    if (!m_finished)
        ADD_FAILURE() << "the comparison was not finished after " << m_cases << " cases";
}

void Comparison::beginCase(const std::string& name) {
    m_case = name;
    ++m_cases;
}

std::string Comparison::label(const std::string& name) const {
    return m_case.empty() ? name : m_case + ": " + name;
}

bool Comparison::sameShape(const std::string& name, const torch::Tensor& actual,
                           const torch::Tensor& expected) {
    ++m_tensors;
    if (!actual.defined() || !expected.defined()) {
        ADD_FAILURE() << label(name) << " is undefined";
        return false;
    }
    if (actual.sizes() != expected.sizes()) {
        ADD_FAILURE() << label(name) << " has shape " << actual.sizes() << " instead of "
                      << expected.sizes();
        return false;
    }
    return true;
}

void Comparison::maxAbs(const std::string& name, const torch::Tensor& actual,
                        const torch::Tensor& expected, double tolerance) {
    if (!sameShape(name, actual, expected) || expected.numel() == 0)
        return;
    const torch::Tensor a = flatDouble(actual);
    const torch::Tensor b = flatDouble(expected);
    const torch::Tensor difference = distance(a, b);
    EXPECT_LE(difference.max().item<double>(), tolerance)
        << label(name) << ", " << worstPlace(difference, a, b);
}

void Comparison::scaledAbs(const std::string& name, const torch::Tensor& actual,
                           const torch::Tensor& expected, double tolerance) {
    if (!sameShape(name, actual, expected) || expected.numel() == 0)
        return;
    const torch::Tensor a = flatDouble(actual);
    const torch::Tensor b = flatDouble(expected);
    const torch::Tensor scale = torch::nan_to_num(b.abs(), 1, 1, 1).clamp_min(1);
    const torch::Tensor score = distance(a, b) / scale;
    EXPECT_LE(score.max().item<double>(), tolerance)
        << label(name) << ", " << worstPlace(score, a, b);
}

void Comparison::relativeL2(const std::string& name, const torch::Tensor& actual,
                            const torch::Tensor& expected, double tolerance) {
    if (!sameShape(name, actual, expected) || expected.numel() == 0)
        return;
    const torch::Tensor a = flatDouble(actual);
    const torch::Tensor b = flatDouble(expected);
    const torch::Tensor difference = distance(a, b);
    const auto size = b.norm().item<double>();
    const auto error = difference.norm().item<double>();
    EXPECT_LE(error, tolerance * size)
        << label(name) << " (relative " << error / size << "), " << worstPlace(difference, a, b);
}

void Comparison::exact(const std::string& name, const torch::Tensor& actual,
                       const torch::Tensor& expected) {
    if (!sameShape(name, actual, expected) || expected.numel() == 0)
        return;
    const bool whole = !actual.is_floating_point() && !expected.is_floating_point();
    if (whole) { // 64-bit integers do not fit a double
        const torch::Tensor a = actual.to(torch::kCPU, torch::kLong).contiguous().flatten();
        const torch::Tensor b = expected.to(torch::kCPU, torch::kLong).contiguous().flatten();
        EXPECT_TRUE(torch::equal(a, b))
            << label(name) << ", " << a.ne(b).sum().item<std::int64_t>() << " values differ";
        return;
    }
    const torch::Tensor a = flatDouble(actual);
    const torch::Tensor b = flatDouble(expected);
    const torch::Tensor difference = distance(a, b);
    EXPECT_EQ(difference.max().item<double>(), 0)
        << label(name) << ", " << worstPlace(difference, a, b);
}

void Comparison::levels(const std::string& name, const torch::Tensor& actual,
                        const torch::Tensor& expected, int maxLevels, double fraction) {
    if (!sameShape(name, actual, expected) || expected.numel() == 0)
        return;
    const torch::Tensor a = flatDouble(actual);
    const torch::Tensor b = flatDouble(expected);
    const torch::Tensor difference = distance(a, b);
    EXPECT_LE(difference.max().item<double>(), maxLevels)
        << label(name) << ", " << worstPlace(difference, a, b);
    const auto differing = difference.gt(0).sum().item<double>();
    EXPECT_LE(differing / static_cast<double>(b.numel()), fraction)
        << label(name) << ", " << differing << " of " << b.numel() << " samples differ";
}

void Comparison::relative(const std::string& name, double actual, double expected,
                          double tolerance) {
    EXPECT_LE(std::abs(actual - expected), tolerance * std::abs(expected))
        << label(name) << ": " << actual << " instead of " << expected;
}

void Comparison::finish(bool needsTensors) {
    m_finished = true;
    std::cout << m_cases << " cases, " << m_tensors << " tensors compared\n";
    EXPECT_GT(m_cases, 0U) << "the pack lists no case";
    if (needsTensors) {
        EXPECT_GT(m_tensors, 0U) << "no tensor was compared";
    }
}

} // namespace unlit::test
