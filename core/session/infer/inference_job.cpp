#include "core/session/infer/inference_job.h"

#include "core/base/error.h"
#include "core/base/seconds_since.h"
#include "core/infer/device.h"
#include "core/infer/loaded_model.h"
#include "core/infer/memory.h"
#include "core/infer/pipeline.h"
#include "core/nn/torch_warnings.h"
#include "core/session/infer/attention_pictures.h"
#include "core/session/infer/correct_by_hand.h"
#include "core/session/infer/inference_steps.h"
#include "core/session/infer/memory_steps.h"
#include "core/session/progress_meter.h"
#include "core/weights/model_folder.h"

#include <chrono>
#include <exception>
#include <future>
#include <stop_token>

namespace unlit {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

/// Changes whenever a file of low-rank additions is replaced, or counts for another share.
std::string loraKey(const LoraChoices& loras) {
    std::string key;
    for (const LoraChoice& choice : loras) {
        key += toText(choice);
        for (const fs::path& file : loraFilesOf(choice.file))
            key += "@" + fs::absolute(file).lexically_normal().string() + "@" +
                   std::to_string(fs::file_size(file)) + "@" +
                   std::to_string(fs::last_write_time(file).time_since_epoch().count());
    }
    return key;
}

/// Reads the picture, says what is to be said of it, and shows it. Throws Error.
void takeInput(InferenceResult& result, const weights::ModelFolder& folder,
               const JobRunner::Post& post) {
    readInput(result, folder);
    requireStrokes(result, folder.targets);
    warnOfColor(result, folder.transfer, post);
    tellInputNotes(result, post);
    warnOfBadPixels(result, post);
    post(InputReady{std::make_shared<const InferenceResult>(result)});
}

/// Takes the input on a thread of its own while the model is loaded, where it is not yet: either
/// may take seconds. Nothing where `stop` was requested. A picture that cannot be read ends the
/// loading, and its error is told before one of the model, whichever comes first. Throws Error.
std::shared_ptr<infer::LoadedModel>
takeInputAndModel(InferenceResult& result, const weights::ModelFolder& folder, ModelCache& models,
                  ProgressMeter& meter, const JobRunner::Post& post, const std::stop_token& stop) {
    std::stop_source unwanted;
    const std::stop_callback passOn(stop, [&unwanted] { unwanted.request_stop(); });
    const InferenceRequest request = result.request; // that of the result is the other thread's
    std::future<void> input = std::async(std::launch::async, [&] {
        try {
            takeInput(result, folder, post);
        } catch (...) {
            unwanted.request_stop();
            throw;
        }
    });
    std::shared_ptr<infer::LoadedModel> model;
    std::exception_ptr failure;
    try {
        model = models.get(
            request, folder, [&] { meter.stage({{.kind = StagePart::Kind::LoadingModel}}); },
            unwanted.get_token());
    } catch (...) {
        failure = std::current_exception();
    }
    input.get();
    if (failure)
        std::rethrow_exception(failure);
    return stop.stop_requested() ? nullptr : model;
}

/// The network's part. What had to be given up for want of memory is kept in the result's options.
std::optional<Prediction> predict(InferenceResult& result,
                                  const std::shared_ptr<infer::LoadedModel>& model,
                                  ProgressMeter& meter, const JobRunner::Post& post,
                                  const JobStops& stops) {
    const InferenceRequest& request = result.request;
    infer::Pipeline pipeline(model);
    result.modelStamp = modelStamp(request.model);
    const Clock::time_point start = Clock::now();
    const infer::RunSignals signals{
        .progress =
            [&meter](const infer::InferProgress& progress) {
                meter.advance(progress.done, progress.total, progress.stage);
            },
        .stop = stops.stop,
        .finishEarly = stops.finishEarly,
        .preview =
            [&](Prediction soFar) {
                const auto preview = std::make_shared<InferenceResult>(result);
                preview->prediction = std::move(soFar);
                keepLightless(preview->prediction, *preview->input);
                keepAlpha(preview->prediction, *preview->input);
                preview->networkSeconds = secondsSince(start);
                post(PreviewReady{preview});
            },
        .keepsAnswer = true};
    std::optional<Prediction> prediction = runWithLessMemory(
        result.request.options,
        [&](const InferOptions& options) {
            std::optional<AttentionPictures> maps; // anew with every try
            if (request.attention)
                maps.emplace(request, *model, result.display->width, result.display->height);
            auto made = pipeline.run(*result.display, options, signals);
            if (maps && made)
                maps->commit();
            return made;
        },
        [&](const std::string& step) {
            infer::releaseFreedMemory();
            post(
                LogLine{LogLine::Level::Warning,
                        request.input.string() + ": not enough memory; trying again with " + step});
        });
    result.networkSeconds = secondsSince(start);
    return prediction;
}

} // namespace

std::shared_ptr<infer::LoadedModel> ModelCache::get(const InferenceRequest& request,
                                                    const weights::ModelFolder& folder,
                                                    const std::function<void()>& beforeLoading,
                                                    const std::stop_token& stop) {
    const torch::Device device = infer::parseDevice(request.options.device);
    const Precision precision = infer::resolvePrecision(request.options.precision, device);
    const std::string key = fs::absolute(request.model).lexically_normal().string() + "|" +
                            modelStamp(request.model) + "|" + infer::toString(device) + "|" +
                            std::string(toString(precision)) + "|" + loraKey(request.loras);
    if (m_model && m_key == key)
        return m_model;
    release();
    beforeLoading();
    m_model = infer::loadModel(folder, request.options.device, precision, request.loras, stop);
    m_key = m_model ? key : "";
    return m_model;
}

Outcome runInference(const InferenceRequest& request, ModelCache& models, ModelHashes& hashes,
                     const JobRunner::Post& post, const JobStops& stops) {
    nn::logTorchWarnings();
    const Clock::time_point start = Clock::now();
    ProgressMeter meter([&post](Progress progress) { post(std::move(progress)); });
    const auto result = std::make_shared<InferenceResult>();
    result->request = request;

    meter.stage({{.kind = StagePart::Kind::Reading}});
    const weights::ModelFolder folder = weights::openModelFolder(request.model);
    checkRequest(request, folder);
    if (request.attention)
        requireAttentionMaps(request);
    warnOfCutPrompt(request, folder, post);
    const auto model = takeInputAndModel(*result, folder, models, meter, post, stops.stop);
    if (!model)
        return Outcome::Cancelled;

    std::optional<Prediction> prediction = predict(*result, model, meter, post, stops);
    infer::releaseFreedMemory();
    if (!prediction || stops.stop.stop_requested())
        return Outcome::Cancelled;
    result->prediction = std::move(*prediction);
    finishResult(result, start, hashes, meter, post);
    return Outcome::Done;
}

} // namespace unlit
