#include "app/cli/infer_flags.h"

#include "app/cli/usage_error.h"
#include "app/cli/value_kinds.h"
#include "core/base/error.h"
#include "core/base/split_text.h"
#include "core/base/text.h"
#include "core/image/measured_albedos.h"
#include "core/session/output_names.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace unlit::cli {

namespace {

constexpr int kMostPixels = 65536; // of the longer side
constexpr int kMostMembers = 1000;
constexpr int kMostTilePixels = 4096;
constexpr double kMostAlbedoScale = 1000;

bool isDeviceName(const std::string& text) {
    if (text == "auto" || text == "cpu" || text == "cuda")
        return true;
    const std::string_view prefix = "cuda:";
    if (!text.starts_with(prefix))
        return false;
    unsigned index = 0;
    const char* end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data() + prefix.size(), end, index);
    return failure == std::errc{} && stop == end && index < 128;
}

/// A finite number and nothing else.
std::optional<double> numberIn(std::string_view text) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, number);
    if (failure != std::errc{} || stop != end || !std::isfinite(number))
        return {};
    return number;
}

std::optional<PaintLimits> limitsIn(const std::string& text) {
    const std::vector<std::string> parts = splitAt(text, ',');
    if (parts.size() != 2)
        return {};
    const std::optional<double> low = numberIn(parts[0]);
    const std::optional<double> high = numberIn(parts[1]);
    if (!low || !high || *low < 0 || *high <= *low)
        return {};
    return PaintLimits{*low, *high};
}

std::optional<int> pixelIn(const std::string& text) {
    int pixel = 0;
    const char* end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, pixel);
    return failure == std::errc{} && stop == end && pixel >= 0 ? std::optional(pixel)
                                                               : std::nullopt;
}

/// The albedo that is meant. Throws UsageError for a name that nobody knows and a share that is
/// none.
double anchorValue(const std::string& text) {
    if (const std::optional<double> number = numberIn(text)) {
        if (*number > 0 && *number <= 1)
            return *number;
        throw UsageError("--anchor: an albedo is above 0 and at most 1, not " + text);
    }
    if (const MeasuredAlbedo* measured = measuredAlbedo(text))
        return measured->value;
    const std::string nearest = nearestName(text, measuredAlbedoKeys());
    throw UsageError("--anchor: \"" + text + "\" is no surface of the table; " +
                     (nearest.empty() ? "" : "did you mean \"" + nearest + "\"? ") + "it has " +
                     OptionSet::joined(measuredAlbedoKeys(), ", "));
}

std::optional<AlbedoAnchor> anchorIn(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals + 1 == text.size())
        return {};
    const std::vector<std::string> place = splitAt(text.substr(0, equals), ',');
    if (place.size() != 2)
        return {};
    const std::optional<int> x = pixelIn(place[0]);
    const std::optional<int> y = pixelIn(place[1]);
    if (!x || !y)
        return {};
    return AlbedoAnchor{*x, *y, anchorValue(text.substr(equals + 1))};
}

bool splitNames(const std::string& text, std::vector<std::string>& names) {
    names = splitAt(text, ',');
    return std::ranges::find(names, "") == names.end();
}

void addPlaces(OptionSet& set, InferFlags& flags) {
    // Asked for by the verb: a side-car may name it.
    set.section("Arguments")
        .optionalPositionals("INPUT", flags.inputs,
                             "Image files, folders, patterns; with --from none: its own input");
    set.section("Places");
    // Asked for by the verb: a settings file may name it.
    set.text("--model", "DIR", flags.model, "Model folder, diffusers layout",
             "the bundled one, if there is one");
    addLoras(set, flags.loras, "Low-rank additions to the model's UNet");
    set.requiredText("--output", "DIR", flags.outputFolder,
                     "Folder for the results; made where it is missing");
}

void refuseWrongName(const std::string& nameTemplate) {
    try {
        checkOutputName(nameTemplate);
    } catch (const Error& error) {
        throw UsageError(std::string("--name: ") + error.what() + "; " + error.hint());
    }
}

