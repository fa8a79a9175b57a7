#include "ui/pages/infer/frame_reader.h"

#include "core/base/error.h"
#include "core/image/image_file.h"
#include "core/image/resize.h"
#include "core/session/infer/albedo_scale.h"
#include "ui/viewer/tile_pyramid.h"

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

bool isLight(const std::string& target) {
    return target == "shading" || target.ends_with("_shading") || target == "residual";
}

/// Names say what a target is: its file does not.
bool isColor(const std::string& target) {
    return target == "albedo" || isLight(target) || target.ends_with("color") ||
           target.ends_with("colour") || target == "diffuse" || target == "specular";
}

Image readTarget(const FrameTarget& target) {
    ReadOptions options{.layer = target.layer, .space = {}};
    if (!isColor(target.name))
        options.space = ColorSpace::Raw;
    return readImage(target.file, options).image;
}

/// Files of an earlier program are known by the ends of their names.
std::string labelOf(const std::filesystem::path& file, const std::vector<std::string>& targets) {
    const std::string stem = file.stem().string();
    if (file.extension() == ".exr" && stem.ends_with("_unlit"))
        return "layered";
    const auto target = std::ranges::find_if(
        targets, [&stem](const std::string& name) { return stem.ends_with(name); });
    return target != targets.end() ? *target : std::string();
}

bool hasLayer(const std::filesystem::path& file, const std::string& layer) {
    const ImageInfo info = readImageInfo(file);
    return std::ranges::find(info.layers, layer, &LayerInfo::name) != info.layers.end();
}

TargetPrediction predictionOf(const FrameTarget& target, double albedoScale) {
    TargetPrediction prediction{.name = target.name,
                                .image = readTarget(target),
                                .uncertainty = {},
                                .upToScale = isLight(target.name),
                                .subTargets = {}};
    prediction.image = scaledPicture(prediction, {}, 1 / albedoScale);
    return prediction;
}

/// Every row as the view shows it.
QImage toned(const Image& image, const ViewTransform& transform) {
    const TilePyramid pixels(std::make_shared<const Image>(image));
    QImage still(image.width, image.height, QImage::Format_RGB32);
    const auto width = static_cast<std::size_t>(image.width);
    std::vector<float> row(3 * width);
    std::vector<float> alpha(width, 1.0F);
    const ColorRow colors{std::span(row).subspan(0, width), std::span(row).subspan(width, width),
                          std::span(row).subspan(2 * width, width)};
    for (int y = 0; y < image.height; ++y) {
        pixels.readColor(0, y, 0, colors);
        pixels.readAlpha(0, y, 0, alpha);
        transform.convert(colors, alpha, 0, y, {reinterpret_cast<QRgb*>(still.scanLine(y)), width});
    }
    return still;
}

} // namespace

std::vector<FramePictures> framePictures(const QueueItem& item,
                                         const std::vector<std::string>& targets) {
    std::vector<std::string> names = targets;
    std::ranges::stable_partition(names, [](const std::string& name) { return name == "albedo"; });
    std::vector<FramePictures> pictures;
    for (const QueueFrame& frame : item.frames) {
        FramePictures one{.input = frame.path,
                          .inputOptions = item.input,
                          .exposureEv = item.input.exposureEv.value_or(item.autoEv),
                          .targets = {},
                          .albedoScale = frame.albedoScale};
        const auto layered = frame.outputs.find("layered");
        for (const std::string& name : names) {
            const auto own = frame.outputs.find(name);
            if (own != frame.outputs.end())
                one.targets.push_back({name, own->second, {}});
            else if (layered != frame.outputs.end())
                one.targets.push_back({name, layered->second, name});
        }
        pictures.push_back(std::move(one));
    }
    return pictures;
}

std::shared_ptr<const InferenceResult> readFrame(const FramePictures& frame) {
    auto result = std::make_shared<InferenceResult>();
    result->request.input = frame.input;
    result->request.inputOptions = frame.inputOptions;
    LoadedImage loaded = readImage(
        frame.input, {.layer = frame.inputOptions.layer, .space = frame.inputOptions.space});
    result->layer = loaded.layer;
    result->spaceReason = loaded.spaceReason;
    result->exposureEv = frame.exposureEv;
    result->input = std::make_shared<const Image>(std::move(loaded.image));
    result->display = result->input;
    for (const FrameTarget& target : frame.targets)
        result->prediction.targets.push_back(predictionOf(target, frame.albedoScale));
    return result;
}

FramePictures savedPictures(const QueueItem& item, const std::vector<std::string>& targets) {
    std::vector<std::string> names = targets;
    if (std::ranges::find(names, "albedo") == names.end())
        names.insert(names.begin(), "albedo");
    std::ranges::stable_partition(names, [](const std::string& name) { return name == "albedo"; });
    std::map<std::string, std::filesystem::path> outputs = item.outputs;
    if (outputs.empty())
        for (const std::filesystem::path& file : item.saved)
            outputs.emplace(labelOf(file, names), file);
    FramePictures saved{.input = item.path,
                        .inputOptions = item.input,
                        .exposureEv = 0,
                        .targets = {},
                        .albedoScale = item.outputsScale};
    const auto layered = outputs.find("layered");
    for (const std::string& name : names) {
        if (layered != outputs.end())
            saved.targets.push_back({name, layered->second, name});
        else if (const auto own = outputs.find(name); own != outputs.end())
            saved.targets.push_back({name, own->second, {}});
    }
    return saved;
}

std::shared_ptr<const InferenceResult> readSaved(const FramePictures& saved,
                                                 const std::shared_ptr<const Image>& input) {
    auto result = std::make_shared<InferenceResult>();
    result->request.input = saved.input;
    result->request.inputOptions = saved.inputOptions;
    result->exposureEv = saved.exposureEv;
    result->input = input;
    result->display = input;
    for (const FrameTarget& target : saved.targets)
        if (target.layer.empty() || hasLayer(target.file, target.layer))
            result->prediction.targets.push_back(predictionOf(target, saved.albedoScale));
    if (result->prediction.targets.empty())
        throw Error::notFound(saved.targets.front().file.string() + " has no layer of a result",
                              "run the picture again");
    return result;
}

QImage readStill(const FramePictures& frame, FrameShown shown, const StillLook& look,
                 int longerSidePx) {
    const bool isInput = shown == FrameShown::Input;
    const Image image =
        thumbnail(isInput ? readImage(frame.input, {.layer = frame.inputOptions.layer,
                                                    .space = frame.inputOptions.space})
                                .image
                          : readTarget(frame.targets.front()),
                  longerSidePx);
    ToneSettings tone = look.tone;
    tone.marksClipping = tone.marksLightless = tone.marksPaint = false;
    const double ownEv =
        isInput ? frame.exposureEv : std::log2(look.albedoScale / frame.albedoScale);
    return toned(image,
                 ViewTransform(tone, {.isRaw = image.space == ColorSpace::Raw, .ownEv = ownEv}));
}

} // namespace unlit::ui
