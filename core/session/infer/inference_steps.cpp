#include "core/session/infer/inference_steps.h"

#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/base/seconds_since.h"
#include "core/image/color/color.h"
#include "core/infer/condition.h"
#include "core/infer/text_embedder.h"
#include "core/session/infer/albedo_scale.h"
#include "core/session/infer/color_advice.h"
#include "core/session/infer/correct_by_hand.h"
#include "core/session/infer/light_mask.h"
#include "core/session/infer/result_writer.h"
#include "core/weights/calibration.h"
#include "core/weights/model_folder.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

namespace unlit {

namespace {

/// What "auto" would take for this layer, from the header.
ColorSpace fileSpaceOf(const InferenceResult& result) {
    const ImageInfo info = readImageInfo(result.request.input);
    const auto layer = std::ranges::find(info.layers, result.layer, &LayerInfo::name);
    return layer != info.layers.end() && !layer->isColor ? ColorSpace::Raw : info.space;
}

void tellNotes(const std::vector<std::string>& notes, const JobRunner::Post& post) {
    for (const std::string& note : notes)
        post(LogLine{LogLine::Level::Warning, note});
}

std::string digitsText(double value, int digits) {
    std::ostringstream text;
    text << std::setprecision(digits) << value;
    return text.str();
}

/// "0.4 %", "12 %"; never "1e+02 %".
std::string percentText(double share) {
    const double percent = 100 * share;
    return digitsText(percent, percent < 1 ? 1 : percent < 99.5 ? 2 : 3) + " %";
}

void tellPaint(const InferenceResult& result, const JobRunner::Post& post) {
    constexpr double worthTelling = 0.01;
    const PaintShares& shares = *result.paint;
    const PaintLimits& limits = result.request.output->paintLimits;
    std::string text;
    const auto add = [&](double share, const std::string& what, double limit) {
        if (share > worthTelling)
            text += (text.empty() ? "" : ", ") + percentText(share) + " " + what + " " +
                    digitsText(limit, 4);
    };
    add(shares.below, "darker than", limits.low);
    add(shares.above, "brighter than", limits.high);
    if (!text.empty())
        post(LogLine{LogLine::Level::Info, result.request.input.string() + ": of the albedo are " +
                                               text + ", which hardly any paint is"});
}

/// Throws Error.
void writeOrHandOut(const std::shared_ptr<InferenceResult>& result, const JobRunner::Post& post) {
    try {
        tellNotes(writeResult(*result), post);
    } catch (...) {
        result->outputs.clear();
        result->uncertaintyOutputs.clear();
        result->sidecar.clear();
        post(ResultReady{result});
        throw;
    }
}

void tellLightless(const InferenceResult& result, const JobRunner::Post& post) {
    const auto& lightless = result.prediction.lightless;
    const auto count = static_cast<std::size_t>(std::ranges::count(lightless, 1));
    if (count == 0)
        return;
    const std::string name = result.request.input.string();
    if (count == lightless.size()) {
        post(LogLine{LogLine::Level::Warning,
                     name + ": no pixel has light, so nothing can be seen of its paint; it stays "
                            "black (--keep-black off asks the network all the same)"});
        return;
    }
    post(LogLine{LogLine::Level::Info, name + ": " +
                                           percentText(static_cast<double>(count) /
                                                       static_cast<double>(lightless.size())) +
                                           " of the pixels have no light and stay as they are"});
}

void tellMembers(const InferenceResult& result, const JobRunner::Post& post) {
    const UsedSettings& used = result.prediction.used;
    if (used.members == used.ensemble)
        return;
    post(LogLine{LogLine::Level::Info, result.request.input.string() + ": made of " +
                                           std::to_string(used.members) + " of " +
                                           std::to_string(used.ensemble) + " members"});
}

/// Throws Error as anchoredScale.
void applyAnchor(InferenceResult& result, const JobRunner::Post& post) {
    InferenceRequest& request = result.request;
    if (!request.anchor || !request.output)
        return;
    request.output->albedoScale = anchoredScale(result, *request.anchor);
    post(LogLine{LogLine::Level::Info,
                 request.input.string() + ": the albedo is scaled by " +
                     digitsText(request.output->albedoScale, 4) + ", so that it is " +
                     digitsText(request.anchor->value, 4) + " at " +
                     std::to_string(request.anchor->x) + "," + std::to_string(request.anchor->y)});
    request.anchor.reset();
}

void countPaint(InferenceResult& result, const JobRunner::Post& post) {
    const TargetPrediction* paint = paintOf(result.prediction);
    if (paint == nullptr || !result.request.output)
        return;
    const auto& lightless = result.prediction.lightless;
    const bool isSameSize = lightless.size() == paint->image.planeSize();
    const OutputOptions& output = *result.request.output;
    result.paint = measurePaint(paint->image,
                                isSameSize ? std::span<const unsigned char>(lightless)
                                           : std::span<const unsigned char>(),
                                output.paintLimits, output.albedoScale);
    tellPaint(result, post);
}

} // namespace

void readInput(InferenceResult& result, const weights::ModelFolder& model) {
    const InputOptions& options = result.request.inputOptions;
    result.inputHash = hashText(hashFile(result.request.input));
    LoadedImage loaded = readImage(result.request.input, {options.layer, options.space});
    DisplayImage display =
        shownToNetwork(loaded.image, result.request.input, options, model, options.exposureEv);
    if (display.badPixels == loaded.image.planeSize())
        throw Error::invalidInput(result.request.input.string() +
                                      ": every pixel is NaN or infinite",
                                  "render the picture again, or choose another layer");
    result.layer = std::move(loaded.layer);
    result.spaceReason = std::move(loaded.spaceReason);
    result.inputNotes = std::move(loaded.notes);
    if (options.layer.empty() && !options.space && loaded.image.space == ColorSpace::Raw)
        result.inputNotes.push_back("no layer of it has colours: " + result.spaceReason);
    result.exposureEv = display.exposureEv;
    result.badPixels = display.badPixels;
    result.input = std::make_shared<const Image>(std::move(loaded.image));
    result.display = std::make_shared<const Image>(std::move(display.image));
}

void warnOfColor(const InferenceResult& result, ColorSpace transfer, const JobRunner::Post& post) {
    const std::optional<ColorSpace>& chosen = result.request.inputOptions.space;
    if (!chosen)
        return;
    const std::string advice = colorAdvice({fileSpaceOf(result), chosen, transfer});
    if (!advice.empty())
        post(LogLine{LogLine::Level::Warning, result.request.input.string() + ": " + advice});
}

void warnOfCutPrompt(const InferenceRequest& request, const weights::ModelFolder& folder,
                     const JobRunner::Post& post) {
    const std::string& prompt = request.options.condition.prompt;
    const std::string note = prompt.empty() ? "" : infer::cutNote(folder, prompt);
    if (!note.empty())
        post(LogLine{LogLine::Level::Warning, note});
}

void tellInputNotes(const InferenceResult& result, const JobRunner::Post& post) {
    for (const std::string& note : result.inputNotes)
        post(LogLine{LogLine::Level::Info, result.request.input.string() + ": " + note});
}

void warnOfBadPixels(const InferenceResult& result, const JobRunner::Post& post) {
    if (result.badPixels == 0)
        return;
    const std::string count =
        result.badPixels == 1 ? "1 pixel is" : std::to_string(result.badPixels) + " pixels are";
    post(LogLine{LogLine::Level::Warning,
                 result.request.input.string() + ": " + count +
                     " NaN or infinite; the network sees black or white there"});
}

std::vector<OutputTarget> outputTargets(const weights::ModelFolder& folder,
                                        const std::vector<std::string>& wanted) {
    std::vector<OutputTarget> targets;
    for (const auto& target : folder.targets)
        if (wanted.empty() || std::ranges::find(wanted, target.name) != wanted.end())
            targets.push_back({target.name, target.subTargets});
    return targets;
}

void checkRequest(const InferenceRequest& request, const weights::ModelFolder& folder) {
    const InputOptions& input = request.inputOptions;
    if ((!input.mask.empty() || !input.maskLayer.empty()) &&
        request.options.keepBlack == KeepBlack::Off)
        throw Error::invalidInput("a mask says which pixels have no light, but they are to be "
                                  "treated as any colour (--keep-black off)",
                                  "leave one of both out");
    (void)infer::conditionWord(request.options.condition, folder);
    if (!request.output)
        return;
    const bool knowsErrors =
        !folder.unlit.calibration.is_null() &&
        weights::calibrationFromJson(folder.unlit.calibration, weights::unlitFileOf(folder))
            .knowsErrors();
    if (request.output->uncertainty && request.options.ensemble < 2 && !knowsErrors)
        throw Error::invalidInput("uncertainty needs several members, but the ensemble has one and "
                                  "the model is not calibrated",
                                  "use an ensemble of 2 or more (--ensemble 5), or calibrate the "
                                  "model (unlit model calibrate)");
    refuseExistingOutputs(request, outputTargets(folder, request.options.targets));
}

void keepAlpha(Prediction& prediction, const Image& input) {
    const bool hasHoles = std::ranges::any_of(input.mask, [](float alpha) { return alpha < 1; });
    const bool isSeen = std::ranges::any_of(input.mask, [](float alpha) { return alpha > 0; });
    if (!hasHoles || !isSeen)
        return;
    for (TargetPrediction& target : prediction.targets)
        if (target.image.width == input.width && target.image.height == input.height)
            target.image.mask = input.mask;
}

void keepLightless(Prediction& prediction, const Image& input) {
    if (prediction.lightless.empty() || input.space == ColorSpace::Raw)
        return;
    Image linear = input;
    convertTo(linear, ColorSpace::Linear);
    const std::size_t plane = linear.planeSize();
    for (TargetPrediction& target : prediction.targets) {
        if (target.image.space == ColorSpace::Raw || target.upToScale)
            continue;
        convertTo(target.image, ColorSpace::Linear);
        for (std::size_t at = 0; at < target.image.samples.size(); ++at)
            if (prediction.lightless[at % plane] != 0)
                target.image.samples[at] =
                    linear.samples[linear.channelCount() == 1 ? at % plane : at];
    }
}

void finishResult(const std::shared_ptr<InferenceResult>& result,
                  std::chrono::steady_clock::time_point start, ModelHashes& hashes,
                  ProgressMeter& meter, const JobRunner::Post& post) {
    keepLightless(result->prediction, *result->input);
    keepAlpha(result->prediction, *result->input);
    tellLightless(*result, post);
    tellMembers(*result, post);
    if (result->request.strokes) {
        meter.stage({{.kind = StagePart::Kind::CorrectingByHand}});
        applyStrokes(*result);
    }
    applyAnchor(*result, post);
    countPaint(*result, post);
    if (result->request.output) {
        meter.stage({{.kind = StagePart::Kind::Writing}});
        result->seconds = secondsSince(start); // for the side-car: until here
        fillModelHash(*result, hashes);
        writeOrHandOut(result, post);
    }
    result->seconds = secondsSince(start);
    post(ResultReady{result});
}

} // namespace unlit