std::string fieldNames() {
    std::string names;
    for (const OutputNameField& field : outputNameFields())
        names += (names.empty() ? "{" : ", {") + field.name + "}";
    return names;
}

void addEnsembleEnds(OptionSet& set, InferOptions& options) {
    addShare(set, "--settled-spread", options.settledSpread,
             "Ends the ensemble when a further member changes the mean spread by no more than this "
             "share of it, twice in a row, such as 0.05; 0 = all members",
             "0");
    set.whole("--stop-after", options.stopAfter, {0, kMostMembers},
              "Takes only the first so many members of the ensemble, what an early stop has left; "
              "0 = all of them",
              "0");
}

void addMemoryFlags(OptionSet& set, MemoryOptions& memory) {
    set.section("Memory");
    set.choice(
        "--attention-slicing", memory.attentionSlicing,
        namesOf({AttentionSlicing::Off, AttentionSlicing::Auto, AttentionSlicing::Max}),
        "Heads of an attention at once: all, half of them, one; where a fused kernel runs it has "
        "no effect",
        "off");
    set.flag("--vae-tiling", memory.vaeTiling,
             "Encode and decode in tiles of the VAE's own size, blended; other numbers");
    set.flag("--offload", memory.offload,
             "Keep the VAE in the processor's memory while it is not used; GPUs only");
}

void addOutputFlags(OptionSet& set, InferFlags& flags) {
    set.section("Output");
    set.choice("--format", flags.output.format,
               namesOf({FileFormat::Exr, FileFormat::Png16, FileFormat::Png8, FileFormat::Tiff}),
               "File format; exr and tiff are 32-bit float", "exr");
    set.value(
        "--name", "TEMPLATE", {"a name of known fields such as {stem}_{target}", {}},
        [&flags](const std::string& text) {
            refuseWrongName(text);
            flags.output.name = text;
            return true;
        },
        "Name of the files without suffix; fields: " + fieldNames() + "; a slash makes folders",
        kDefaultOutputName);
    set.flag("--half", flags.output.half,
             "16 bits a sample instead of 32: floats in EXR, integers in TIFF");
    set.flag("--dither,!--no-dither", flags.output.dither,
             "Colours of 8-bit PNG: a fine pattern instead of bands", "on");
    addOutputSpace(set, flags.output.space);
    set.flag("--uncertainty", flags.output.uncertainty,
             "Write <stem>_<target>_uncertainty too; a model that is not calibrated needs "
             "--ensemble of 2 or "
             "more");
    set.flag(
        "--layered", flags.output.layered,
        "Write one <stem>_unlit.exr: all layers of the input, all targets, uncertainty, shading, "
        "residual");
    set.flag("--split-stack", flags.output.splitStack,
             "Write the parts of a stack target as files of their own, too");
    set.flag("--sidecar", flags.output.sidecar,
             "Write <stem>_unlit.json too: input, model and settings, for --from");
    set.flag("--overwrite", flags.output.overwrite, "Replace results that exist");
}

} // namespace

void addTileFlags(OptionSet& set, TileOptions& tiles) {
    set.section("Large pictures");
    set.choice("--tiles", tiles.mode, namesOf({TileMode::Off, TileMode::Auto, TileMode::On}),
               "Overlapping tiles at the picture's own size, held to a pass over the whole at the "
               "processing resolution; auto = for pictures of more than two tiles a side",
               "off");
    set.whole("--tile-size", tiles.size, {0, kMostTilePixels},
              "Side of a tile in pixels, 32 at least; 0 = the processing resolution", "0");
    set.whole("--tile-overlap", tiles.overlap, {0, kMostTilePixels / 2},
              "Pixels that neighbours share at least, half a tile at most; 0 = a quarter of a tile",
              "0");
}

