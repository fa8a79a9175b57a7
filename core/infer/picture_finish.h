// The way back from what a network answered to the pictures of its targets, for one picture; and
// what of the picture the network is shown.
#pragma once

#include "core/image/lightless.h"
#include "core/infer/run_plan.h"
#include "core/infer/tensor_run.h"
#include "core/options/infer_options.h"
#include "core/weights/model_folder.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace unlit::infer {

/// Needs no weights. `folder` and `display` (as for Pipeline::run) outlive it. Any thread.
class PictureFinish {
public:
    /// Looks for pixels without light where the plan keeps them: a second or so for 8K.
    PictureFinish(const weights::ModelFolder& folder, const Image& display, RunPlan plan);

    const RunPlan& plan() const { return m_plan; }

    bool isAllLightless() const { return m_light.isAllLightless(); }

    /// Whether the network is shown something else than the picture.
    bool isFilled() const { return !m_filled.empty(); }

    /// Views of what the network sees, and of what detail is taken from.
    const Image& shown() const { return m_filled.empty() ? m_display : m_filled; }

    torch::Tensor detailPicture() const;
    RunInput input() const;

    /// How much of each pixel of the answer is lit; undefined for all.
    torch::Tensor litAt(const NetworkAnswer& answer) const;

    /// Of a picture without any light: no network is asked.
    Prediction nothingToSee() const;
    /// With what has no light as it was.
    Prediction predictionOf(const RunResult& result) const;
    /// The same of a run that made pictures itself: K kept targets, and as many uncertainties or
    /// none.
    Prediction predictionOf(std::vector<Image> pictures, std::vector<Image> uncertainties,
                            const std::vector<JudgedPicture>& judged, std::int64_t members) const;

private:
    void keepLightless(Prediction& prediction) const;
    void keepLightless(TargetPrediction& target, DetailRule rule,
                       const std::vector<unsigned char>& lightless) const;
    torch::Tensor litPixels() const;
    const weights::TargetInfo& targetAt(std::size_t kept) const;
    Prediction emptyPrediction(std::int64_t members) const;
    void addTarget(Prediction& prediction, std::size_t kept, Image picture,
                   std::optional<Image> uncertainty, const JudgedPicture* judged) const;

    const weights::ModelFolder& m_folder;
    const Image& m_display;
    RunPlan m_plan;
    LightMap m_light;
    Image m_filled; ///< the display without pixels that have no light; empty where all have
    Image m_black;  ///< the display with those pixels black; likewise
};

} // namespace unlit::infer
