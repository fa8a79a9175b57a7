#include "core/session/evaluate/calibrate_model.h"

#include "core/base/error.h"
#include "core/image/color/color.h"
#include "core/infer/pipeline.h"
#include "core/session/evaluate/evaluation_pictures.h"
#include "core/weights/calibration.h"
#include "core/weights/target_space.h"

#include <algorithm>
#include <cmath>

namespace unlit {

using evaluate::ErrorSample;
using evaluate::SpreadSample;

namespace {

const weights::TargetInfo& targetOf(const weights::ModelFolder& folder, const std::string& wanted) {
    const std::string name = wanted.empty() ? "albedo" : wanted;
    const auto found = std::ranges::find(folder.targets, name, &weights::TargetInfo::name);
    if (found != folder.targets.end())
        return *found;
    if (wanted.empty())
        return folder.targets.front();
    throw Error::invalidInput(folder.path.string() + " has no target \"" + wanted + "\"",
                              "unlit model info lists its targets");
}

/// Every k-th of the valid pixels; errors are means over the channels.
std::vector<ErrorSample> samplesOf(const TargetPrediction& predicted, const Image& truth,
                                   const std::vector<unsigned char>& valid, std::size_t limit) {
    const Image& picture = predicted.image;
    const auto pixels = static_cast<std::size_t>(
        std::ranges::count_if(valid, [](unsigned char isValid) { return isValid != 0; }));
    const std::size_t stride = std::max<std::size_t>(1, (pixels + limit - 1) / limit);
    std::vector<ErrorSample> samples;
    std::size_t seen = 0;
    for (std::size_t i = 0; i < valid.size(); ++i) {
        if (valid[i] == 0 || seen++ % stride != 0)
            continue;
        ErrorSample sample;
        for (std::size_t at = i; at < picture.samples.size(); at += valid.size())
            sample.error += std::abs(picture.samples[at] - truth.samples[at]) /
                            static_cast<float>(picture.channelCount());
        for (std::size_t f = 0; f < sample.features.size(); ++f)
            sample.features[f] = predicted.errorFeatures.plane(static_cast<int>(f))[i];
        if (std::isfinite(sample.error))
            samples.push_back(sample);
    }
    return samples;
}

/// What the model says of the same pixels, and how far it is off.
std::vector<SpreadSample> saidOf(const TargetPrediction& predicted, const Image& truth,
                                 const std::vector<unsigned char>& valid, std::size_t limit) {
    TargetPrediction said = predicted;
    said.errorFeatures =
        makeImage(truth.width, truth.height, {"0", "1", "2", "3"}, ColorSpace::Raw);
    std::ranges::copy(predicted.uncertainty.value().plane(0), said.errorFeatures.plane(0).begin());
    std::vector<SpreadSample> result;
    for (const ErrorSample& sample : samplesOf(said, truth, valid, limit))
        result.push_back({sample.features[0], sample.error});
    return result;
}

/// Pictures through the model, their samples kept apart.
class Collector {
public:
    Collector(const CalibrationRequest& request, const weights::ModelFolder& folder)
        : m_request(request), m_options(request.options),
          m_target(targetOf(folder, request.target)),
          m_model(infer::loadModel(folder, m_options.device, m_options.precision)) {
        if (!request.checksOnly)
            m_model->folder.unlit.calibration = nullptr; // what is to be replaced tells nothing
        m_options.targets = {m_target.name};
        m_options.matchInputRes = true;
        m_options.keepBlack = KeepBlack::Off; // masks say what counts; the network is asked of all
        m_options.tiles = request.tiles;
    }

    /// False when stopped.
    bool add(const EvaluationPicture& picture, const std::stop_token& stop) {
        const ColorSpace transfer = m_model->folder.transfer;
        const DisplayImage display = toDisplay(picture.beauty, transfer, m_request.input.exposureEv,
                                               m_model->folder.headroomEv);
        infer::RunSignals signals;
        signals.stop = stop;
        signals.wantsErrorFeatures = !m_request.checksOnly;
        auto result = infer::Pipeline(m_model).run(display.image, m_options, signals);
        if (!result)
            return false;
        TargetPrediction& predicted = result->targets.front();
        // An error is for people, who see no logarithms, and no linear light.
        if (predicted.image.space != ColorSpace::Raw && !predicted.upToScale)
            convertTo(predicted.image, ColorSpace::Srgb);
        Image truth = picture.truth.linear;
        if (predicted.image.space != ColorSpace::Raw)
            convertTo(truth, predicted.image.space);
        m_used = result->used;
        if (m_request.checksOnly)
            m_said.push_back(
                saidOf(predicted, truth, picture.truth.valid, m_request.samplesOfPicture));
        else
            m_pictures.push_back(
                samplesOf(predicted, truth, picture.truth.valid, m_request.samplesOfPicture));
        return true;
    }

    const std::string& target() const { return m_target.name; }