void addNetworkFlags(OptionSet& set, InferOptions& options, bool choosesResults) {
    set.section("Network");
    set.whole("--steps", options.steps, {1, kMostSteps}, "DDIM steps", "the model's, else 4");
    set.whole("--processing-res", options.processingRes, {0, kMostPixels},
              "Longer side that the network sees, in pixels; 0 = native size",
              "the model's, else 768");
    set.whole("--ensemble", options.ensemble, {1, kMostMembers},
              "Members: independent predictions that are reduced to one", "1");
    if (choosesResults)
        addEnsembleEnds(set, options);
    set.choice("--reduction", options.reduction, namesOf({Reduction::Median, Reduction::Mean}),
               "How members are reduced, per pixel", "median");
    addShare(set, "--strength", options.strength,
             "Share of the correction that an albedo gets: 0 = the input, 1 = the model's own word",
             "the model's, else 1");
    addSeed(set, options.seed, "Seed of the noise", "2024");
    if (choosesResults)
        set.flag("--match-input-res,!--no-match-input-res", options.matchInputRes,
                 "Resize the results back to the size of the input", "on");
    set.choice("--resample", options.resample,
               namesOf({Resample::Bilinear, Resample::Bicubic, Resample::Nearest}),
               "Resampling on the way in and back", "bilinear");
    set.choice(
        "--resize-convention", options.resizeConvention,
        namesOf({ResizeConvention::Marigold, ResizeConvention::Diffusers, ResizeConvention::Unlit}),
        "How pictures get to the network's size and back", "the model's");
    set.choice("--detail", options.detail, namesOf({DetailMode::Guided, DetailMode::Off}),
               "Detail finer than the network's: guided = taken from the picture; off = lost",
               "guided; off where --resize-convention asks for diffusers' or marigold's numbers");
    set.choice("--concat-order", options.concatOrder,
               namesOf({ConcatOrder::NoisyFirst, ConcatOrder::ImageFirst}),
               "Order of the network's input channels", "the model's");
    set.whole("--batch-size", options.batchSize, {0, kMostMembers},
              "Members per call of the network; 0 = as memory allows", "0");
    set.choice(
        "--precision", options.precision,
        namesOf({Precision::Auto, Precision::Float32, Precision::BFloat16, Precision::Float16}),
        "Numbers of the network; auto = the fastest here within the stated error", "auto");
    set.value(
        "--device", "auto|cpu|cuda[:N]",
        {"one of auto, cpu, cuda, cuda:N", {"auto", "cpu", "cuda"}},
        [&options](const std::string& text) {
            options.device = text;
            return isDeviceName(text);
        },
        "Where the network runs; auto = a GPU where there is one", "auto");
    if (!choosesResults)
        return;
    set.value(
        "--targets", "A,B", {"names separated by commas", {}},
        [&options](const std::string& text) { return splitNames(text, options.targets); },
        "Targets to keep", "all of the model's");
}

void addPaintFlags(OptionSet& set, InferFlags& flags) {
    set.section("Paint");
    set.value(
        "--albedo-scale", "F",
        {"a number above 0, at most " + std::to_string(static_cast<int>(kMostAlbedoScale)), {}},
        [&flags](const std::string& text) {
            const std::optional<double> scale = numberIn(text);
            if (scale)
                flags.output.albedoScale = *scale;
            return scale && *scale > 0 && *scale <= kMostAlbedoScale;
        },
        "Albedos are so many times as bright as the model has them, in linear light; shading is "
        "divided by it",
        "1");
    set.value(
        "--anchor", "X,Y=VALUE|NAME",
        {"a pixel and its albedo, such as 120,80=0.18 or 120,80=grey-card", {}},
        [&flags](const std::string& text) {
            flags.anchor = anchorIn(text);
            return flags.anchor.has_value();
        },
        "In place of --albedo-scale: the factor that gives the pixel X,Y of the first input "
        "(counted from 0, upper left) the albedo VALUE, or that of a known surface: " +
            OptionSet::joined(measuredAlbedoKeys(), ", ") +
            ". It is found on the first input that succeeds and holds for all",
        "none");
    set.value(
        "--paint-limits", "LOW,HIGH",
        {"two numbers with a comma, 0 or more, the second larger, such as 0.02,0.9", {}},
        [&flags](const std::string& text) {
            const std::optional<PaintLimits> limits = limitsIn(text);
            if (limits)
                flags.output.paintLimits = *limits;
            return limits.has_value();
        },
        "Albedos of real surfaces: what share of the pixels lies below or above is counted in the "
        "JSON, and told from 1 % on",
        "0.02,0.9");
}

