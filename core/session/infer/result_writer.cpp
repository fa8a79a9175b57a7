#include "core/session/infer/result_writer.h"

#include "core/base/error.h"
#include "core/image/dither.h"
#include "core/image/made_by.h"
#include "core/session/infer/albedo_scale.h"
#include "core/session/infer/layered_result.h"
#include "core/session/infer/output_names.h"
#include "core/session/infer/side_car.h"

#include <algorithm>

namespace unlit {

namespace fs = std::filesystem;

namespace {

fs::path fileFor(const InferenceRequest& request, const std::string& what) {
    return outputFile(request, what, suffixOf(request.output->format));
}

fs::path layeredFile(const InferenceRequest& request) {
    return outputFile(request, "unlit", ".exr");
}

fs::path sideCarFile(const InferenceRequest& request) {
    return outputFile(request, "unlit", ".json");
}

/// Who asks for it has been told already where there will be none.
bool writesUncertainty(const InferenceRequest& request) {
    return request.output->uncertainty;
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

std::vector<std::string> writeLayered(InferenceResult& result, CreatedFiles& created) {
    const fs::path path = layeredFile(result.request);
    std::vector<std::string> notes;
    created.write(path, [&] { notes = writeLayeredResult(result, path); });
    result.outputs["layered"] = path;
    return notes;
}

/// Dithering is for what people look at: data is rounded to the nearest number.
void writePicture(const fs::path& path, Image image, const OutputOptions& output,
                  const std::string& what) {
    image.metadata[kMadeByKey] = what;
    if (output.format == FileFormat::Png8 && output.dither && image.space != ColorSpace::Raw)
        ditherToLevels(image);
    writeImage(path, image, {output.format, output.half, output.overwrite});
}

void writeTarget(InferenceResult& result, const TargetPrediction& target, CreatedFiles& created) {
    const OutputOptions& output = *result.request.output;
    const auto write = [&](const std::string& what, const Image& image) {
        const fs::path path = fileFor(result.request, what);
        created.write(path, [&] { writePicture(path, image, output, what); });
        return path;
    };
    result.outputs[target.name] = write(
        target.name,
        stored(scaledPicture(target, result.prediction.lightless, output.albedoScale), output));
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

std::map<std::string, fs::path> plannedPictures(const InferenceRequest& request,
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

void refuseSameNames(const std::map<std::string, fs::path>& planned,
                     const std::string& nameTemplate) {
    std::map<fs::path, std::string> labels;
    for (const auto& [label, path] : planned) {
        const auto [other, isNew] = labels.emplace(path, label);
        if (!isNew)
            throw Error::invalidInput("the output name \"" + nameTemplate + "\" gives " +
                                          other->second + " and " + label + " the same file " +
                                          path.filename().string(),
                                      "put {target} into it");
    }
}

} // namespace

std::map<std::string, fs::path> plannedOutputs(const InferenceRequest& request,
                                               const std::vector<OutputTarget>& targets) {
    std::map<std::string, fs::path> planned = plannedPictures(request, targets);
    if (request.output->sidecar)
        planned["side-car"] = sideCarFile(request);
    refuseSameNames(planned, request.output->name);
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

std::vector<std::string> writeResult(InferenceResult& result) {
    CreatedFiles created;
    std::vector<std::string> notes;
    if (result.request.output->sidecar)
        result.sidecar = sideCarFile(result.request);
    if (result.request.output->layered) {
        notes = writeLayered(result, created);
    } else {
        for (const TargetPrediction& target : result.prediction.targets)
            writeTarget(result, target, created);
    }
    // Last: where it stands, all that it tells of stands too.
    if (result.request.output->sidecar)
        created.write(result.sidecar, [&] { writeSideCar(result.sidecar, result); });
    created.keep();
    return notes;
}

} // namespace unlit