    const UsedSettings& used() const { return m_used; }

    /// For fitting.
    const std::vector<std::vector<ErrorSample>>& pictures() const { return m_pictures; }

    /// For checking; `spread` is what the model expects.
    const std::vector<std::vector<SpreadSample>>& said() const { return m_said; }

private:
    const CalibrationRequest& m_request;
    InferOptions m_options;
    weights::TargetInfo m_target;
    std::shared_ptr<infer::LoadedModel> m_model;
    UsedSettings m_used;
    std::vector<std::vector<ErrorSample>> m_pictures;
    std::vector<std::vector<SpreadSample>> m_said;
};

/// The samples of every second picture from `first` on, or of all.
template <class Sample>
std::vector<Sample> joinedPictures(const std::vector<std::vector<Sample>>& pictures,
                                   std::size_t first, std::size_t step) {
    std::vector<Sample> all;
    for (std::size_t i = first; i < pictures.size(); i += step)
        all.insert(all.end(), pictures[i].begin(), pictures[i].end());
    return all;
}

/// Each half judged by the model of the other.
evaluate::Reliability crossValidated(const std::vector<std::vector<ErrorSample>>& pictures,
                                     std::size_t bins) {
    evaluate::ReliabilityMeter meter;
    for (const std::size_t judged : {0, 1}) {
        const evaluate::ErrorModel model =
            evaluate::fitErrorModel(joinedPictures(pictures, 1 - judged, 2), bins);
        for (const ErrorSample& sample : joinedPictures(pictures, judged, 2))
            meter.add(model.expectedError(sample.features), sample.error);
    }
    return meter.result(bins);
}

void write(const weights::ModelFolder& folder, const CalibrationReport& report,
           const std::string& set) {
    weights::Calibration calibration;
    calibration.ensemble = report.ensemble;
    calibration.steps = report.steps;
    calibration.reduction = report.reduction;
    calibration.strength = report.strength;
    calibration.pictures = report.pictures;
    calibration.set = set;
    calibration.targets = {{.target = report.target,
                            .model = report.model,
                            .curve = {},
                            .meanError = report.reliability.meanError,
                            .calibrationError = report.reliability.calibrationError,
                            .samples = report.samples}};
    weights::updateUnlitJson(weights::unlitFileOf(folder), folder.unlit,
                             {{"calibration", toJson(calibration)}});
}

void requireCalibration(const weights::ModelFolder& folder, const std::string& target) {
    const bool isKnown =
        !folder.unlit.calibration.is_null() &&
        weights::calibrationFromJson(folder.unlit.calibration, weights::unlitFileOf(folder))
                .errorModelFor(target) != nullptr;
    if (!isKnown)
        throw Error::invalidInput(folder.path.string() + " has no calibration of " + target,
                                  "make one with `unlit model calibrate` without --check");
}

} // namespace

std::optional<CalibrationReport>
calibrateModel(const CalibrationRequest& request,
               const std::function<void(std::size_t, std::size_t)>& progress,
               const std::stop_token& stop) {
    const weights::ModelFolder folder = weights::openModelFolder(request.model);
    EvaluationRequest pairs;
    pairs.dataset = request.dataset;
    pairs.input = request.input;
    const auto set = EvaluationSet::open(pairs, stop);
    if (!set)
        return {};
    Collector collector(request, folder);
    if (request.checksOnly)
        requireCalibration(folder, collector.target());
    CalibrationReport report;
    const auto take = [&](const EvaluationPicture& picture) {
        return collector.add(picture, stop);
    };
    if (!visitPictures(*set, take, report.failures, progress, stop))
        return {};
    report.target = collector.target();
    report.pictures = collector.pictures().size() + collector.said().size();
    const std::size_t fewest = request.checksOnly ? 1 : 2;
    if (report.pictures < fewest)
        throw Error::invalidInput("there are " + std::to_string(report.pictures) +
                                      " usable pictures, too few to calibrate with",
                                  report.failures.empty() ? "give two or more"
                                                          : report.failures.front().second.text());
    report.ensemble = collector.used().ensemble;
    report.steps = collector.used().steps;
    report.reduction = collector.used().reduction;
    report.strength = collector.used().strength;
    if (request.checksOnly) {
        evaluate::ReliabilityMeter meter;
        for (const SpreadSample& sample : joinedPictures(collector.said(), 0, 1)) {
            meter.add(sample.spread, sample.error);
            ++report.samples;
        }
        report.reliability = meter.result(request.bins);
        return report;
    }
    const std::vector<ErrorSample> samples = joinedPictures(collector.pictures(), 0, 1);
    report.samples = samples.size();
    report.model = evaluate::fitErrorModel(samples, request.bins);
    report.reliability = crossValidated(collector.pictures(), request.bins);
    write(folder, report, request.dataset.source.filename().string());
    return report;
}

} // namespace unlit
