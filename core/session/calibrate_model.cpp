#include "core/session/calibrate_model.h"

#include "core/base/error.h"
#include "core/image/color.h"
#include "core/infer/pipeline.h"
#include "core/infer/target_space.h"
#include "core/session/evaluation_pictures.h"
#include "core/weights/calibration.h"

#include <algorithm>
#include <cmath>

namespace unlit {

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

/// Every k-th value of the valid pixels, of all channels alike.
std::vector<SpreadSample> samplesOf(const Image& prediction, const Image& spread,
                                    const Image& truth, const std::vector<unsigned char>& valid,
                                    std::size_t limit) {
    const auto channels = static_cast<std::size_t>(prediction.channelCount());
    const auto pixels = static_cast<std::size_t>(
        std::ranges::count_if(valid, [](unsigned char isValid) { return isValid != 0; }));
    const std::size_t stride = std::max<std::size_t>(1, (pixels * channels + limit - 1) / limit);
    std::vector<SpreadSample> samples;
    std::size_t seen = 0;
    for (std::size_t i = 0; i < valid.size(); ++i) {
        if (valid[i] == 0 || seen++ % stride != 0)
            continue;
        for (std::size_t c = 0; c < channels; ++c) {
            const std::size_t at = c * valid.size() + i;
            const SpreadSample sample{spread.samples[at],
                                      std::abs(prediction.samples[at] - truth.samples[at])};
            if (std::isfinite(sample.spread) && std::isfinite(sample.error))
                samples.push_back(sample);
        }
    }
    return samples;
}

/// Pictures through the model, their samples kept apart.
class Collector {
public:
    Collector(const CalibrationRequest& request, const weights::ModelFolder& folder)
        : m_request(request), m_options(request.options),
          m_target(targetOf(folder, request.target)),
          m_model(infer::loadModel(folder, m_options.device, m_options.precision)) {
        m_model->folder.unlit.calibration = nullptr; // the ensemble's own spread is wanted
        m_options.targets = {m_target.name};
        m_options.matchInputRes = true;
    }

    void useSettingsOf(const weights::Calibration& calibration) {
        m_options.ensemble = calibration.ensemble;
        m_options.steps = calibration.steps;
        m_options.reduction = calibration.reduction;
        m_options.strength = calibration.strength;
    }

    /// False when stopped.
    bool add(const EvaluationPicture& picture, const std::stop_token& stop) {
        const ColorSpace transfer = m_model->folder.transfer;
        const DisplayImage display = toDisplay(picture.beauty, transfer, m_request.input.exposureEv,
                                               m_model->folder.headroomEv);
        auto result = infer::Pipeline(m_model).run(display.image, m_options, {}, stop);
        if (!result)
            return false;
        TargetPrediction& predicted = result->targets.front();
        // An error is for people, who see no logarithms.
        if (predicted.image.space == ColorSpace::Log100)
            convertTo(predicted.image, ColorSpace::Srgb);
        Image truth = picture.truth.linear;
        if (predicted.image.space != ColorSpace::Raw)
            convertTo(truth, predicted.image.space);
        m_used = result->used;
        m_pictures.push_back(samplesOf(predicted.image, predicted.uncertainty.value(), truth,
                                       picture.truth.valid, m_request.samplesOfPicture));
        return true;
    }

    const std::string& target() const { return m_target.name; }

    const UsedSettings& used() const { return m_used; }

    const std::vector<std::vector<SpreadSample>>& pictures() const { return m_pictures; }

private:
    const CalibrationRequest& m_request;
    InferOptions m_options;
    weights::TargetInfo m_target;
    std::shared_ptr<infer::LoadedModel> m_model;
    UsedSettings m_used;
    std::vector<std::vector<SpreadSample>> m_pictures;
};

/// The samples of every second picture from `first` on, or of all.
std::vector<SpreadSample> joined(const std::vector<std::vector<SpreadSample>>& pictures,
                                 std::size_t first, std::size_t step) {
    std::vector<SpreadSample> all;
    for (std::size_t i = first; i < pictures.size(); i += step)
        all.insert(all.end(), pictures[i].begin(), pictures[i].end());
    return all;
}

/// Each half judged by the curve of the other.
evaluate::Reliability crossValidated(const std::vector<std::vector<SpreadSample>>& pictures,
                                     std::size_t bins) {
    evaluate::ReliabilityMeter meter;
    for (const std::size_t judged : {0, 1})
        meter.add(evaluate::fitCalibration(joined(pictures, 1 - judged, 2), bins),
                  joined(pictures, judged, 2));
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
    calibration.targets = {{report.target, report.curve, report.reliability.meanError,
                            report.reliability.calibrationError, report.samples}};
    weights::updateUnlitJson(weights::unlitFileOf(folder), folder.unlit,
                             {{"calibration", toJson(calibration)}});
}

/// What the folder has. Throws where there is none for the target.
weights::Calibration storedCalibration(const weights::ModelFolder& folder,
                                       const std::string& target) {
    if (folder.unlit.calibration.is_null())
        throw Error::invalidInput(folder.path.string() + " has no calibration",
                                  "make one with `unlit model calibrate` without --check");
    weights::Calibration calibration =
        weights::calibrationFromJson(folder.unlit.calibration, weights::unlitFileOf(folder));
    const auto found =
        std::ranges::find(calibration.targets, target, &weights::TargetCalibration::target);
    if (found == calibration.targets.end())
        throw Error::invalidInput(folder.path.string() + " has no calibration of " + target,
                                  "make one with `unlit model calibrate` without --check");
    calibration.targets = {*found};
    return calibration;
}

} // namespace

std::optional<CalibrationReport>
calibrateModel(const CalibrationRequest& request,
               const std::function<void(std::size_t, std::size_t)>& progress,
               const std::stop_token& stop) {
    if (request.options.ensemble < 2 && !request.checksOnly)
        throw Error::invalidInput("an ensemble of one has no spread to calibrate",
                                  "choose --ensemble 2 or more");
    const weights::ModelFolder folder = weights::openModelFolder(request.model);
    EvaluationRequest pairs;
    pairs.dataset = request.dataset;
    pairs.input = request.input;
    const auto set = EvaluationSet::open(pairs, stop);
    if (!set)
        return {};
    Collector collector(request, folder);
    std::optional<weights::Calibration> stored;
    if (request.checksOnly) {
        stored = storedCalibration(folder, collector.target());
        collector.useSettingsOf(*stored);
    }
    CalibrationReport report;
    const auto take = [&](const EvaluationPicture& picture) {
        return collector.add(picture, stop);
    };
    if (!visitPictures(*set, take, report.failures, progress, stop))
        return {};
    report.target = collector.target();
    report.pictures = collector.pictures().size();
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
    const std::vector<SpreadSample> samples = joined(collector.pictures(), 0, 1);
    report.samples = samples.size();
    if (stored) {
        report.curve = stored->targets.front().curve;
        evaluate::ReliabilityMeter meter;
        meter.add(report.curve, samples);
        report.reliability = meter.result(request.bins);
        return report;
    }
    report.curve = evaluate::fitCalibration(samples, request.bins);
    report.reliability = crossValidated(collector.pictures(), request.bins);
    write(folder, report, request.dataset.source.filename().string());
    return report;
}

} // namespace unlit