void addInferFlags(OptionSet& set, InferFlags& flags) {
    addPlaces(set, flags);
    addNetworkFlags(set, flags.options, true);
    addTileFlags(set, flags.options.tiles);
    addMemoryFlags(set, flags.options.memory);
    set.section("Input");
    set.text("--layer", "NAME", flags.input.layer,
             "Layer of the input, by its name or the end of its name",
             "the file's first colour layer");
    addInputSpace(set, flags.input.space);
    addExposure(set, flags.input.exposureEv,
                "Stops added to scene-linear input before it is shown to the network", "auto");
    set.text("--mask", "FILE", flags.input.mask,
             "Picture of the input's size that is black where it has no light, as a matte is; for "
             "many inputs with {stem}, {name} or {frame} of theirs",
             "none");
    set.text("--mask-layer", "NAME", flags.input.maskLayer,
             "The same as a layer of the input's own file", "none");
    set.flag("--sequence", flags.sequence,
             "Inputs with the same name but for the number at its end are frames of one sequence: "
             "one exposure, one level, no flicker where nothing moves; those whose results exist "
             "are left as they are");
    set.choice("--keep-black", flags.options.keepBlack, namesOf({KeepBlack::Auto, KeepBlack::Off}),
               "Pixels without light, such as the black around cut-outs: auto = hidden from the "
               "network, and kept as they are",
               "auto");
    addPaintFlags(set, flags);
    addOutputFlags(set, flags);
    set.section("Settings");
    set.text(
        "--from", "SIDECAR.json", flags.from,
        "A side-car, or what infer --json printed: makes the same pixels; flags given here win",
        "none");
}

void refuseContradictions(const InferFlags& flags, const OptionSet& set) {
    const OutputOptions& output = flags.output;
    if (set.wasGiven("--anchor") && set.wasGiven("--albedo-scale"))
        throw UsageError("--anchor finds the factor that --albedo-scale gives; leave one out");
    if (flags.sequence && set.wasGiven("--anchor"))
        throw UsageError("--sequence has one level already; give --albedo-scale in place of "
                         "--anchor");
    if (flags.sequence && flags.options.tiles.mode != TileMode::Off)
        throw UsageError("--sequence sees every frame whole; leave --tiles " +
                         std::string(toString(flags.options.tiles.mode)) + " out");
    if (!flags.input.mask.empty() && !flags.input.maskLayer.empty())
        throw UsageError("--mask and --mask-layer say the same; leave one out");
    if ((!flags.input.mask.empty() || !flags.input.maskLayer.empty()) &&
        flags.options.keepBlack == KeepBlack::Off)
        throw UsageError("--mask says which pixels have no light; leave --keep-black off out");
    const bool isExr = output.format == FileFormat::Exr;
    if (output.layered && !isExr)
        throw UsageError("--layered writes EXR; leave --format " +
                         std::string(toString(output.format)) + " out");
    if (output.half && !isExr && output.format != FileFormat::Tiff)
        throw UsageError("--half is for EXR and TIFF only; leave it out with --format " +
                         std::string(toString(output.format)));
    if (output.layered && output.splitStack && set.wasGiven("--split-stack"))
        throw UsageError("--split-stack writes files of their own; leave it out with --layered");
}

InferenceRequest requestFor(const InferFlags& flags, const std::filesystem::path& input) {
    InferenceRequest request{input,       flags.model,  flags.loras, flags.options,
                             flags.input, flags.output, {}};
    request.output->folder = flags.outputFolder;
    request.options.uncertainty = flags.output.uncertainty || flags.output.layered;
    request.anchor = flags.anchor;
    return request;
}

} // namespace unlit::cli
