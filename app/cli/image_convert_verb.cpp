#include "app/cli/image_convert_verb.h"

#include "app/cli/usage_error.h"
#include "app/cli/value_kinds.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/image/color.h"

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
                     "\" has no suffix that can be written; use .exr (32-bit float), .png "
                     "(16-bit) or .tif");
}

ColorSpace automaticSpace(const Image& image, FileFormat format) {
    if (image.space == ColorSpace::Raw)
        return ColorSpace::Raw;
    return format == FileFormat::Png16 ? ColorSpace::Srgb : ColorSpace::Linear;
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

} // namespace

ImageConvertVerb::ImageConvertVerb(CLI::App& image)
    : Verb(image, "convert", "Write one layer of an image file as another file") {
    OptionSet& arguments = options().section("Arguments");
    arguments.positional("IN", m_input, "Image file to read");
    arguments.positional("OUT", m_output, "File to write: .exr, .png (16-bit) or .tif");
    OptionSet& flags = options().section("Conversion");
    flags.text("--layer", "NAME", m_read.layer, "Layer of IN, by its name or the end of its name",
               "the file's first colour layer");
    addInputSpace(flags, m_read.space);
    addOutputSpace(flags, m_outputSpace);
    addExposure(flags, m_exposureEv,
                "Stops to add in linear light; auto = what infer would show the network", "0");
    flags.flag("--half", m_half, "16-bit float samples in EXR instead of 32-bit");
    flags.flag("--overwrite", m_overwrite, "Replace OUT if it exists");
    app().footer("Example:\n  unlit image convert --layer ViewLayer.DiffCol render.exr albedo.png");
}

ExitCode ImageConvertVerb::run(VerbContext& context) {
    const FileFormat format = formatBySuffix(m_output);
    if (m_half && format != FileFormat::Exr)
        throw UsageError("--half is for EXR only; OUT is " + m_output);
    refuseSameFile(m_input, m_output);
    // Before reading: a large file should not be decoded for nothing.
    if (std::error_code unknown; !m_overwrite && fs::exists(m_output, unknown))
        throw Error::invalidInput(m_output + " exists already",
                                  "add --overwrite, or choose another name");
    context.interrupt.cleanUp(fs::absolute(m_output).parent_path());

    LoadedImage loaded = readImage(m_input, m_read);
    Image& image = loaded.image;
    const ColorSpace inputSpace = image.space;
    const ColorSpace target = m_outputSpace.value_or(automaticSpace(image, format));
    const double stops = changeColor(image, target, m_exposureEv);
    writeImage(m_output, image, {format, m_half, m_overwrite});

    context.console.result(m_output);
    context.console.note("read as " + std::string(toString(inputSpace)) +
                         (loaded.spaceReason.empty() ? "" : " (" + loaded.spaceReason + ")") +
                         ", written as " + std::string(toString(image.space)));
    context.console.object({{"input", m_input},
                            {"output", m_output},
                            {"width", image.width},
                            {"height", image.height},
                            {"layer", loaded.layer},
                            {"input_space", toString(inputSpace)},
                            {"input_space_reason", loaded.spaceReason},
                            {"output_space", toString(image.space)},
                            {"exposure_ev", stops}});
    return ExitCode::Done;
}

} // namespace unlit::cli
