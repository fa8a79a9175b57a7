#include "core/train/validation/validator.h"

#include "core/base/error.h"
#include "core/evaluate/image_metrics.h"
#include "core/image/color/color.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <span>

namespace unlit::train {

namespace {

/// Display-encoded [0, 1] to linear [0, 1].
torch::Tensor linearOf(const torch::Tensor& display, ColorSpace transfer) {
    torch::Tensor linear = display.to(torch::kCPU, torch::kFloat32).contiguous().clone();
    auto* values = linear.data_ptr<float>();
    std::transform(values, values + linear.numel(), values,
                   [transfer](float value) { return decodeDisplay(value, transfer); });
    return linear;
}

/// Of a contiguous tensor, which outlives the view.
template <class T>
std::span<const T> viewOf(const torch::Tensor& tensor) {
    return {tensor.data_ptr<T>(), static_cast<std::size_t>(tensor.numel())};
}

/// The factor that brings a prediction of free unit nearest to the truth: least squares over the
/// valid pixels. 1 for a black prediction.
double fittingScale(const torch::Tensor& prediction_CHW, const torch::Tensor& truth_CHW,
                    const torch::Tensor& valid_1HW) {
    const torch::Tensor valid = valid_1HW.expand_as(truth_CHW);
    const torch::Tensor predicted = prediction_CHW.masked_select(valid).to(torch::kFloat64);
    const torch::Tensor truth = truth_CHW.masked_select(valid).to(torch::kFloat64);
    const double power = predicted.dot(predicted).item<double>();
    return power > 0 ? predicted.dot(truth).item<double>() / power : 1.0;
}

} // namespace

torch::Tensor toUnit(const torch::Tensor& signedValues) {
    return (signedValues + 1) / 2;
}

Validator::Validator(config::ValidationConfig validation, config::EvalConfig evaluation)
    : m_validation(std::move(validation)), m_evaluation(std::move(evaluation)) {
    for (const std::string& metric : m_evaluation.evalMetrics)
        (void)evaluate::imageMetric(metric);
}

std::string Validator::mainFigure(const data::Dataset& set, const std::string& metric) const {
    const std::vector<std::string> names = measuredNames(set);
    if (names.size() == 1)
        return metric;
    const bool hasAlbedo = std::ranges::find(names, "albedo") != names.end();
    return (hasAlbedo ? "albedo" : names.front()) + "_" + metric;
}

/// The metric for one target, "albedo_psnr" for one of several.
std::vector<std::string> Validator::figureNames(const data::Dataset& set) const {
    const std::vector<std::string> names = measuredNames(set);
    std::vector<std::string> figures;
    for (const std::string& name : names)
        for (const std::string& metric : m_evaluation.evalMetrics)
            figures.push_back(names.size() == 1 ? metric : name + "_" + metric);
    return figures;
}

std::vector<Seed> Validator::seedsFor(std::int64_t count, PictureCrew* crew) const {
    std::int64_t initial = m_validation.initSeed.value_or(0);
    if (!m_validation.initSeed)
        initial = std::random_device()();
    if (crew != nullptr)
        initial = crew->agreedSeed(initial);
    return generateSeedSequence(initial, static_cast<std::size_t>(count));
}

CrewRow Validator::measured(const ValidationSet& set, std::int64_t index, std::int64_t count,
                            const Seed& seed, const std::stop_token& stop,
                            const OnPicture& onPicture) {
    CrewRow row{.isThere = true, .metrics = {}, .tally = {}};
    if (m_letOthersGo)
        m_letOthersGo();
    auto picture =
        stop.stop_requested() ? std::nullopt : predict(set.pairs->get(index, 0), seed, stop);
    row.isStopped = !picture;
    if (!picture)
        return row;
    row.isMeasured = picture->valid_1HW.any().item<bool>();
    row.metrics = picture->metrics;
    row.tally = picture->tally;
    if (onPicture)
        onPicture(index, count, *picture);
    return row;
}

std::optional<ValidationScores> Validator::run(const ValidationSet& set,
                                               const std::stop_token& stop,
                                               const OnPicture& onPicture, PictureCrew* crew) {
    const std::int64_t all = set.pairs->size();
    const std::int64_t count =
        m_validation.valNumBatches > 0
            ? std::min(all, m_validation.valNumBatches * std::max<std::int64_t>(set.clipFrames, 1))
            : all;
    const std::vector<Seed> seeds = seedsFor(all, crew);
    const auto rowOf = [&](std::int64_t i) {
        return measured(set, i, count, seeds[seeds.size() - 1 - static_cast<std::size_t>(i)], stop,
                        onPicture);
    };
    // The rows of the pictures from `first` on, as many as there are processes.
    const auto rowsFrom = [&](std::int64_t first) {
        if (crew == nullptr)
            return std::vector<CrewRow>{rowOf(first)};
        CrewRow mine;
        try {
            if (first == 0)
                begin(set);
            if (first + crew->rank() < count)
                mine = rowOf(first + crew->rank());
        } catch (const std::exception&) {
            crew->fail(translateCurrentException());
        }
        return crew->together(mine);
    };
    if (crew == nullptr)
        begin(set);
    ValidationScores scores{figureNames(*set.pairs), {}, count, 0};
    std::vector<double> sums(scores.metrics.size(), 0.0);
    for (std::int64_t first = 0; first < count; first += crew == nullptr ? 1 : crew->size()) {
        for (const CrewRow& row : rowsFrom(first)) {
            if (row.isStopped)
                return {};
            if (row.isThere)
                addTally(row.tally);
            if (row.isThere && !row.isMeasured)
                ++scores.unmeasured;
            for (std::size_t m = 0; row.isMeasured && m < sums.size(); ++m)
                sums[m] += row.metrics.at(m);
        }
    }
    for (const double sum : sums)
        scores.means.push_back(count == scores.unmeasured
                                   ? std::numeric_limits<double>::quiet_NaN()
                                   : sum / static_cast<double>(count - scores.unmeasured));
    for (const auto& [name, value] : figuresOfSet()) {
        scores.metrics.push_back(name);
        scores.means.push_back(value);
    }
    return scores;
}

ValidatedPicture Validator::pictureOf(const data::Sample& sample) const {
    ValidatedPicture picture;
    picture.relativePath = sample.relativePath;
    picture.beauty = toUnit(sample.beauty_CHW);
    picture.valid_1HW =
        m_validation.useMask ? sample.valid_1HW : torch::ones_like(sample.valid_1HW);
    return picture;
}

void Validator::measure(const Measured& what, const ValidatedTarget& target,
                        ValidatedPicture& picture) const {
    const torch::NoGradGuard noGrad;
    torch::Tensor prediction_CHW = target.prediction;
    torch::Tensor truth_CHW = target.truth;
    double range = 1;
    const auto& linear = m_evaluation.targetsToEvalInLinearSpace;
    if (what.isDisplayEncoded && std::ranges::find(linear, what.name) != linear.end()) {
        prediction_CHW = linearOf(prediction_CHW, what.transfer);
        truth_CHW = linearOf(truth_CHW, what.transfer);
    }
    if (what.upToScale)
        prediction_CHW =
            prediction_CHW * fittingScale(prediction_CHW, truth_CHW, picture.valid_1HW);
    if (m_evaluation.valueRange == config::ValueRange::MinusOneOne) {
        prediction_CHW = prediction_CHW * 2 - 1;
        truth_CHW = truth_CHW * 2 - 1;
        range = 2;
    }
    prediction_CHW = prediction_CHW.contiguous();
    truth_CHW = truth_CHW.contiguous();
    const torch::Tensor valid_1HW = picture.valid_1HW.to(torch::kUInt8).contiguous();
    const evaluate::MetricInput input{
        viewOf<float>(prediction_CHW),       viewOf<float>(truth_CHW),
        viewOf<unsigned char>(valid_1HW),    1,
        static_cast<int>(truth_CHW.size(0)), static_cast<int>(truth_CHW.size(1)),
        static_cast<int>(truth_CHW.size(2)), range};
    for (const std::string& metric : m_evaluation.evalMetrics)
        picture.metrics.push_back(evaluate::imageMetric(metric)(input));
}

} // namespace unlit::train
