#include "core/infer/sequence/steady_sequence.h"

#include "core/base/error.h"
#include "core/infer/detail/log_light.h"
#include "core/tensor/interpolate.h"

#include <torch/nn/functional/pooling.h>

#include <algorithm>
#include <cmath>
#include <vector>

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

/// ln(light), of what is dark the floor's.
torch::Tensor withoutFloor(const torch::Tensor& logs) {
    return (logs.exp() - kFloorOfLight).clamp_min(kFloorOfLight).log();
}

torch::Tensor chromaOf(const torch::Tensor& logs_3HW) {
    return torch::stack({logs_3HW[0] - logs_3HW[1], logs_3HW[2] - logs_3HW[1]});
}

/// Means of windows, of what there is of them.
torch::Tensor windowMean(const torch::Tensor& values_HW, int radius) {
    namespace F = torch::nn::functional;
    const auto along = [radius](const torch::Tensor& values, bool isRows) {
        const int side = 2 * radius + 1;
        return F::avg_pool2d(values, F::AvgPool2dFuncOptions(isRows ? std::vector<int64_t>{1, side}
                                                                    : std::vector<int64_t>{side, 1})
                                         .stride(1)
                                         .padding(isRows ? std::vector<int64_t>{0, radius}
                                                         : std::vector<int64_t>{radius, 0})
                                         .count_include_pad(false));
    };
    return along(along(values_HW.unsqueeze(0).unsqueeze(0), true), false)[0][0];
}

/// At half the size, where weights are made: they are smooth. [C, H, W] or [H, W].
torch::Tensor halved(const torch::Tensor& values) {
    namespace F = torch::nn::functional;
    const torch::Tensor planes = values.dim() == 2 ? values.unsqueeze(0) : values;
    const torch::Tensor half =
        F::avg_pool2d(planes.unsqueeze(0), F::AvgPool2dFuncOptions(2).ceil_mode(true))[0];
    return values.dim() == 2 ? half[0] : half;
}

/// Mean of the squares over channels and windows. `radius`: in pixels of the full size.
torch::Tensor distanceOf(const torch::Tensor& half_CHW, const torch::Tensor& other_CHW,
                         int radius) {
    return windowMean((half_CHW - other_CHW).square().mean(0), radius / 2);
}

torch::Tensor enlarged(const torch::Tensor& values_HW, const torch::Tensor& like_HW) {
    return interpolate(values_HW.unsqueeze(0).unsqueeze(0), {like_HW.size(0), like_HW.size(1)},
                       Interpolation::Bilinear, Antialias::Off)[0][0];
}

