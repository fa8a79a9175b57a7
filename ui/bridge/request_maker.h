// What the session is asked for an item of the queue: model, settings, outputs.
#pragma once

#include "ui/models/queue_item.h"
#include "ui/settings/infer_settings.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace unlit::ui {

/// The model and the settings of all items, and what they make of one. A plain value; GUI thread.
class RequestMaker {
public:
    /// Empty: there is none. `quality` and `targets` are the model's.
    void setModel(const std::filesystem::path& folder, const ModelQuality& quality,
                  std::vector<std::string> targets);
    /// Of all items without settings of their own.
    void setSettings(const InferSettings& settings, const QualityValues& values);

    const std::filesystem::path& model() const { return m_model; }

    const ModelQuality& quality() const { return m_quality; }

    /// The names of the model's targets; empty until there is one.
    const std::vector<std::string>& targets() const { return m_targets; }

    /// The item's own, or those of all.
    const InferSettings& settingsOf(const QueueItem& item) const;
    /// What would be sent for this item now; of a sequence its first frame, in its place.
    InferenceRequest requestFor(const QueueItem& item) const;
    /// Files of the item, where it need not run for all that it would write is there.
    std::vector<std::filesystem::path> writtenBefore(const QueueItem& item) const;
    /// By target: where a frame's files are, if they are all there.
    std::map<std::string, std::filesystem::path> writtenOutputs(const QueueItem& item,
                                                                const QueueFrame& frame) const;

private:
    std::filesystem::path m_model;
    ModelQuality m_quality;
    std::vector<std::string> m_targets;
    InferSettings m_settings;
    QualityValues m_values; ///< of m_settings' quality
};

} // namespace unlit::ui
