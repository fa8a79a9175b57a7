#include "core/session/result_writer.h"

#include "core/base/error.h"
#include "core/image/color.h"

#include <algorithm>

namespace unlit {

namespace fs = std::filesystem;

namespace {

std::string stemOf(const InferenceRequest& request) {
    return request.input.stem().string();
}

fs::path fileFor(const InferenceRequest& request, const std::string& what) {
    const OutputOptions& output = *request.output;
    return output.folder / (stemOf(request) + "_" + what + std::string(suffixOf(output.format)));
}

fs::path layeredFile(const InferenceRequest& request) {
    return request.output->folder / (stemOf(request) + "_unlit.exr");
}

bool writesUncertainty(const InferenceRequest& request) {
    return request.output->uncertainty && request.options.ensemble > 1;
}

/// The space in which a picture is stored; data without colour is never touched.
ColorSpace storedSpace(const Image& image, const OutputOptions& output) {
    if (image.space == ColorSpace::Raw)
        return ColorSpace::Raw;
    if (output.space)
        return *output.space;
    const bool isFloat =
        output.layered || output.format == FileFormat::Exr || output.format == FileFormat::Tiff;
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

Image singleChannel(const Image& image, int channel) {
    Image part = makeImage(image.width, image.height, {"Y"}, ColorSpace::Raw);
    std::ranges::copy(image.plane(channel), part.samples.begin());
    return part;
}

/// Remembers what a call has created, and takes it away again unless the call succeeds.
class CreatedFiles {
public:
    CreatedFiles() = default;

    ~CreatedFiles() {
        for (const fs::path& path : m_paths) {
            std::error_code ignored; // already failing: the first error is the one to tell
            fs::remove(path, ignored);
        }
    }

    CreatedFiles(const CreatedFiles&) = delete;
    CreatedFiles& operator=(const CreatedFiles&) = delete;

    template <class Write>
    void write(const fs::path& path, Write write) {
        const bool existed = fs::exists(path);
        write();
        if (!existed)
            m_paths.push_back(path);
    }

    void keep() { m_paths.clear(); }

private:
    std::vector<fs::path> m_paths;
};

void writeLayered(InferenceResult& result, CreatedFiles& created) {
    const OutputOptions& output = *result.request.output;
    std::vector<std::pair<std::string, Image>> layers;
    const TargetPrediction& first = result.prediction.targets.front();
    layers.emplace_back("", stored(first.image, output));
    // The beauty belongs beside the results only where both have the same pixels.
    if (result.input->width == first.image.width && result.input->height == first.image.height)
        layers.emplace_back("beauty", stored(*result.input, output));
    for (const TargetPrediction& target : result.prediction.targets) {
        layers.emplace_back(target.name, stored(target.image, output));
        if (target.uncertainty)
            layers.emplace_back(target.name + ".uncertainty", stored(*target.uncertainty, output));
    }
    std::vector<NamedLayer> named;
    for (const auto& [name, image] : layers)
        named.push_back({name, &image});
    const fs::path path = layeredFile(result.request);
    created.write(path, [&] {
        writeLayeredExr(path, named, {FileFormat::Exr, output.half, output.overwrite});
    });
    result.outputs["layered"] = path;
}

void writeTarget(InferenceResult& result, const TargetPrediction& target, CreatedFiles& created) {
    const OutputOptions& output = *result.request.output;
    const WriteOptions options{output.format, output.half, output.overwrite};
    const auto write = [&](const std::string& what, const Image& image) {
        const fs::path path = fileFor(result.request, what);
        created.write(path, [&] { writeImage(path, image, options); });
        return path;
    };
    result.outputs[target.name] = write(target.name, stored(target.image, output));
    if (output.splitStack) {
        for (std::size_t i = 0; i < target.subTargets.size(); ++i)
            if (const std::string& part = target.subTargets[i]; !part.empty())
                result.outputs[part] =
                    write(part, singleChannel(target.image, static_cast<int>(i)));
    }
    if (writesUncertainty(result.request) && target.uncertainty)
        result.uncertaintyOutputs[target.name] =
            write(target.name + "_uncertainty", stored(*target.uncertainty, output));
}

} // namespace

std::map<std::string, fs::path> plannedOutputs(const InferenceRequest& request,
                                               const std::vector<OutputTarget>& targets) {
    if (request.output->layered)
        return {{"layered", layeredFile(request)}};
    std::map<std::string, fs::path> planned;
    for (const OutputTarget& target : targets) {
        planned[target.name] = fileFor(request, target.name);
        if (writesUncertainty(request))
            planned[target.name + " uncertainty"] = fileFor(request, target.name + "_uncertainty");
        if (request.output->splitStack)
            for (const std::string& part : target.subTargets)
                if (!part.empty())
                    planned[part] = fileFor(request, part);
    }
    return planned;
}

void refuseExistingOutputs(const InferenceRequest& request,
                           const std::vector<OutputTarget>& targets) {
    for (const auto& [label, path] : plannedOutputs(request, targets)) {
        std::error_code unknown; // a path that cannot be asked about cannot be written either:
                                 // writing will say why
        if (fs::equivalent(path, request.input, unknown))
            throw Error::invalidInput("the result would replace its own input " + path.string(),
                                      "choose another output folder");
        if (!request.output->overwrite && fs::exists(path, unknown))
            throw Error::invalidInput(path.string() + " exists already",
                                      "allow overwriting (--overwrite), or choose another folder");
    }
}

void writeResult(InferenceResult& result) {
    CreatedFiles created;
    if (result.request.output->layered) {
        writeLayered(result, created);
    } else {
        for (const TargetPrediction& target : result.prediction.targets)
            writeTarget(result, target, created);
    }
    created.keep();
}

} // namespace unlit
