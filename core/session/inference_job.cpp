#include "core/session/inference_job.h"

#include "core/base/error.h"
#include "core/image/color.h"
#include "core/infer/device.h"
#include "core/infer/loaded_model.h"
#include "core/infer/memory.h"
#include "core/infer/pipeline.h"
#include "core/session/progress_meter.h"
#include "core/session/result_writer.h"
#include "core/weights/model_folder.h"

#include <algorithm>
#include <chrono>

namespace unlit {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Changes whenever a file of the folder is replaced, so that a model that was trained on is loaded
/// anew.
std::string fingerprint(const fs::path& folder) {
    fs::file_time_type newest = fs::file_time_type::min();
    std::uintmax_t bytes = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file())
            continue;
        newest = std::max(newest, entry.last_write_time());
        bytes += entry.file_size();
    }
    return std::to_string(bytes) + "@" + std::to_string(newest.time_since_epoch().count());
}

/// Likewise of a file of low-rank additions.
std::string loraKey(const fs::path& file) {
    if (file.empty())
        return {};
    if (!fs::is_regular_file(file))
        throw Error::notFound("there is no LoRA at " + file.string(),
                              "name a safetensors file that a training or diffusers saved");
    return fs::absolute(file).lexically_normal().string() + "@" +
           std::to_string(fs::file_size(file)) + "@" +
           std::to_string(fs::last_write_time(file).time_since_epoch().count());
}

void readInput(InferenceResult& result, ColorSpace transfer) {
    const InputOptions& options = result.request.inputOptions;
    LoadedImage loaded = readImage(result.request.input, {options.layer, options.space});
    DisplayImage display = toDisplay(loaded.image, transfer, options.exposureEv);
    if (display.badPixels == loaded.image.planeSize())
        throw Error::invalidInput(result.request.input.string() +
                                      ": every pixel is NaN or infinite",
                                  "render the picture again, or choose another layer");
    result.layer = std::move(loaded.layer);
    result.spaceReason = std::move(loaded.spaceReason);
    result.exposureEv = display.exposureEv;
    result.badPixels = display.badPixels;
    result.input = std::make_shared<const Image>(std::move(loaded.image));
    result.display = std::make_shared<const Image>(std::move(display.image));
}

void warnOfBadPixels(const InferenceResult& result, const JobRunner::Post& post) {
    if (result.badPixels == 0)
        return;
    const std::string count =
        result.badPixels == 1 ? "1 pixel is" : std::to_string(result.badPixels) + " pixels are";
    post(LogLine{LogLine::Level::Warning,
                 result.request.input.string() + ": " + count +
                     " NaN or infinite; the network sees black or white there"});
}

std::vector<OutputTarget> outputTargets(const weights::ModelFolder& folder,
                                        const std::vector<std::string>& wanted) {
    std::vector<OutputTarget> targets;
    for (const auto& target : folder.targets)
        if (wanted.empty() || std::ranges::find(wanted, target.name) != wanted.end())
            targets.push_back({target.name, target.subTargets});
    return targets;
}

void checkRequest(const InferenceRequest& request, const weights::ModelFolder& folder) {
    if (!request.output)
        return;
    if (request.output->uncertainty && request.options.ensemble < 2)
        throw Error::invalidInput("uncertainty needs several members, but the ensemble has one",
                                  "use an ensemble of 2 or more (--ensemble 5)");
    refuseExistingOutputs(request, outputTargets(folder, request.options.targets));
}

} // namespace

std::shared_ptr<infer::LoadedModel> ModelCache::get(const InferenceRequest& request,
                                                    const weights::ModelFolder& folder,
                                                    const std::function<void()>& beforeLoading) {
    const torch::Device device = infer::parseDevice(request.options.device);
    const Precision precision = infer::resolvePrecision(request.options.precision, device);
    const std::string key = fs::absolute(request.model).lexically_normal().string() + "|" +
                            fingerprint(request.model) + "|" + infer::toString(device) + "|" +
                            std::string(toString(precision)) + "|" + loraKey(request.lora);
    if (m_model && m_key == key)
        return m_model;
    release();
    beforeLoading();
    m_model = infer::loadModel(folder, request.options.device, precision, request.lora);
    m_key = key;
    return m_model;
}

void ModelCache::release() {
    if (!m_model)
        return;
    m_model.reset();
    m_key.clear();
    infer::releaseFreedMemory();
}

Outcome runInference(const InferenceRequest& request, ModelCache& models,
                     const JobRunner::Post& post, const std::stop_token& stop) {
    const Clock::time_point start = Clock::now();
    ProgressMeter meter([&post](Progress progress) { post(std::move(progress)); });
    const auto result = std::make_shared<InferenceResult>();
    result->request = request;

    meter.stage("reading");
    const weights::ModelFolder folder = weights::openModelFolder(request.model);
    checkRequest(request, folder);
    readInput(*result, folder.transfer);
    warnOfBadPixels(*result, post);
    post(InputReady{std::make_shared<const InferenceResult>(*result)});
    if (stop.stop_requested())
        return Outcome::Cancelled;

    std::optional<Prediction> prediction;
    {
        infer::Pipeline pipeline(
            models.get(request, folder, [&] { meter.stage("loading the model"); }));
        prediction = pipeline.run(
            *result->display, request.options,
            [&meter](const InferProgress& progress) {
                meter.advance(progress.done, progress.total, progress.what);
            },
            stop);
    }
    infer::releaseFreedMemory();
    if (!prediction || stop.stop_requested())
        return Outcome::Cancelled;
    result->prediction = std::move(*prediction);

    if (request.output) {
        meter.stage("writing");
        writeResult(*result);
    }
    result->seconds = secondsSince(start);
    post(ResultReady{result});
    return Outcome::Done;
}

} // namespace unlit
