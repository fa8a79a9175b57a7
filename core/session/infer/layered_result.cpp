#include "core/session/infer/layered_result.h"

#include "core/base/error.h"
#include "core/base/log.h"
#include "core/image/color/color.h"
#include "core/image/exr/exr_extend.h"
#include "core/image/file_kind.h"
#include "core/image/made_by.h"
#include "core/image/readable_file.h"
#include "core/session/infer/albedo_scale.h"
#include "core/session/infer/derived_layers.h"

#include <algorithm>
#include <optional>

namespace unlit {

namespace fs = std::filesystem;

namespace {

using Primaries = std::optional<Chromaticities>; ///< unset = Rec.709

struct OwnedLayer {
    std::string name;
    Image image;
};

bool isExrFile(const fs::path& path) {
    try {
        ReadableFile file(path);
        return detectFileKind(file) == FileKind::OpenExr;
    } catch (const Error&) {
        logSwallowed("looking whether " + path.string() + " has layers to keep");
        return false;
    }
}

/// `linear` in Rec.709.
void toPrimaries(Image& linear, const Primaries& primaries) {
    if (primaries)
        applyMatrix(linear, rgbToRgb(kRec709, *primaries));
}

Image linearIn(const Image& image, const Primaries& primaries) {
    Image linear = image;
    convertTo(linear, ColorSpace::Linear);
    toPrimaries(linear, primaries);
    return linear;
}

Image storedIn(const Image& image, const OutputOptions& output, const Primaries& primaries) {
    Image picture = stored(image, output);
    if (picture.space == ColorSpace::Linear)
        toPrimaries(picture, primaries);
    return picture;
}

const TargetPrediction* findTarget(const InferenceResult& result, const std::string& name) {
    const auto& targets = result.prediction.targets;
    const auto found = std::ranges::find(targets, name, &TargetPrediction::name);
    return found == targets.end() ? nullptr : &*found;
}

/// As light: raw numbers are taken for what the network saw.
const Image& beautyOf(const InferenceResult& result) {
    return result.input->space == ColorSpace::Raw ? *result.display : *result.input;
}

void addDerived(const InferenceResult& result, const Primaries& primaries,
                std::vector<OwnedLayer>& layers) {
    const TargetPrediction* albedo = findTarget(result, "albedo");
    if (albedo == nullptr || findTarget(result, "shading") != nullptr ||
        albedo->image.space == ColorSpace::Raw ||
        albedo->image.samples.size() != beautyOf(result).samples.size())
        return;
    const OutputOptions& output = *result.request.output;
    // In the file's primaries, where the product has to be the beauty again.
    DerivedLayers derived = deriveLayers(
        linearIn(beautyOf(result), primaries),
        linearIn(scaledPicture(*albedo, result.prediction.lightless, output.albedoScale),
                 primaries));
    const auto add = [&](const std::string& name, Image image) {
        if (findTarget(result, name) == nullptr)
            layers.push_back({name, stored(image, output)});
    };
    add("shading", std::move(derived.shading));
    add("residual", std::move(derived.residual));
}

std::vector<OwnedLayer> layersOf(const InferenceResult& result, const Primaries& primaries) {
    const OutputOptions& output = *result.request.output;
    std::vector<OwnedLayer> layers;
    for (const TargetPrediction& target : result.prediction.targets) {
        layers.push_back({target.name, storedIn(scaledPicture(target, result.prediction.lightless,
                                                              output.albedoScale),
                                                output, primaries)});
        layers.back().image.mask.clear(); // the file's own alpha counts for all its layers
        if (target.uncertainty)
            layers.push_back({target.name + ".uncertainty", stored(*target.uncertainty, output)});
    }
    addDerived(result, primaries, layers);
    return layers;
}

std::vector<NamedLayer> namesOf(const std::vector<OwnedLayer>& layers) {
    std::vector<NamedLayer> named;
    for (const OwnedLayer& layer : layers)
        named.push_back({layer.name, &layer.image});
    return named;
}

/// True when it was written; false, with a sentence, when the input's layers cannot be kept.
bool writeExtended(const InferenceResult& result, const fs::path& file,
                   std::vector<std::string>& notes) {
    const fs::path& input = result.request.input;
    const OutputOptions& output = *result.request.output;
    if (!isExrFile(input))
        return false;
    const std::string leftOut =
        input.string() + ": its own layers are left out of " + file.filename().string() + ", ";
    try {
        const ExrBase base = readExrBase(input, result.layer);
        const Image& first = result.prediction.targets.front().image;
        if (base.width != first.width || base.height != first.height) {
            notes.push_back(leftOut + "for the results have another size");
            return false;
        }
        const std::vector<OwnedLayer> layers = layersOf(result, base.primaries);
        extendExr(input, file, namesOf(layers), {result.layer, output.half, output.overwrite});
        return true;
    } catch (const Error& error) {
        // A fault of the input must not cost the result.
        const bool isOfInput =
            error.kind() == ErrorKind::Corrupt || error.kind() == ErrorKind::Unsupported;
        if (!isOfInput)
            throw;
        notes.push_back(leftOut + "for it cannot be copied: " + error.what());
        return false;
    }
}

void writeAlone(const InferenceResult& result, const fs::path& file) {
    const OutputOptions& output = *result.request.output;
    std::vector<OwnedLayer> layers = layersOf(result, {});
    const Image& first = layers.front().image;
    // The beauty belongs beside the results only where both have the same pixels.
    const bool hasBeauty =
        result.input->width == first.width && result.input->height == first.height;
    layers.insert(layers.begin(), OwnedLayer{"", layers.front().image});
    layers.front().image.metadata[kMadeByKey] = "layered";
    layers.front().image.mask = result.prediction.targets.front().image.mask;
    if (hasBeauty && findTarget(result, "beauty") == nullptr)
        layers.insert(layers.begin() + 1, OwnedLayer{"beauty", stored(*result.input, output)});
    writeLayeredExr(
        file, namesOf(layers),
        {.format = FileFormat::Exr, .half = output.half, .overwrite = output.overwrite});
}

} // namespace

ColorSpace storedSpace(const Image& image, const OutputOptions& output) {
    if (image.space == ColorSpace::Raw)
        return ColorSpace::Raw;
    if (output.space)
        return *output.space;
    const bool isFloat = output.layered || output.format == FileFormat::Exr ||
                         (output.format == FileFormat::Tiff && !output.half);
    return isFloat ? ColorSpace::Linear : ColorSpace::Srgb;
}

Image stored(const Image& image, const OutputOptions& output) {
    Image copy = image;
    // Raw output means: the numbers as the model gave them.
    if (const ColorSpace space = storedSpace(image, output); space != ColorSpace::Raw)
        convertTo(copy, space);
    else
        copy.space = ColorSpace::Raw;
    return copy;
}

std::vector<std::string> writeLayeredResult(const InferenceResult& result, const fs::path& file) {
    std::vector<std::string> notes;
    if (!writeExtended(result, file, notes))
        writeAlone(result, file);
    return notes;
}

} // namespace unlit
