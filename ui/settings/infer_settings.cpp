#include "ui/settings/infer_settings.h"

#include "core/base/text.h"
#include "core/infer/ensemble/member_size.h"
#include "ui/kit/cache_folder.h"
#include "ui/kit/text.h"

#include <QStandardPaths>

#include <algorithm>
#include <array>

namespace unlit::ui {

namespace {

constexpr int kDraftSizePx = 512;
constexpr int kStandardMembers = 5;
constexpr int kBestMembers = 10;
constexpr int kBestSteps = 10;

/// What was pasted has no place of its own: its results go where pictures go, not into a cache.
std::filesystem::path besideInput(const std::filesystem::path& input) {
    if (input.parent_path() != pastedFolder())
        return input.parent_path();
    return toPath(QStandardPaths::writableLocation(QStandardPaths::PicturesLocation)) / "Unlit";
}

/// For pictures of the usual kinds a file of the same kind, or of the nearest that can be written
/// without loss.
OutputKind kindFor(const std::filesystem::path& input, bool hasWideSamples) {
    const std::string suffix = toLower(input.extension().string());
    if (suffix == ".exr")
        return OutputKind::LayeredHalf;
    if (suffix == ".hdr" || suffix == ".pic" || suffix == ".pfm" || suffix == ".rgbe")
        return OutputKind::ExrHalf;
    if (suffix == ".tif" || suffix == ".tiff")
        return OutputKind::Tiff16;
    constexpr std::array narrow{".jpg", ".jpeg", ".jpe", ".webp", ".bmp", ".tga"};
    const bool isNarrow = std::ranges::find(narrow, suffix) != narrow.end();
    return hasWideSamples && !isNarrow ? OutputKind::Png16 : OutputKind::Png8;
}

/// Of all that a person may set.
bool isSame(InferOptions a, InferOptions b) {
    const config::Options ofB = describe(b);
    return std::ranges::all_of(describe(a), [&ofB](const config::Option& option) {
        return textOf(option) == textOf(optionAt(ofB, option.key()));
    });
}

} // namespace

ConditionOptions knownTo(const ModelQuality& model, ConditionOptions condition) {
    if (condition.classLabel.value_or(0) >= model.classes)
        condition.classLabel.reset();
    if (!model.seesText)
        condition.prompt.clear();
    if (!condition.classLabel && condition.prompt.empty())
        condition.guidanceScale = 1;
    return condition;
}

QualityValues valuesOf(Quality quality, const ModelQuality& model) {
    const QualityValues& defaults = model.defaults;
    const bool isNative = defaults.processingRes == 0;
    switch (quality) {
    case Quality::Draft:
        return {1, 1, isNative ? kDraftSizePx : std::min(kDraftSizePx, defaults.processingRes)};
    case Quality::Standard:
        return {defaults.steps, model.isOneStep ? infer::kMirroredViews : kStandardMembers,
                defaults.processingRes};
    case Quality::Best:
        if (model.isOneStep)
            return {1, model.mostMembers, defaults.processingRes};
        return {std::max(kBestSteps, defaults.steps), std::min(kBestMembers, model.mostMembers),
                defaults.processingRes};
    case Quality::Custom:
        break;
    }
    return defaults;
}

std::optional<OutputKind> kindForSuffix(const QString& suffix, OutputKind chosen,
                                        const std::filesystem::path& input, bool hasWideSamples) {
    const OutputKind usual =
        chosen == OutputKind::AsInput ? kindFor(input, hasWideSamples) : chosen;
    const auto nearest = [usual](std::initializer_list<OutputKind> kinds, OutputKind other) {
        return std::ranges::find(kinds, usual) != kinds.end() ? usual : other;
    };
    const QString end = suffix.toLower();
    if (end == QLatin1String(".exr"))
        return nearest({OutputKind::LayeredHalf, OutputKind::LayeredFloat, OutputKind::ExrFloat},
                       OutputKind::ExrHalf);
    if (end == QLatin1String(".png"))
        return nearest({OutputKind::Png8}, OutputKind::Png16);
    if (end == QLatin1String(".tif") || end == QLatin1String(".tiff"))
        return nearest({OutputKind::Tiff}, OutputKind::Tiff16);
    return {};
}

OutputOptions OutputChoice::optionsFor(const std::filesystem::path& input, bool hasUncertainty,
                                       bool hasWideSamples) const {
    OutputOptions options;
    options.folder = folder.isEmpty() ? besideInput(input) : toPath(folder);
    options.name = name.toStdString();
    options.sidecar = sidecar;
    switch (kind == OutputKind::AsInput ? kindFor(input, hasWideSamples) : kind) {
    case OutputKind::AsInput: // became one of the others
    case OutputKind::LayeredHalf:
        options.layered = true;
        options.half = true;
        break;
    case OutputKind::LayeredFloat:
        options.layered = true;
        break;
    case OutputKind::ExrHalf:
        options.half = true;
        break;
    case OutputKind::ExrFloat:
        break;
    case OutputKind::Png16:
        options.format = FileFormat::Png16;
        break;
    case OutputKind::Png8:
        options.format = FileFormat::Png8;
        break;
    case OutputKind::Tiff:
        options.format = FileFormat::Tiff;
        break;
    case OutputKind::Tiff16:
        options.format = FileFormat::Tiff;
        options.half = true;
        break;
    }
    options.uncertainty = hasUncertainty && (uncertainty || options.layered);
    return options;
}

bool InferSettings::operator==(const InferSettings& other) const {
    return modelFolder == other.modelFolder && recentModels == other.recentModels &&
           quality == other.quality && output == other.output && loras == other.loras &&
           isSame(options, other.options);
}

InferOptions studioOptions() {
    InferOptions options;
    const QualityValues usual;
    options.steps = usual.steps;
    options.processingRes = usual.processingRes;
    options.tiles.mode = TileMode::Auto;
    return options;
}

QualityValues InferSettings::custom() const {
    const QualityValues usual;
    return {options.steps.value_or(usual.steps), options.ensemble,
            options.processingRes.value_or(usual.processingRes)};
}

void InferSettings::setCustom(const QualityValues& values) {
    options = optionsWith(values);
}

InferOptions InferSettings::optionsWith(const QualityValues& values) const {
    InferOptions with = options;
    with.steps = values.steps;
    with.ensemble = values.ensemble;
    with.processingRes = values.processingRes;
    return with;
}

} // namespace unlit::ui
