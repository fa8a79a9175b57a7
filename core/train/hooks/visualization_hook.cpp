#include "core/train/hooks/visualization_hook.h"

#include "core/base/atomic_folder.h"
#include "core/base/failure.h"
#include "core/image/color/color.h"
#include "core/image/image_file.h"
#include "core/tensor/image_tensor.h"
#include "core/train/hooks/clip_animations.h"
#include "core/train/hooks/metrics_hook.h"
#include "core/train/hooks/picture_grid.h"
#include "core/train/writers/picture_figures.h"

#include <algorithm>
#include <map>

namespace unlit::train {

namespace fs = std::filesystem;

namespace {

std::string fileNameOf(const std::string& relativePath) {
    std::string name = relativePath;
    std::ranges::replace(name, '/', '_');
    return name;
}

/// Linear colours are encoded for the eye, everything else is shown as its numbers are.
Image shown(const torch::Tensor& pixels, ColorSpace space) {
    return toDisplay(infer::toImage(pixels, space), ColorSpace::Srgb, 0.0).image;
}

std::map<std::string, Image> partsOf(const ValidatedPicture& picture) {
    std::map<std::string, Image> parts = {
        {"beauty", infer::toImage(picture.beauty, ColorSpace::Srgb)}};
    for (const ValidatedTarget& target : picture.targets) {
        const std::string prefix = picture.targets.size() == 1 ? "" : target.name + "_";
        // A model's own display curve is shown as it is, too.
        const ColorSpace space =
            target.space == ColorSpace::Linear ? ColorSpace::Linear : ColorSpace::Raw;
        parts.emplace(prefix + "prediction", shown(target.prediction, space));
        parts.emplace(prefix + "truth", shown(target.truth, space));
        parts.emplace(prefix + "error",
                      shown((target.prediction - target.truth).abs(), ColorSpace::Raw));
        if (target.uncertainty.defined())
            parts.emplace(prefix + "uncertainty", shown(target.uncertainty, ColorSpace::Raw));
    }
    return parts;
}

FileFormat formatOf(const std::string& what, config::PictureDepth depth) {
    const bool isDeep = depth == config::PictureDepth::Png16 &&
                        (what.ends_with("prediction") || what.ends_with("truth"));
    return isDeep ? FileFormat::Png16 : FileFormat::Png8;
}

} // namespace

bool savePictures(
    Validator& validator, const ValidationSet& set, const fs::path& folder,
    const std::stop_token& stop,
    const std::function<void(const std::string&, const std::string&, const fs::path&)>& onFile,
    config::PictureDepth depth) {
    struct Saved {
        std::string picture, what, file;
    };

    std::vector<Saved> saved;
    PictureGrid grid;
    ClipAnimations clips(set.clipFrames);
    runs::PictureFigures figures;
    AtomicFolder temporary(folder);
    const auto save = [&](std::int64_t, std::int64_t, const ValidatedPicture& picture) {
        const std::string name = fileNameOf(picture.relativePath);
        const std::map<std::string, Image> parts = partsOf(picture);
        grid.add(picture.relativePath, parts);
        clips.add(picture.relativePath, parts);
        figures.pictures[name] = picture.metrics;
        for (const auto& [what, image] : parts) {
            const std::string file = name + "_" + what + ".png";
            writeImage(temporary.temporaryPath() / file, image,
                       {.format = formatOf(what, depth), .half = false, .overwrite = false});
            saved.push_back({name, what, file});
        }
    };
    const auto scores = validator.run(set, stop, save);
    if (!scores)
        return false;
    figures.metrics = scores->metrics;
    runs::writePictureFigures(temporary.temporaryPath(), figures);
    if (!grid.empty())
        writeImage(temporary.temporaryPath() / kGridFile, grid.draw(),
                   {.format = FileFormat::Png8, .half = false, .overwrite = false});
    clips.write(temporary.temporaryPath());
    temporary.commit();
    for (const Saved& entry : saved)
        onFile(entry.picture, entry.what, folder / entry.file);
    return true;
}

VisualizationHook::VisualizationHook(Validator& validator, RunFolder run,
                                     std::vector<ValidationSet> sets, std::int64_t period,
                                     WritePicture write, config::PictureDepth depth)
    : m_validator(validator), m_run(std::move(run)), m_sets(std::move(sets)), m_period(period),
      m_write(std::move(write)), m_depth(depth) {}

bool VisualizationHook::isDue(const StepContext& context) const {
    return m_period > 0 && context.position.step > 0 && context.position.step % m_period == 0 &&
           context.position.microStep == 0;
}

void VisualizationHook::onTrainBegin(StepContext& context) {
    if (isDue(context))
        saveNow(context);
}

void VisualizationHook::saveNow(StepContext& context) {
    for (const ValidationSet& set : m_sets)
        if (!fs::exists(m_run.visualization(set.name, context.position.step)) &&
            !saveSet(context, set))
            return;
}

void VisualizationHook::onStepEnd(StepContext& context) {
    if (!isDue(context))
        return;
    for (const ValidationSet& set : m_sets)
        if (!saveSet(context, set))
            return;
}

/// False when stopped. A disk that does not take the pictures costs the pictures, not the run.
bool VisualizationHook::saveSet(StepContext& context, const ValidationSet& set) {
    const std::int64_t step = context.position.step;
    const fs::path folder = m_run.visualization(set.name, step);
    try {
        const auto tell = [&](const std::string& picture, const std::string& what,
                              const fs::path& file) {
            m_write({step, unixTime(), "vis/" + set.name + "/" + picture + "/" + what,
                     PngPicture::read(file)});
        };
        if (!savePictures(m_validator, set, folder, context.stop, tell, m_depth))
            return false;
        writeProgressAnimation(m_run, set.name);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Io && error.kind() != ErrorKind::InvalidInput)
            throw;
        context.log(LogLine::Level::Warning, "the pictures of step " + std::to_string(step) +
                                                 " were not saved: " + error.what());
        return true;
    }
    context.post(PicturesSaved{step, set.name, folder});
    return true;
}

} // namespace unlit::train
