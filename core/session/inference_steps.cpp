#include "core/session/inference_steps.h"

#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/image/color.h"
#include "core/session/color_advice.h"
#include "core/session/result_writer.h"
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

} // namespace

void readInput(InferenceResult& result, const weights::ModelFolder& model) {
    const InputOptions& options = result.request.inputOptions;
    result.inputHash = hashText(hashFile(result.request.input));
    LoadedImage loaded = readImage(result.request.input, {options.layer, options.space});
    DisplayImage display =
        toDisplay(loaded.image, model.transfer, options.exposureEv, model.headroomEv);
    if (display.badPixels == loaded.image.planeSize())
        throw Error::invalidInput(result.request.input.string() +
                                      ": every pixel is NaN or infinite",
                                  "render the picture again, or choose another layer");
    result.layer = std::move(loaded.layer);
    result.spaceReason = std::move(loaded.spaceReason);
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
    if (!request.output)
        return;
    if (request.output->uncertainty && request.options.ensemble < 2)
        throw Error::invalidInput("uncertainty needs several members, but the ensemble has one",
                                  "use an ensemble of 2 or more (--ensemble 5)");
    refuseExistingOutputs(request, outputTargets(folder, request.options.targets));
}

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
    const double percent =
        100.0 * static_cast<double>(count) / static_cast<double>(lightless.size());
    std::ostringstream text;
    text << name << ": " << std::setprecision(percent < 1 ? 1 : 2) << percent
         << " % of the pixels have no light and stay as they are";
    post(LogLine{LogLine::Level::Info, text.str()});
}

void tellMembers(const InferenceResult& result, const JobRunner::Post& post) {
    const UsedSettings& used = result.prediction.used;
    if (used.members == used.ensemble)
        return;
    post(LogLine{LogLine::Level::Info, result.request.input.string() + ": made of " +
                                           std::to_string(used.members) + " of " +
                                           std::to_string(used.ensemble) + " members"});
}

} // namespace unlit
