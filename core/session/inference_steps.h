// The steps of an inference around the network, shared by single pictures and frames of sequences:
// read, check, warn, finish, write.
#pragma once

#include "core/session/inference_types.h"
#include "core/session/job_runner.h"
#include "core/session/result_writer.h"

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

/// Throws Error::invalidInput for an uncertainty that there is none of, and for results that exist.
void checkRequest(const InferenceRequest& request, const weights::ModelFolder& folder);

void warnOfColor(const InferenceResult& result, ColorSpace transfer, const JobRunner::Post& post);
void warnOfBadPixels(const InferenceResult& result, const JobRunner::Post& post);
void tellLightless(const InferenceResult& result, const JobRunner::Post& post);
void tellMembers(const InferenceResult& result, const JobRunner::Post& post);

/// What was cut out stays cut out. Not where alpha says nothing: one everywhere, or zero, under
/// which a file of multiplied colours would lose them all. The spread is no picture and has none.
void keepAlpha(Prediction& prediction, const Image& input);

/// Paint that is kept is the input's to the last bit, which no display curve would leave it.
void keepLightless(Prediction& prediction, const Image& input);

/// The anchor becomes the factor that it stands for. Throws Error as anchoredScale.
void applyAnchor(InferenceResult& result, const JobRunner::Post& post);

/// Counts how much of the paint that will be written is none, and tells it.
void countPaint(InferenceResult& result, const JobRunner::Post& post);

/// A result that cannot be written is handed out all the same, without files: a full disk costs no
/// work. Throws Error.
void writeOrHandOut(const std::shared_ptr<InferenceResult>& result, const JobRunner::Post& post);

} // namespace unlit
