#include "app/cli/image/image_convert_verb.h"

#include "app/cli/usage_error.h"
#include "app/cli/value_kinds.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/image/color/color.h"
#include "core/image/exr/exr_copy.h"

#include <cmath>

namespace unlit::cli {

namespace fs = std::filesystem;

namespace {

FileFormat formatBySuffix(const fs::path& output) {
    const std::string suffix = toLower(output.extension().string());
    if (suffix == ".exr")
        return FileFormat::Exr;
    if (suffix == ".png")
        return FileFormat::Png16;
    if (suffix == ".tif" || suffix == ".tiff")
        return FileFormat::Tiff;
    throw UsageError("OUT: \"" + output.string() +
                     "\" has no suffix that can be written; use .exr, .png or .tif");
}

ColorSpace automaticSpace(const Image& image, FileFormat format) {
    if (image.space == ColorSpace::Raw)
        return ColorSpace::Raw;
    return suffixOf(format) == ".png" ? ColorSpace::Srgb : ColorSpace::Linear;
}

void expose(Image& image, double stops) {
    convertTo(image, ColorSpace::Linear);
    const auto factor = static_cast<float>(std::exp2(stops));
    for (float& sample : image.samples)
        sample *= factor;
}

/// Returns the exposure that was used, in stops.
double changeColor(Image& image, ColorSpace target, std::optional<double> exposureEv) {
    if (image.space == ColorSpace::Raw || target == ColorSpace::Raw) {
        if (exposureEv.value_or(0) != 0)
            throw UsageError("--exposure has no meaning for raw values; leave it out, or give "
                             "--input-space and --output-space other than raw");
        convertTo(image, ColorSpace::Raw);
        return 0;
    }
    const double automatic = isDisplayEncoded(image.space) ? 0 : autoExposure(image);
    const double stops = exposureEv.value_or(automatic);
    if (stops != 0)
        expose(image, stops);
    convertTo(image, target);
    return stops;
}

void refuseSameFile(const fs::path& input, const fs::path& output) {
    std::error_code unknown; // where one of them does not exist they are not the same
    if (fs::equivalent(input, output, unknown))
        throw UsageError("IN and OUT are the same file, " + input.string() +
                         "; choose another name for OUT");
}

std::string noteOf(const Json& result) {
    const std::string reason = result["input_space_reason"];
    std::string note = "read as " + std::string(result["input_space"]) +
                       (reason.empty() ? "" : " (" + reason + ")") + ", written as " +
                       std::string(result["output_space"]);
    if (result["everything_kept"] == true)
        note += "; all parts, layers and attributes kept";
    else if (result["alpha"] == "premultiplied")
        note += "; colours were divided by alpha";
    for (const Json& remark : result["notes"])
        note += "; " + std::string(remark);
    return note;
}

} // namespace

ImageConvertVerb::ImageConvertVerb(CLI::App& image)
    : Verb(image, "convert", "Write an image file, or one layer of it, as another file") {
    OptionSet& arguments = options().section("Arguments");
    arguments.positional("IN", m_input, "Image file to read");
    arguments.positional("OUT", m_output, "File to write: .exr, .png or .tif (32-bit float)");
    OptionSet& flags = options().section("Conversion");
    flags.text("--layer", "NAME", m_read.layer,
               "Layer of IN, by its name, the end of its name, or its role (albedo)",
               "the file's first colour layer; EXR to EXR: all");
    addInputSpace(flags, m_read.space);
    addOutputSpace(flags, m_outputSpace);
    addExposure(flags, m_exposureEv,
                "Stops to add in linear light; auto = what infer would show the network");
    using Alpha = std::optional<AlphaKind>;
    flags.choice(
        "--alpha", m_read.alpha,
        std::vector<std::pair<std::string, Alpha>>{{"auto", Alpha{}},
                                                   {"straight", AlphaKind::Straight},
                                                   {"premultiplied", AlphaKind::Premultiplied},
                                                   {"ignore", AlphaKind::None}},
        "How IN stores colours under alpha; auto = as its format says", "auto");
    flags.flag("--half", m_half, "16-bit float samples in EXR instead of 32-bit");
    flags.choice(
        "--compression", m_compression,
        std::vector<std::pair<std::string, ExrCompression>>{{"zip", ExrCompression::Zip},
                                                            {"piz", ExrCompression::Piz},
                                                            {"dwaa", ExrCompression::Dwaa},
                                                            {"none", ExrCompression::None}},
        "Compression of EXR; dwaa loses a little", "zip; EXR to EXR: as it was");
    flags.choice(
        "--format", m_format,
        autoOrNamesOf({FileFormat::Exr, FileFormat::Png16, FileFormat::Png8, FileFormat::Tiff}),
        "What to write; auto = by OUT's suffix, PNG with 16 bits", "auto");
    addLayerNames(flags, m_layerNames);
    flags.flag("--overwrite", m_overwrite, "Replace OUT if it exists");
    footer("Examples:\n"
           "  unlit image convert --layer ViewLayer.DiffCol render.exr albedo.png\n"
           "  unlit image convert --compression piz --half render.exr smaller.exr");
}

bool ImageConvertVerb::keepsEverything(FileFormat format) const {
    return format == FileFormat::Exr && m_read.layer.empty() && !m_read.space && !m_outputSpace &&
           m_exposureEv == 0.0 && !m_read.alpha &&
           readImageInfo(m_input, m_read.layerTable).format == "openexr";
}

Json ImageConvertVerb::copyEverything() {
    copyExr(m_input, m_output, {m_half, m_compression, m_overwrite, m_read.layerTable});
    const ImageInfo info = readImageInfo(m_output, m_read.layerTable);
    return {{"input", m_input},
            {"output", m_output},
            {"width", info.width},
            {"height", info.height},
            {"layer", info.defaultLayer},
            {"input_space", toString(info.space)},
            {"input_space_reason", info.spaceReason},
            {"output_space", toString(info.space)},
            {"exposure_ev", 0.0},
            {"alpha", toString(info.alpha)},
            {"notes", info.notes},
            {"everything_kept", true}};
}

Json ImageConvertVerb::convertOneLayer(FileFormat format) {
    LoadedImage loaded = readImage(m_input, m_read);
    Image& image = loaded.image;
    const ColorSpace inputSpace = image.space;
    const ColorSpace target = m_outputSpace.value_or(automaticSpace(image, format));
    const double stops = changeColor(image, target, m_exposureEv);
    WriteOptions write{format, m_half, m_overwrite};
    write.compression = m_compression.value_or(ExrCompression::Zip);
    write.keepGlow = loaded.alpha == AlphaKind::Premultiplied;
    writeImage(m_output, image, write);
    return {{"input", m_input},
            {"output", m_output},
            {"width", image.width},
            {"height", image.height},
            {"layer", loaded.layer},
            {"input_space", toString(inputSpace)},
            {"input_space_reason", loaded.spaceReason},
            {"output_space", toString(image.space)},
            {"exposure_ev", stops},
            {"alpha", toString(loaded.alpha)},
            {"notes", loaded.notes},
            {"everything_kept", false}};
}

ExitCode ImageConvertVerb::run(VerbContext& context) {
    const FileFormat bySuffix = formatBySuffix(m_output);
    const FileFormat format = m_format.value_or(bySuffix);
    if (suffixOf(format) != suffixOf(bySuffix))
        throw UsageError("--format " + std::string(toString(format)) + " contradicts OUT, " +
                         m_output);
    for (const auto& [flag, isGiven] :
         {std::pair{"--half", m_half}, std::pair{"--compression", m_compression.has_value()}})
        if (isGiven && format != FileFormat::Exr)
            throw UsageError(std::string(flag) + " is for EXR only; OUT is " + m_output);
    refuseSameFile(m_input, m_output);
    // Before reading: a large file should not be decoded for nothing.
    if (std::error_code unknown; !m_overwrite && fs::exists(m_output, unknown))
        throw Error::invalidInput(m_output + " exists already",
                                  "add --overwrite, or choose another name");
    context.interrupt.cleanUp(fs::absolute(m_output).parent_path());
    m_read.layerTable = layerTableFrom(m_layerNames);

    const Json result = keepsEverything(format) ? copyEverything() : convertOneLayer(format);
    context.console.result(m_output);
    context.console.note(noteOf(result));
    context.console.object(result);
    return ExitCode::Done;
}

} // namespace unlit::cli
