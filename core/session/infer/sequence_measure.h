// What the frames of a sequence have in common: their size, and one exposure for all.
#pragma once

#include "core/session/infer/inference_types.h"
#include "core/session/progress_meter.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <vector>

namespace unlit {

namespace weights {
struct ModelFolder;
}

/// The middle of some exposures, in stops: of an even number the mean of the two in the middle.
/// Precondition: there is one.
double medianExposure(std::vector<double> exposures);

/// A plain value. Frames that cannot be read count for nothing: their own jobs say why.
class SequenceMeasure {
public:
    /// Of the first frame that can be read; reads headers only.
    void findSize(const std::vector<InferenceRequest>& requests);

    /// The median of the frames' own exposures; none where they are not scene-linear, where the
    /// first request says one, or where there is one frame. Reads every frame. False when stopped.
    bool measureExposure(const std::vector<InferenceRequest>& requests,
                         const weights::ModelFolder& folder, ProgressMeter& meter,
                         const std::stop_token& stop);

    void setExposure(std::optional<double> ev) { m_exposureEv = ev; }

    /// In stops; nothing = each frame's own.
    std::optional<double> exposureEv() const { return m_exposureEv; }

    /// Throws Error::invalidInput naming `input` where its size is another than the sequence's.
    void requireSize(const std::filesystem::path& input, int width, int height) const;

    /// The same from the file's header, before anything is computed. Throws as readImageInfo, too.
    void requireSize(const std::filesystem::path& input) const;

private:
    int m_width = 0; ///< 0 = no frame could be read
    int m_height = 0;
    std::filesystem::path m_sizeFrom;
    std::optional<double> m_exposureEv;
};

} // namespace unlit
