#include "ui/bridge/result_facts.h"

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

/// Of at most about a million values, evenly spread: this runs on the GUI thread. Where a pixel has
/// no light nothing is known of it, which says nothing of the others.
double meanOfLit(const Image& image, const std::vector<unsigned char>& lightless) {
    constexpr std::size_t enough = 1'000'003;
    const std::size_t step = std::max<std::size_t>(1, image.samples.size() / enough);
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < image.samples.size(); i += step) {
        const bool isLeftOut =
            lightless.size() == image.planeSize() && lightless[i % image.planeSize()] != 0;
        if (std::isfinite(image.samples[i]) && !isLeftOut) {
            sum += image.samples[i];
            ++count;
        }
    }
    return count > 0 ? sum / static_cast<double>(count) : -1;
}

std::uint64_t pictureBytes(const std::shared_ptr<const Image>& image) {
    return image ? (image->samples.size() + image->mask.size()) * sizeof(float) : 0;
}

} // namespace

std::uint64_t bytesOf(const InferenceResult& result) {
    std::uint64_t bytes =
        pictureBytes(result.input) + pictureBytes(result.display) + result.prediction.answerBytes;
    if (result.uncorrected) // has the same pictures, and targets of its own
        for (const TargetPrediction& target : result.uncorrected->prediction.targets)
            bytes += target.image.samples.size() * sizeof(float);
    for (const TargetPrediction& target : result.prediction.targets) {
        bytes += target.image.samples.size() * sizeof(float);
        if (target.uncertainty)
            bytes += target.uncertainty->samples.size() * sizeof(float);
    }
    return bytes;
}

double meanUncertainty(const InferenceResult& result) {
    const auto& targets = result.prediction.targets;
    if (targets.empty() || !targets.front().uncertainty)
        return -1;
    return meanOfLit(*targets.front().uncertainty, result.prediction.lightless);
}

std::vector<std::filesystem::path> writtenFiles(const InferenceResult& result,
                                                const QueueItem& item) {
    std::vector<std::filesystem::path> files;
    if (result.request.output && result.request.output->albedoScale != item.albedoScale)
        return files;
    for (const auto& [target, path] : result.outputs)
        files.push_back(path);
    for (const auto& [target, path] : result.uncertaintyOutputs)
        files.push_back(path);
    if (!result.sidecar.empty())
        files.push_back(result.sidecar);
    return files;
}

void noteOutputs(const InferenceResult& result, QueueItem& item) {
    item.outputs.clear();
    if (!item.saved.empty())
        item.outputs = result.outputs;
    item.outputsScale = result.request.output ? result.request.output->albedoScale : 1;
}

} // namespace unlit::ui
