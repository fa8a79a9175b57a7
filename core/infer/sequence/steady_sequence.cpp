#include "core/infer/sequence/steady_sequence.h"

#include "core/base/error.h"
#include "core/infer/detail/log_light.h"

#include <torch/nn/functional/pooling.h>

#include <algorithm>
#include <cmath>

namespace unlit::infer {

namespace {

/// ColorSpace::Log100 is ln(1 + 100 x) / ln 101.
constexpr double kFloorOfLight = 0.01;
const double kLogOf101 = std::log(101.0);

/// Darker paint says little about a factor.
constexpr double kLeastPaint = 0.05;

/// Of the picture; less is chance.
constexpr double kLeastUnchanged = 0.01;

torch::Tensor throughCurve(const CurveTable& curve, const torch::Tensor& values) {
    const torch::Tensor given = values.contiguous();
    torch::Tensor result = torch::empty_like(given);
    curve.apply(given.data_ptr<float>(), given.numel(), result.data_ptr<float>());
    return result;
}

/// ln(0.01 + light) of values in [0,1].
torch::Tensor logOf(const torch::Tensor& values, ColorSpace space) {
    return throughCurve(CurveTable::toLog(space), values) * kLogOf101 + std::log(kFloorOfLight);
}

torch::Tensor valuesOf(const torch::Tensor& logs, ColorSpace space) {
    return throughCurve(CurveTable::fromLog(space),
                        ((logs - std::log(kFloorOfLight)) / kLogOf101).clamp(0, 1));
}

/// The same light times exp(level); the floor is no light.
torch::Tensor brighter(const torch::Tensor& logs, double level) {
    if (level == 0)
        return logs;
    return ((logs.exp() - kFloorOfLight).clamp_min(0) * std::exp(level) + kFloorOfLight).log();
}

torch::Tensor chromaOf(const torch::Tensor& logs_3HW) {
    return torch::stack({logs_3HW[0] - logs_3HW[1], logs_3HW[2] - logs_3HW[1]});
}

/// Mean of the squares over channels and windows: [H, W].
torch::Tensor distanceOf(const torch::Tensor& a_CHW, const torch::Tensor& b_CHW, int radius) {
    namespace F = torch::nn::functional;
    const torch::Tensor squares = (a_CHW - b_CHW).square().mean(0, true).unsqueeze(0);
    const int side = 2 * radius + 1;
    return F::avg_pool2d(
        squares,
        F::AvgPool2dFuncOptions(side).stride(1).padding(radius).count_include_pad(false))[0][0];
}

double squareOf(float value) {
    return static_cast<double>(value) * static_cast<double>(value);
}

double medianOfNumbers(std::vector<double> numbers) {
    std::ranges::sort(numbers);
    const std::size_t middle = numbers.size() / 2;
    return numbers.size() % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2;
}

} // namespace

SteadySequence::SteadySequence(std::vector<DetailTarget> targets, ColorSpace transfer,
                               const SequenceWindow& window, SequenceLevels known)
    : m_targets(std::move(targets)), m_transfer(transfer), m_window(window),
      m_levels(std::move(known)) {}

void SteadySequence::add(std::int64_t time, SequencePart part) {
    const torch::Tensor answer = part.answer.reduced.prediction;
    const torch::Tensor seen =
        inputOfAnswer(part.answer.networkInput_13HW, {answer.size(2), answer.size(3)});
    Frame frame{.part = std::move(part), .chroma_2HW = chromaOf(logOf(seen, m_transfer)), .logs_3HW = {}};
    for (std::size_t k = 0; k < m_targets.size(); ++k) {
        const torch::Tensor values = answer[static_cast<std::int64_t>(k)];
        const DetailRule rule = m_targets[k].rule;
        frame.logs_3HW.push_back(rule == DetailRule::Paint   ? logOf(values, m_targets[k].space)
                                 : rule == DetailRule::Value ? values.contiguous()
                                                             : torch::Tensor());
    }
    if (!m_levels.own.contains(time))
        m_levels.own[time] = measureLevels(time, frame);
    m_frames.insert_or_assign(time, std::move(frame));
}

/// Of all frames within reach that can tell, the nearer the more.
std::vector<double> SteadySequence::measureLevels(std::int64_t time, const Frame& frame) const {
    std::vector<double> levels(m_targets.size(), 0.0);
    for (std::size_t k = 0; k < m_targets.size(); ++k) {
        if (!isPaint(k))
            continue;
        double sum = 0;
        double weights = 0;
        double nearest = 0;
        for (const auto& [other, held] : m_frames) {
            const auto distance = static_cast<double>(std::abs(other - time));
            if (distance > m_window.reach)
                continue;
            nearest = m_levels.own.at(other)[k];
            const auto level = levelAgainst(frame, other, k);
            if (!level)
                continue;
            const double weight = 1 / distance;
            sum += weight * *level;
            weights += weight;
        }
        levels[k] = weights > 0 ? sum / weights : nearest;
    }
    return levels;
}

/// The level at which most of what did not change has the same paint as in the other frame.
std::optional<double> SteadySequence::levelAgainst(const Frame& frame, std::int64_t other,
                                                   std::size_t k) const {
    const Frame& held = m_frames.at(other);
    const double limit = std::log(kFloorOfLight + kLeastPaint);
    torch::Tensor same = (distanceOf(frame.chroma_2HW, held.chroma_2HW, m_window.radius) <
                          squareOf(m_window.chroma) / 4)
                             .logical_and(frame.logs_3HW[k].mean(0) > limit)
                             .logical_and(held.logs_3HW[k].mean(0) > limit);
    for (const Frame* one : {&frame, &held})
        if (one->part.lit_HW.defined())
            same = same.logical_and(one->part.lit_HW > 0.99);
    const torch::Tensor ratios = (held.logs_3HW[k] - frame.logs_3HW[k]).mean(0).masked_select(same);
    if (static_cast<double>(ratios.numel()) <
        kLeastUnchanged * static_cast<double>(same.numel()))
        return {};
    return m_levels.own.at(other)[k] + ratios.median().item<double>();
}

torch::Tensor SteadySequence::leveled(std::int64_t time, std::size_t k) const {
    const torch::Tensor& logs = m_frames.at(time).logs_3HW[k];
    if (!isPaint(k))
        return logs;
    const double common = m_levels.common ? (*m_levels.common)[k] : 0;
    return brighter(logs, m_levels.own.at(time)[k] - common);
}

torch::Tensor SteadySequence::weightOf(std::int64_t time, std::int64_t other,
                                       std::size_t k) const {
    const Frame& held = m_frames.at(other);
    const double answers = squareOf(isPaint(k) ? m_window.paint : m_window.value);
    const torch::Tensor distance =
        distanceOf(leveled(time, k), leveled(other, k), m_window.radius) / answers +
        distanceOf(m_frames.at(time).chroma_2HW, held.chroma_2HW, m_window.radius) /
            squareOf(m_window.chroma);
    const double apart = static_cast<double>(other - time);
    const torch::Tensor weight =
        (-0.5 * (distance + apart * apart / squareOf(m_window.time))).exp();
    return held.part.lit_HW.defined() ? weight * held.part.lit_HW : weight;
}

void SteadySequence::settleCommonLevel() {
    if (m_levels.common || m_levels.own.empty())
        return;
    const std::int64_t first = m_levels.own.begin()->first;
    std::vector<double> common;
    for (std::size_t k = 0; k < m_targets.size(); ++k) {
        std::vector<double> levels;
        for (const auto& [time, own] : m_levels.own)
            if (time - first <= m_window.reach)
                levels.push_back(own[k]);
        common.push_back(medianOfNumbers(std::move(levels)));
    }
    m_levels.common = std::move(common);
}

NetworkAnswer SteadySequence::steadied(std::int64_t time) {
    settleCommonLevel();
    if (!has(time))
        throw Error::internal("a frame of a sequence that is not held");
    NetworkAnswer answer = m_frames.at(time).part.answer;
    answer.reduced.prediction = answer.reduced.prediction.clone();
    for (std::size_t k = 0; k < m_targets.size(); ++k) {
        if (m_targets[k].rule == DetailRule::Light)
            continue;
        const torch::Tensor own = leveled(time, k);
        torch::Tensor sum = torch::zeros_like(own);
        torch::Tensor weights = torch::ones({own.size(1), own.size(2)});
        for (const auto& [other, held] : m_frames) {
            if (other == time || std::abs(other - time) > m_window.reach)
                continue;
            const torch::Tensor weight = weightOf(time, other, k);
            sum += weight * (leveled(other, k) - own);
            weights += weight;
        }
        const torch::Tensor mean = own + sum / weights;
        answer.reduced.prediction[static_cast<std::int64_t>(k)].copy_(
            isPaint(k) ? valuesOf(mean, m_targets[k].space) : mean);
    }
    return answer;
}

void SteadySequence::forgetBefore(std::int64_t time) {
    m_frames.erase(m_frames.begin(), m_frames.lower_bound(time));
}

double SteadySequence::factorOf(std::int64_t time) const {
    for (std::size_t k = 0; k < m_targets.size(); ++k)
        if (isPaint(k))
            return std::exp(m_levels.own.at(time)[k] -
                            (m_levels.common ? (*m_levels.common)[k] : 0));
    return 1;
}

} // namespace unlit::infer
