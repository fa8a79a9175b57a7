// The steps of an inference around the network, shared by single pictures and frames of sequences:
// read, check, warn, finish, write.
#pragma once

#include "core/session/infer/inference_types.h"
#include "core/session/infer/model_hash.h"
#include "core/session/infer/result_writer.h"
#include "core/session/job_runner.h"
#include "core/session/progress_meter.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace unlit {

namespace weights {
struct ModelFolder;
}

/// Fills in all that result.request.input says: pictures, layer, exposure, hash. Throws Error
/// naming the file.
void readInput(InferenceResult& result, const weights::ModelFolder& model);

/// The targets that a request keeps; `wanted` empty = all.
std::vector<OutputTarget> outputTargets(const weights::ModelFolder& folder,
                                        const std::vector<std::string>& wanted);

/// Throws Error::invalidInput for an uncertainty that there is none of, for results that exist, and
/// as conditionWord (core/infer/condition.h).
void checkRequest(const InferenceRequest& request, const weights::ModelFolder& folder);

void warnOfColor(const InferenceResult& result, ColorSpace transfer, const JobRunner::Post& post);
/// Says that the model does not read the prompt to its end.
void warnOfCutPrompt(const InferenceRequest& request, const weights::ModelFolder& folder,
                     const JobRunner::Post& post);
/// Says what of the file is not in the picture, and that the picture is no picture but data.
void tellInputNotes(const InferenceResult& result, const JobRunner::Post& post);

void warnOfBadPixels(const InferenceResult& result, const JobRunner::Post& post);
/// What was cut out stays cut out. Not where alpha says nothing: one everywhere, or zero, under
/// which a file of multiplied colours would lose them all. The spread is no picture and has none.
void keepAlpha(Prediction& prediction, const Image& input);

/// Paint that is kept is the input's to the last bit, which no display curve would leave it.
void keepLightless(Prediction& prediction, const Image& input);

/// All that comes after the network, for a result that has its prediction: what the input has stays
/// (keepLightless, keepAlpha), strokes correct the albedo, the anchor becomes the factor that it
/// stands for, paint is counted and what is worth telling told, files are written. ResultReady is
/// posted at the end. A result that cannot be written is handed out all the same, without files: a
/// full disk costs no work. `start`: of the job. Throws Error.
void finishResult(const std::shared_ptr<InferenceResult>& result,
                  std::chrono::steady_clock::time_point start, ModelHashes& hashes,
                  ProgressMeter& meter, const JobRunner::Post& post);

} // namespace unlit
