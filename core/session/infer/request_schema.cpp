#include "core/session/infer/request_schema.h"

#include "core/base/number_text.h"
#include "core/base/split_text.h"
#include "core/config/schema/enum_words.h"
#include "core/config/schema/setting_makers.h"
#include "core/session/infer/output_names.h"

namespace unlit {

namespace {

using config::Bound;
using config::choice;
using config::inWords;
using config::Option;
using config::Options;
using config::setting;
using config::SettingKind;

constexpr double kMostStops = 64; // 2^64 already leaves the range of half and most of float
constexpr double kMostAlbedoScale = 1000;

std::optional<PaintLimits> paintLimitsIn(const std::string& text) {
    const std::vector<std::string> parts = splitAt(text, ',');
    if (parts.size() != 2)
        return {};
    const std::optional<double> low = numberIn<double>(parts[0]);
    const std::optional<double> high = numberIn<double>(parts[1]);
    if (!low || !high || *low < 0 || *high <= *low)
        return {};
    return PaintLimits{*low, *high};
}

std::string paintLimitsText(PaintLimits limits) {
    const Option low{setting("low", limits.low, {}), {}};
    const Option high{setting("high", limits.high, {}), {}};
    return textOf(low) + "," + textOf(high);
}

std::string nameFields() {
    std::string names;
    for (const OutputNameField& field : outputNameFields())
        names += (names.empty() ? "{" : ", {") + field.name + "}";
    return names;
}

Option nameOption(std::string& name) {
    Option made{setting("name", name,
                        {.help = "Name of the files without suffix; fields: " + nameFields() +
                                 "; a slash makes folders"}),
                kOutputHeading, "TEMPLATE"};
    made.allowed = "a name of known fields such as {stem}_{target}";
    made.accepts = [](const config::Value& value) {
        checkOutputName(std::get<std::string>(value));
        return true;
    };
    return made;
}

void describePaint(Options& list, OutputOptions& output) {
    list.push_back({setting("albedo_scale", output.albedoScale,
                            {.help = "Albedos are so many times as bright as the model has them, "
                                     "in linear light; shading is divided by it",
                             .min = Bound{0, false},
                             .max = Bound{kMostAlbedoScale}}),
                    kPaintHeading, "F"});
    list.push_back(config::writtenOption(
        "paint_limits", [&output] { return paintLimitsText(output.paintLimits); },
        [&output](const std::string& text) { output.paintLimits = *paintLimitsIn(text); },
        {.help = "Albedos of real surfaces: what share of the pixels lies below or above is "
                 "counted in the JSON, and told from 1 % on"},
        kPaintHeading));
    list.back().accepts = [](const config::Value& value) {
        return paintLimitsIn(std::get<std::string>(value)).has_value();
    };
    list.back().placeholder = "LOW,HIGH";
    list.back().allowed =
        "two numbers with a comma, 0 or more, the second larger, such as 0.02,0.9";
}

void describeFiles(Options& list, OutputOptions& output) {
    list.push_back(nameOption(output.name));
    list.push_back({setting("layered", output.layered,
                            {.help = "Write one <stem>_unlit.exr: all layers of the input, all "
                                     "targets, uncertainty, shading, residual"}),
                    kOutputHeading});
    list.push_back(
        {choice("format", output.format,
                inWords({FileFormat::Exr, FileFormat::Png16, FileFormat::Png8, FileFormat::Tiff}),
                {.help = "File format; exr and tiff are 32-bit float"}),
         kOutputHeading});
    list.back().isAlwaysSaid = true;
    list.push_back({setting("half", output.half,
                            {.help = "16 bits a sample instead of 32: floats in EXR, integers in "
                                     "TIFF"}),
                    kOutputHeading});
    list.push_back({setting("dither", output.dither,
                            {.help = "Colours of 8-bit PNG: a fine pattern instead of bands"}),
                    kOutputHeading});
    list.push_back(outputSpaceOption(output.space));
    list.push_back({setting("uncertainty", output.uncertainty,
                            {.help = "Write <stem>_<target>_uncertainty too; a model that is not "
                                     "calibrated needs --ensemble of 2 or more"}),
                    kOutputHeading});
    list.push_back({setting("split_stack", output.splitStack,
                            {.help = "Write the parts of a stack target as files of their own, "
                                     "too"}),
                    kOutputHeading});
    list.push_back({setting("sidecar", output.sidecar,
                            {.help = "Write <stem>_unlit.json too: input, model and settings, for "
                                     "--from"}),
                    kOutputHeading});
}

} // namespace

Option inputSpaceOption(std::optional<ColorSpace>& space) {
    Option made{choice("input_space", space,
                       inWords({ColorSpace::Srgb, ColorSpace::Gamma22, ColorSpace::Linear,
                                ColorSpace::AcesCg, ColorSpace::Raw}),
                       {.help = "Colour space of the input; auto = what the file says; raw = "
                                "values untouched"}),
                kInputHeading};
    made.nullWord = "auto";
    return made;
}

Option outputSpaceOption(std::optional<ColorSpace>& space) {
    Option made{choice("output_space", space,
                       inWords({ColorSpace::Srgb, ColorSpace::Gamma22, ColorSpace::Linear,
                                ColorSpace::Raw}),
                       {.help = "Colour space of the output; auto = linear in EXR and TIFF, sRGB "
                                "in PNG, data untouched; raw = values untouched"}),
                kOutputHeading};
    made.nullWord = "auto";
    return made;
}

Option exposureOption(std::optional<double>& exposureEv) {
    Option made{setting("exposure", exposureEv,
                        {.help = "Stops added to scene-linear input before it is shown to the "
                                 "network",
                         .unit = "stops",
                         .min = Bound{-kMostStops},
                         .max = Bound{kMostStops}}),
                kInputHeading, "auto|EV"};
    made.nullWord = "auto";
    return made;
}

Options describe(InputOptions& input) {
    Options list;
    list.push_back({setting("layer", input.layer,
                            {.help = "Layer of the input, by its name or the end of its name"}),
                    kInputHeading, "NAME", "the file's first colour layer"});
    list.push_back(inputSpaceOption(input.space));
    list.push_back(exposureOption(input.exposureEv));
    list.push_back({setting("mask", input.mask,
                            {.help = "Picture of the input's size that is black where it has no "
                                     "light, as a matte is; for many inputs with {stem}, {name} "
                                     "or {frame} of theirs"}),
                    kInputHeading, "FILE", "none"});
    list.back().setting.kind = SettingKind::Path;
    list.push_back({setting("mask_layer", input.maskLayer,
                            {.help = "The same as a layer of the input's own file"}),
                    kInputHeading, "NAME", "none"});
    return list;
}

Options describe(OutputOptions& output) {
    Options list;
    describeFiles(list, output);
    describePaint(list, output);
    list.push_back({setting("overwrite", output.overwrite, {.help = "Replace results that exist"}),
                    kOutputHeading});
    return list;
}

} // namespace unlit
