#include "core/train/validator.h"

#include "core/base/error.h"
#include "core/evaluate/image_metrics.h"
#include "core/infer/tensor_run.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <span>

namespace unlit::train {

namespace {

torch::Tensor toUnit(const torch::Tensor& signedValues) {
    return (signedValues + 1) / 2;
}

infer::Interpolation interpolationOf(const std::string& name) {
    const auto method =
        infer::interpolationFromTorchName(name == "nearest" ? "nearest-exact" : name);
    if (!method)
        throw Error::invalidInput("validation.resample_method is \"" + name + "\"",
                                  "use bilinear, bicubic or nearest");
    return *method;
}

/// Display-encoded [0, 1] to linear [0, 1].
torch::Tensor linearOf(const torch::Tensor& display, ColorSpace transfer) {
    if (transfer == ColorSpace::Gamma22)
        return display.clamp_min(0).pow(2.2);
    // IEC 61966-2-1
    return torch::where(display <= 0.04045, display / 12.92, ((display + 0.055) / 1.055).pow(2.4));
}

/// Of a contiguous tensor, which outlives the view.
template <class T>
std::span<const T> viewOf(const torch::Tensor& tensor) {
    return {tensor.data_ptr<T>(), static_cast<std::size_t>(tensor.numel())};
}

} // namespace

Validator::Validator(infer::LoadedModel& model, config::ValidationConfig validation,
                     config::EvalConfig evaluation)
    : m_model(model), m_validation(std::move(validation)), m_evaluation(std::move(evaluation)) {
    for (const std::string& metric : m_evaluation.evalMetrics)
        (void)evaluate::imageMetric(metric);
    (void)interpolationOf(m_validation.resampleMethod);
    const auto& targets = m_model.folder.targets;
    const auto albedo = std::ranges::find(targets, "albedo", &weights::TargetInfo::name);
    m_target = albedo == targets.end() ? 0 : albedo - targets.begin();
}

std::vector<Seed> Validator::seedsFor(std::int64_t count) const {
    std::int64_t initial = m_validation.initSeed.value_or(0);
    if (!m_validation.initSeed)
        initial = std::random_device()();
    return generateSeedSequence(initial, static_cast<std::size_t>(count));
}

infer::RunSettings Validator::settings() const {
    infer::RunSettings settings;
    settings.steps = m_validation.denoisingSteps;
    settings.ensemble = m_validation.ensembleSize;
    settings.processingRes = m_validation.processingRes;
    settings.matchInputRes = m_validation.matchInputRes;
    settings.inputMethod = interpolationOf(m_validation.resampleMethod);
    settings.outputMethod = settings.inputMethod;
    settings.resize = infer::resizePolicyOf(ResizeConvention::Marigold);
    settings.resize.noiseDraw = infer::NoiseDraw::PerBatch;
    settings.batchSize = 1;
    settings.concatOrder = m_model.folder.concatOrder;
    settings.decodedTargets = {m_target};
    settings.targetNames = {m_model.folder.targets[static_cast<std::size_t>(m_target)].name};
    settings.scheduler = m_model.scheduler;
    return settings;
}

std::optional<ValidationScores>
Validator::run(const ValidationSet& set, const std::stop_token& stop, const OnPicture& onPicture) {
    m_model.unet->eval();
    const std::int64_t all = set.pairs->size();
    const std::int64_t count =
        m_validation.valNumBatches > 0 ? std::min(all, m_validation.valNumBatches) : all;
    const std::vector<Seed> seeds = seedsFor(all);
    ValidationScores scores{m_evaluation.evalMetrics, {}, count, 0};
    std::vector<double> sums(scores.metrics.size(), 0.0);
    for (std::int64_t i = 0; i < count; ++i) {
        if (stop.stop_requested())
            return {};
        auto picture = runPicture(set.pairs->get(i, 0), seeds[seeds.size() - 1 - i].low64(), stop);
        if (!picture)
            return {};
        if (picture->valid_1HW.any().item<bool>())
            for (std::size_t m = 0; m < sums.size(); ++m)
                sums[m] += picture->metrics[m];
        else
            ++scores.unmeasured;
        if (onPicture)
            onPicture(i, count, *picture);
    }
    for (const double sum : sums)
        scores.means.push_back(count == scores.unmeasured
                                   ? std::numeric_limits<double>::quiet_NaN()
                                   : sum / static_cast<double>(count - scores.unmeasured));
    return scores;
}

std::optional<ValidatedPicture>
Validator::runPicture(const data::Sample& sample, std::uint64_t seed, const std::stop_token& stop) {
    infer::RunSettings settings = this->settings();
    settings.seed = seed;
    const torch::Tensor beauty = toUnit(sample.beauty_CHW);
    const auto result = infer::runTensors(
        m_model, {.picture_13HW = beauty.unsqueeze(0), .networkInput = {}, .initialNoise = {}},
        settings, {.progress = {}, .stop = stop, .trace = nullptr});
    if (!result)
        return {};
    ValidatedPicture picture;
    picture.relativePath = sample.relativePath;
    picture.beauty = beauty;
    picture.prediction = result->prediction_K3HW[0].clamp(0, 1);
    picture.truth = toUnit(sample.albedo_CHW);
    picture.valid_1HW =
        m_validation.useMask ? sample.valid_1HW : torch::ones_like(sample.valid_1HW);
    if (result->uncertainty_K3HW.defined())
        picture.uncertainty = result->uncertainty_K3HW[0];
    if (picture.prediction.sizes() != picture.truth.sizes())
        throw Error::invalidInput("the prediction of " + sample.relativePath +
                                      " has another size than its truth",
                                  "set validation.match_input_res");
    measure(picture);
    return picture;
}

void Validator::measure(ValidatedPicture& picture) const {
    const torch::NoGradGuard noGrad;
    torch::Tensor prediction_CHW = picture.prediction;
    torch::Tensor truth_CHW = picture.truth;
    double range = 1;
    const auto& target = m_model.folder.targets[static_cast<std::size_t>(m_target)];
    const auto& linear = m_evaluation.targetsToEvalInLinearSpace;
    if (target.predictionSpace == weights::PredictionSpace::Srgb &&
        std::ranges::find(linear, target.name) != linear.end()) {
        prediction_CHW = linearOf(prediction_CHW, m_model.folder.transfer);
        truth_CHW = linearOf(truth_CHW, m_model.folder.transfer);
    }
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
