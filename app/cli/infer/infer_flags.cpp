#include "app/cli/infer/infer_flags.h"

#include "app/cli/option_flags.h"
#include "app/cli/usage_error.h"
#include "app/cli/value_kinds.h"
#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/split_text.h"
#include "core/base/text.h"
#include "core/image/measured_albedos.h"
#include "core/strokes/stroke_json.h"

#include <algorithm>

namespace unlit::cli {

namespace {

std::optional<int> pixelIn(const std::string& text) {
    const auto pixel = numberIn<int>(text);
    return pixel && *pixel >= 0 ? pixel : std::nullopt;
}

/// The albedo that is meant. Throws UsageError for a name that nobody knows and a share that is
/// none.
double anchorValue(const std::string& text) {
    if (const std::optional<double> number = numberIn<double>(text)) {
        if (*number > 0 && *number <= 1)
            return *number;
        throw UsageError("--anchor: an albedo is above 0 and at most 1, not " + text);
    }
    if (const MeasuredAlbedo* measured = measuredAlbedo(text))
        return measured->value;
    const std::string nearest = nearestName(text, measuredAlbedoKeys());
    throw UsageError("--anchor: \"" + text + "\" is no surface of the table; " +
                     (nearest.empty() ? "" : "did you mean \"" + nearest + "\"? ") + "it has " +
                     joined(measuredAlbedoKeys(), ", "));
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

void addAnchor(OptionSet& set, InferFlags& flags) {
    set.section(kPaintHeading)
        .value(
            "--anchor", "X,Y=VALUE|NAME",
            {"a pixel and its albedo, such as 120,80=0.18 or 120,80=grey-card", {}},
            [&flags](const std::string& text) {
                flags.anchor = anchorIn(text);
                return flags.anchor.has_value();
            },
            "In place of --albedo-scale: the factor that gives the pixel X,Y of the first input "
            "(counted from 0, upper left) the albedo VALUE, or that of a known surface: " +
                joined(measuredAlbedoKeys(), ", ") +
                ". It is found on the first input that succeeds and holds for all",
            "none");
}

/// A file that cannot be read is told of by its own job.
bool isFileOf(const std::filesystem::path& file, const std::string& hash) {
    try {
        return hashText(hashFile(file)) == hash;
    } catch (const Error&) {
        return false;
    }
}

void addStrokes(OptionSet& set, InferFlags& flags) {
    set.section(kPaintHeading)
        .text("--strokes", "FILE", flags.strokesFile,
              "Corrections by hand: a file of strokes, or a side-car that has some. They hold for "
              "the picture that they were drawn on",
              "none");
    set.flag(
        "--strokes-for-all", flags.strokesForAll,
        "The strokes hold for all inputs, which have to be of one size: other frames, or other "
        "lights of the same view");
}

std::optional<std::array<int, 2>> pointIn(const std::string& text) {
    const std::vector<std::string> place = splitAt(text, ',');
    if (place.size() != 2)
        return {};
    const std::optional<int> x = pixelIn(place[0]), y = pixelIn(place[1]);
    return x && y ? std::optional(std::array{*x, *y}) : std::nullopt;
}

void addAttention(OptionSet& set, InferFlags& flags) {
    set.section("Attention");
    set.text("--attention-maps", "DIR", flags.attentionFolder,
             "Saves what each self-attention of the network looks at from one point: "
             "DIR/<stem>/step_NNN/LAYER/head_NN.png for each step, layer and head",
             "none");
    set.value(
        "--attention-point", "X,Y", {"a pixel, such as 120,80", {}},
        [&flags](const std::string& text) {
            flags.attentionPoint = pointIn(text);
            return flags.attentionPoint.has_value();
        },
        "The pixel of the input that looks, counted from 0, upper left", "the middle");
}

} // namespace

void addNetworkFlags(OptionSet& set, InferOptions& options) {
    for (const config::Option& option : under(describe(options), kNetworkHeading))
        if (!option.choosesResults)
            addOptions(set, {option});
}

void addInferFlags(OptionSet& set, InferFlags& flags) {
    addPlaces(set, flags);
    const config::Options network = describe(flags.options);
    const config::Options output = describe(flags.output);
    for (const char* heading : {kNetworkHeading, kTilesHeading, kMemoryHeading})
        addOptions(set, under(network, heading));
    addOptions(set, under(network, kConditionHeading));
    addAttention(set, flags);
    addOptions(set, describe(flags.input));
    addOptions(set, under(network, kInputHeading));
    set.flag("--sequence", flags.sequence,
             "Inputs with the same name but for the number at its end are frames of one sequence: "
             "one exposure, one level, no flicker where nothing moves; those whose results exist "
             "are left as they are");
    addOptions(set, under(output, kPaintHeading));
    addAnchor(set, flags);
    addStrokes(set, flags);
    addOptions(set, under(output, kOutputHeading));
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
    const TileOptions& tiles = flags.options.tiles;
    if (tiles.mode != TileMode::Off && tiles.size > 0 && tiles.size < infer::kSmallestTile)
        throw UsageError("--tile-size " + std::to_string(tiles.size) + " is too small; use " +
                         std::to_string(infer::kSmallestTile) + " or more, or 0");
    if (tiles.mode != TileMode::Off && tiles.size > 0 && tiles.overlap > tiles.size / 2)
        throw UsageError("--tile-overlap " + std::to_string(tiles.overlap) +
                         " is more than half a tile of " + std::to_string(tiles.size) +
                         " pixels; use less, or 0");
    if (!flags.input.mask.empty() && !flags.input.maskLayer.empty())
        throw UsageError("--mask and --mask-layer say the same; leave one out");
    if ((!flags.input.mask.empty() || !flags.input.maskLayer.empty()) &&
        flags.options.keepBlack == KeepBlack::Off)
        throw UsageError("--mask says which pixels have no light; leave --keep-black off out");
    if (flags.strokesForAll && !flags.strokes)
        throw UsageError("--strokes-for-all is about --strokes FILE, which is missing");
    if (flags.attentionPoint && flags.attentionFolder.empty())
        throw UsageError("--attention-point is about --attention-maps DIR, which is missing");
    if (!flags.attentionFolder.empty()) {
        const std::string why = "--attention-maps is of one pass over one picture; leave ";
        if (flags.sequence)
            throw UsageError(why + "--sequence out");
        if (flags.options.ensemble > 1)
            throw UsageError(why + "--ensemble at 1");
        if (flags.options.tiles.mode != TileMode::Off)
            throw UsageError(why + "--tiles off");
    }
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

void readStrokesFile(InferFlags& flags) {
    if (flags.strokesFile.empty())
        return;
    try {
        flags.strokes = std::make_shared<const StrokeSet>(readStrokes(flags.strokesFile));
    } catch (const Error& error) {
        throw UsageError(std::string("--strokes: ") + error.what() + "; " + error.hint());
    }
    flags.strokesFrom = flags.strokesFile;
}

std::vector<std::filesystem::path> chooseStroked(const InferFlags& flags,
                                                 std::vector<InferenceRequest>& requests) {
    std::vector<std::filesystem::path> others;
    if (!flags.strokes || flags.strokesForAll || flags.strokes->hash.empty() || requests.size() < 2)
        return others;
    for (InferenceRequest& request : requests) {
        if (isFileOf(request.input, flags.strokes->hash))
            continue;
        request.strokes.reset();
        request.strokesFrom.clear();
        others.push_back(request.input);
    }
    if (others.size() == requests.size())
        throw UsageError("--strokes: " + flags.strokesFrom.string() +
                         " was drawn on none of these pictures; --strokes-for-all carries its "
                         "strokes over to pictures of the same size");
    return others;
}

InferenceRequest requestFor(const InferFlags& flags, const std::filesystem::path& input) {
    InferenceRequest request{input,       flags.model,  flags.loras, flags.options,
                             flags.input, flags.output, {}};
    request.output->folder = flags.outputFolder;
    request.options.uncertainty = flags.output.uncertainty || flags.output.layered;
    request.anchor = flags.anchor;
    request.strokes = flags.strokes;
    request.strokesForAll = flags.strokesForAll;
    request.strokesFrom = flags.strokesFrom;
    if (!flags.attentionFolder.empty())
        request.attention = AttentionRequest{
            std::filesystem::path(flags.attentionFolder) / input.stem(), flags.attentionPoint};
    return request;
}

} // namespace unlit::cli
