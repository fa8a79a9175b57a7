#include "core/train/validator.h"

#include "core/base/error.h"
#include "core/evaluate/image_metrics.h"
#include "core/infer/target_space.h"
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

std::string figureName(const data::Dataset& set, const std::string& target,
                       const std::string& metric) {
    return set.targetNames().size() == 1 ? metric : target + "_" + metric;
}

std::string mainFigure(const data::Dataset& set, const std::string& metric) {
    const std::vector<std::string> targets = set.targetNames();
    const bool hasAlbedo = std::ranges::find(targets, "albedo") != targets.end();
    return figureName(set, hasAlbedo ? "albedo" : targets.front(), metric);
}

Validator::Validator(infer::LoadedModel& model, config::ValidationConfig validation,
                     config::EvalConfig evaluation)
    : m_model(model), m_validation(std::move(validation)), m_evaluation(std::move(evaluation)) {
    for (const std::string& metric : m_evaluation.evalMetrics)
        (void)evaluate::imageMetric(metric);
    (void)interpolationOf(m_validation.resampleMethod);
}

std::vector<Seed> Validator::seedsFor(std::int64_t count) const {
    std::int64_t initial = m_validation.initSeed.value_or(0);
    if (!m_validation.initSeed)
        initial = std::random_device()();
    return generateSeedSequence(initial, static_cast<std::size_t>(count));
}

std::vector<std::int64_t> Validator::targetsOf(const ValidationSet& set) const {
    const std::vector<weights::TargetInfo>& made = m_model.folder.targets;
    const std::vector<std::string> names = set.pairs->targetNames();
    if (names.size() == 1 && made.size() == 1)
        return {0}; // whatever either calls it
    std::vector<std::int64_t> targets;
    for (const std::string& name : names) {
        const auto found = std::ranges::find(made, name, &weights::TargetInfo::name);
        if (found == made.end())
            throw Error::invalidInput("the set " + set.name + " has the target '" + name +
                                          "', which the model does not make",
                                      "validate on a set of the model's targets");
        targets.push_back(found - made.begin());
    }
    return targets;
}

infer::RunSettings Validator::settings(const std::vector<std::int64_t>& targets) const {
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
    settings.decodedTargets = targets;
    settings.targetNames.clear();
    for (const std::int64_t target : targets)
        settings.targetNames.push_back(
            m_model.folder.targets[static_cast<std::size_t>(target)].name);
    settings.scheduler = m_model.scheduler;
    return settings;
}

std::optional<ValidationScores>
Validator::run(const ValidationSet& set, const std::stop_token& stop, const OnPicture& onPicture) {
    m_model.unet->eval();
    infer::RunSettings settings = this->settings(targetsOf(set));
    const std::int64_t all = set.pairs->size();
    const std::int64_t count =
        m_validation.valNumBatches > 0 ? std::min(all, m_validation.valNumBatches) : all;
    const std::vector<Seed> seeds = seedsFor(all);
    ValidationScores scores{{}, {}, count, 0};
    for (const std::string& target : set.pairs->targetNames())
        for (const std::string& metric : m_evaluation.evalMetrics)
            scores.metrics.push_back(figureName(*set.pairs, target, metric));
    std::vector<double> sums(scores.metrics.size(), 0.0);
    for (std::int64_t i = 0; i < count; ++i) {
        if (stop.stop_requested())
            return {};
        settings.seed = seeds[seeds.size() - 1 - i].low64();
        auto picture = runPicture(set.pairs->get(i, 0), settings, stop);
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

std::optional<ValidatedPicture> Validator::runPicture(const data::Sample& sample,
                                                      const infer::RunSettings& settings,
                                                      const std::stop_token& stop) {
    const torch::Tensor beauty = toUnit(sample.beauty_CHW);
    const auto result = infer::runTensors(
        m_model, {.picture_13HW = beauty.unsqueeze(0), .networkInput = {}, .initialNoise = {}},
        settings, {.progress = {}, .stop = stop, .trace = nullptr});
    if (!result)
        return {};
    ValidatedPicture picture;
    picture.relativePath = sample.relativePath;
    picture.beauty = beauty;
    picture.valid_1HW =
        m_validation.useMask ? sample.valid_1HW : torch::ones_like(sample.valid_1HW);
    for (std::size_t i = 0; i < settings.decodedTargets.size(); ++i) {
        const auto& info =
            m_model.folder.targets[static_cast<std::size_t>(settings.decodedTargets[i])];
        const auto plane = static_cast<std::int64_t>(i);
        ValidatedTarget target{info.name,
                               infer::colorSpaceOf(info, m_model.folder.transfer),
                               result->prediction_K3HW[plane].clamp(0, 1),
                               toUnit(sample.targets_TCHW.at(i)),
                               {}};
        if (result->uncertainty_K3HW.defined())
            target.uncertainty = result->uncertainty_K3HW[plane];
        if (target.prediction.sizes() != target.truth.sizes())
            throw Error::invalidInput("the prediction of " + sample.relativePath +
                                          " has another size than its truth",
                                      "set validation.match_input_res");
        measure(info, target, picture);
        picture.targets.push_back(std::move(target));
    }
    return picture;
}

void Validator::measure(const weights::TargetInfo& info, const ValidatedTarget& target,
                        ValidatedPicture& picture) const {
    const torch::NoGradGuard noGrad;
    torch::Tensor prediction_CHW = target.prediction;
    torch::Tensor truth_CHW = target.truth;
    double range = 1;
    const auto& linear = m_evaluation.targetsToEvalInLinearSpace;
    if (info.predictionSpace == weights::PredictionSpace::Srgb &&
        std::ranges::find(linear, info.name) != linear.end()) {
        prediction_CHW = linearOf(prediction_CHW, m_model.folder.transfer);
        truth_CHW = linearOf(truth_CHW, m_model.folder.transfer);
    }
    if (info.upToScale)
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
