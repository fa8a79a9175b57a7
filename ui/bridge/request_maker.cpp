#include "ui/bridge/request_maker.h"

#include "core/base/error.h"
#include "core/session/infer/result_writer.h"

#include <algorithm>
#include <utility>

namespace unlit::ui {

namespace {

/// All files that the request would write, if every one of them is there; else nothing.
std::vector<std::filesystem::path> existingOutputs(const InferenceRequest& request,
                                                   const std::vector<OutputTarget>& targets) {
    std::vector<std::filesystem::path> files;
    try {
        for (const auto& [label, path] : plannedOutputs(request, targets)) {
            std::error_code unknown;
            if (!std::filesystem::exists(path, unknown))
                return {};
            files.push_back(path);
        }
    } catch (const Error&) {
        return {}; // a name that cannot be used: the job says so
    }
    return files;
}

} // namespace

void RequestMaker::setModel(const std::filesystem::path& folder, const ModelQuality& quality,
                            std::vector<std::string> targets) {
    m_model = folder;
    m_quality = quality;
    m_targets = std::move(targets);
}

void RequestMaker::setSettings(const InferSettings& settings, const QualityValues& values) {
    m_settings = settings;
    m_values = values;
}

const InferSettings& RequestMaker::settingsOf(const QueueItem& item) const {
    return item.own ? *item.own : m_settings;
}

InferenceRequest RequestMaker::requestFor(const QueueItem& item) const {
    InferenceRequest request;
    request.input = item.path;
    request.model = m_model;
    request.loras = m_settings.loras; // they go with the model
    const InferSettings& settings = settingsOf(item);
    QualityValues values = m_values;
    if (item.own)
        values = settings.quality == Quality::Custom ? settings.custom()
                                                     : valuesOf(settings.quality, m_quality);
    request.options = settings.optionsWith(values);
    request.options.condition = knownTo(m_quality, request.options.condition);
    request.inputOptions = item.input;
    request.output =
        settings.output.optionsFor(item.path, request.options.ensemble > 1 || m_quality.knowsErrors,
                                   item.hasWideSamples.value_or(true));
    request.output->albedoScale = item.albedoScale;
    request.strokes = item.strokes;
    request.strokesForAll = request.strokes != nullptr && item.isSequence();
    // Frames of a sequence are not drawn on.
    request.keepsUncorrected = request.strokes != nullptr && !item.isSequence();
    if (item.isSequence()) {
        request.sequence = SequencePlace{item.pattern, 1, static_cast<int>(item.frames.size())};
        request.options.tiles = {}; // its frames are seen whole
        request.output->overwrite = item.replacesFrames;
    }
    return request;
}

std::vector<std::filesystem::path> RequestMaker::writtenBefore(const QueueItem& item) const {
    const OutputChoice& output = settingsOf(item).output;
    if (!output.saveWhenDone || !output.skipExisting || m_targets.empty() || item.isSequence())
        return {};
    std::vector<OutputTarget> targets;
    for (const std::string& name : m_targets)
        targets.push_back({name, {}});
    return existingOutputs(requestFor(item), targets);
}

/// Where a frame's files are, if they are all there.
std::map<std::string, std::filesystem::path>
RequestMaker::writtenOutputs(const QueueItem& item, const QueueFrame& frame) const {
    InferenceRequest request = requestFor(item);
    request.input = frame.path;
    std::vector<OutputTarget> wanted;
    for (const std::string& name : m_targets)
        wanted.push_back({name, {}});
    std::map<std::string, std::filesystem::path> found;
    try {
        for (const auto& [label, path] : plannedOutputs(request, wanted)) {
            const bool isPicture =
                label == "layered" || std::ranges::find(m_targets, label) != m_targets.end();
            std::error_code unknown;
            if (isPicture && std::filesystem::exists(path, unknown))
                found[label] = path;
        }
    } catch (const Error&) {
        return {}; // a name that cannot be used: the job says so
    }
    return found;
}

} // namespace unlit::ui
