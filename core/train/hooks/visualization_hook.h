// Saves pictures of the model's progress every so many steps.
#pragma once

#include "core/config/validation_config.h"
#include "core/train/hook.h"
#include "core/train/run_folder.h"
#include "core/train/validation/validator.h"

#include <functional>
#include <vector>

namespace unlit::train {

/// Takes a picture for writers that show pictures; called on the training thread.
using WritePicture = std::function<void(const PictureRow&)>;

/// visualization/iter_%06d/<dataset>/<name>_{beauty,prediction,truth,error,uncertainty}.png, 8 bit,
/// predictions and truths as validation.save_format says,
/// <name> = the pair's relative path with '_' for '/', <name>_<target> for sets of several targets;
/// error = |prediction - truth|; beside them
/// grid.png, figures.json (runs/picture_figures.h), animations of clips (clip_animations.h), and
/// visualization/<dataset>.gif (picture_grid.h). The folder of a set appears whole;
/// one that a stop has left out is made when the run is resumed.
class VisualizationHook : public Hook {
public:
    /// `period` in optimizer steps, 0 = never. The validator outlives the hook.
    VisualizationHook(Validator& validator, RunFolder run, std::vector<ValidationSet> sets,
                      std::int64_t period, WritePicture write,
                      config::PictureDepth depth = config::PictureDepth::Png8);

    void onTrainBegin(StepContext& context) override;
    void onStepEnd(StepContext& context) override;

    /// Those of this step that are not there yet, until a stop.
    void saveNow(StepContext& context);

private:
    bool isDue(const StepContext& context) const;
    bool saveSet(StepContext& context, const ValidationSet& set);

    Validator& m_validator;
    RunFolder m_run;
    std::vector<ValidationSet> m_sets;
    std::int64_t m_period;
    WritePicture m_write;
    config::PictureDepth m_depth;
};

/// The same once, on demand: the pictures of one set into `folder`, which appears whole. False when
/// stopped. `onFile` is told of each file; `depth` is that of predictions and truths.
bool savePictures(Validator& validator, const ValidationSet& set,
                  const std::filesystem::path& folder, const std::stop_token& stop,
                  const std::function<void(const std::string& picture, const std::string& what,
                                           const std::filesystem::path& file)>& onFile,
                  config::PictureDepth depth = config::PictureDepth::Png8);

} // namespace unlit::train