/// What is fine in a picture, whatever light is on it.
torch::Tensor textureOf(const torch::Tensor& logs_3HW, int radius) {
    const torch::Tensor grey = logs_3HW.mean(0);
    return grey - windowMean(grey, radius);
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
    const torch::Tensor light = logOf(seen, m_transfer);
    Frame frame;
    frame.part = std::move(part);
    if (frame.part.lit_HW.defined())
        frame.lit_HW = halved(frame.part.lit_HW);
    frame.chroma_2HW = halved(chromaOf(light));
    frame.texture_HW = textureOf(light, m_window.textureRadius);
    frame.energy_HW = windowMean(halved(frame.texture_HW.square()), m_window.textureRadius / 2);
    for (std::size_t k = 0; k < m_targets.size(); ++k) {
        const torch::Tensor values = answer[static_cast<std::int64_t>(k)];
        const DetailRule rule = m_targets[k].rule;
        frame.logs_3HW.push_back(rule == DetailRule::Paint   ? logOf(values, m_targets[k].space)
                                 : rule == DetailRule::Value ? values.contiguous()
                                                             : torch::Tensor());
        frame.greys_HW.push_back(isPaint(k) ? halved(withoutFloor(frame.logs_3HW[k]).mean(0))
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
    const double limit = std::log(kLeastPaint);
    const torch::Tensor& own = frame.greys_HW[k];
    const torch::Tensor& their = held.greys_HW[k];
    torch::Tensor same = (distanceOf(frame.chroma_2HW, held.chroma_2HW, m_window.radius) <
                          squareOf(m_window.chroma) / 4)
                             .logical_and(own > limit)
                             .logical_and(their > limit);
    for (const Frame* one : {&frame, &held})
        if (one->lit_HW.defined())
            same = same.logical_and(one->lit_HW > 0.99);
    const torch::Tensor ratios = (their - own).masked_select(same);
    if (static_cast<double>(ratios.numel()) < kLeastUnchanged * static_cast<double>(same.numel()))
        return {};
    return m_levels.own.at(other)[k] + ratios.median().item<double>();
}

torch::Tensor SteadySequence::halfLeveled(std::int64_t time, std::size_t k) const {
    const Frame& frame = m_frames.at(time);
    return frame.halfLeveled_3HW.empty() ? halved(leveled(time, k)) : frame.halfLeveled_3HW[k];
}

torch::Tensor SteadySequence::leveled(std::int64_t time, std::size_t k) const {
    const Frame& frame = m_frames.at(time);
    if (!frame.leveled_3HW.empty())
        return frame.leveled_3HW[k];
    const torch::Tensor& logs = frame.logs_3HW[k];
    if (!isPaint(k))
        return logs;
    const double common = m_levels.common ? (*m_levels.common)[k] : 0;
    return brighter(logs, m_levels.own.at(time)[k] - common);
}

/// Where the same texture is seen it is the same surface, and answers that differ are wrong.
torch::Tensor SteadySequence::squaredTolerance(const Frame& own, const Frame& held,
                                               std::size_t k) const {
    const double narrow = squareOf(isPaint(k) ? m_window.paint : m_window.value);
    if (!isPaint(k))
        return torch::full({}, narrow, torch::kFloat32);
    const torch::Tensor alike =
        windowMean(halved(own.texture_HW * held.texture_HW), m_window.textureRadius / 2) /
        (own.energy_HW * held.energy_HW + squareOf(m_window.noise) * squareOf(m_window.noise))
            .sqrt();
    const torch::Tensor isSame =
        ((alike - m_window.alikeFrom) / (m_window.alikeTo - m_window.alikeFrom)).clamp(0, 1);
    return narrow + (squareOf(m_window.samePaint) - narrow) * isSame;
}

torch::Tensor SteadySequence::weightOf(std::int64_t time, std::int64_t other, std::size_t k) const {
    const Frame& own = m_frames.at(time);
    const Frame& held = m_frames.at(other);
    const torch::Tensor answers = squaredTolerance(own, held, k);
    const torch::Tensor distance =
        distanceOf(halfLeveled(time, k), halfLeveled(other, k), m_window.radius) / answers +
        distanceOf(own.chroma_2HW, held.chroma_2HW, m_window.radius) / squareOf(m_window.chroma);
    const double apart = static_cast<double>(other - time);
    const torch::Tensor weight = enlarged(
        (-0.5 * (distance + apart * apart / squareOf(m_window.time))).exp(), own.texture_HW);
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

void SteadySequence::levelFrames() {
    for (auto& [time, frame] : m_frames) {
        if (!frame.leveled_3HW.empty())
            continue;
        std::vector<torch::Tensor> leveled_3HW;
        for (std::size_t k = 0; k < m_targets.size(); ++k)
            leveled_3HW.push_back(leveled(time, k));
        for (const torch::Tensor& values : leveled_3HW)
            frame.halfLeveled_3HW.push_back(values.defined() ? halved(values) : values);
        frame.leveled_3HW = std::move(leveled_3HW);
    }
}

NetworkAnswer SteadySequence::steadied(std::int64_t time) {
    settleCommonLevel();
    levelFrames();
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

double SteadySequence::bytesOfPixel(std::size_t targets, bool hasUncertainty) {
    // The picture, its chromaticity, texture and share of light; of each target its answer, as it
    // came and leveled, and its spread.
    const std::size_t planes = 7 + targets * (hasUncertainty ? 12 : 9);
    return static_cast<double>(planes * sizeof(float));
}

double SteadySequence::factorOf(std::int64_t time) const {
    for (std::size_t k = 0; k < m_targets.size(); ++k)
        if (isPaint(k))
            return std::exp(m_levels.own.at(time)[k] -
                            (m_levels.common ? (*m_levels.common)[k] : 0));
    return 1;
}

} // namespace unlit::infer
