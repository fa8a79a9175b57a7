// The engine's functions for those who call them: its module is opened by the first call, and where
// that fails, the next one tries again.
#include "core/base/failure.h"
#include "core/base/program_module.h"
#include "core/session/engine_functions.h"

#include <utility>

namespace unlit {

namespace fs = std::filesystem;

namespace {

const EngineFunctions& engine() {
    static const auto& functions = *static_cast<const EngineFunctions*>(
        openModule(moduleFolder() / "libunlit_engine.so", "the engine"));
    return functions;
}

} // namespace

Fork forkRun(const ForkRequest& request) {
    return engine().forkRun(request);
}

Rollback rollBackRun(const fs::path& run, const std::string& checkpoint) {
    return engine().rollBackRun(run, checkpoint);
}

std::optional<CalibrationReport>
calibrateModel(const CalibrationRequest& request,
               const std::function<void(std::size_t, std::size_t)>& progress,
               const std::stop_token& stop) {
    return engine().calibrateModel(request, progress, stop);
}

void checkLora(const LoraChoice& choice) {
    engine().checkLora(choice);
}

RunEstimate estimateRun(const config::TrainConfig& config, const std::stop_token& stop) {
    try {
        return engine().estimateRun(config, stop);
    } catch (const Error&) { // of an engine that cannot be opened: itself it throws none
        RunEstimate nothing;
        nothing.problems.push_back(translateCurrentException().message);
        return nothing;
    }
}

std::optional<Evaluation> evaluateModels(const EvaluationRequest& request,
                                         const EvaluationProgress& progress,
                                         const std::stop_token& stop) {
    return engine().evaluateModels(request, progress, stop);
}

void exportModel(const ExportRequest& request, const std::function<void(double)>& progress) {
    engine().exportModel(request, progress);
}

std::shared_ptr<InferenceResult> finishAgain(const InferenceResult& result,
                                             const InferOptions& options) {
    return engine().finishAgain(result, options);
}

std::optional<StrengthReport>
fitStrength(const StrengthRequest& request,
            const std::function<void(std::size_t, std::size_t)>& progress,
            const std::stop_token& stop) {
    return engine().fitStrength(request, progress, stop);
}

Outcome runInference(const InferenceRequest& request, ModelCache& models, ModelHashes& hashes,
                     const JobRunner::Post& post, const JobStops& stops) {
    return engine().runInference(request, models, hashes, post, stops);
}

std::unique_ptr<SequenceRun> openSequence(std::vector<InferenceRequest> requests) {
    return engine().openSequence(std::move(requests));
}

std::vector<ModelFinding> checkModel(const fs::path& folder,
                                     const std::function<void(const std::string&)>& onPart,
                                     const std::stop_token& stop) {
    return engine().checkModel(folder, onPart, stop);
}

void writeRandomModel(const std::string& like, const fs::path& out, std::uint64_t seed,
                      bool overwrite, const std::function<void(double)>& progress) {
    engine().writeRandomModel(like, out, seed, overwrite, progress);
}

void writeNewModel(const config::NewModelConfig& config, const fs::path& out, std::uint64_t seed,
                   bool overwrite, const std::function<void(double)>& progress) {
    engine().writeNewModel(config, out, seed, overwrite, progress);
}

Outcome rehearse(const NewRun& run, const TrainJobControl& control, const JobRunner::Post& post,
                 const std::stop_token& stop, const TellRehearsal& tell) {
    return engine().rehearse(run, control, post, stop, tell);
}

std::optional<RunFigures> validateRun(const RunQuery& query, const RunProgress& progress,
                                      const std::stop_token& stop) {
    return engine().validateRun(query, progress, stop);
}

std::optional<RunPictures> visualizeRun(const RunQuery& query, const fs::path& output,
                                        const RunProgress& progress, const std::stop_token& stop) {
    return engine().visualizeRun(query, output, progress, stop);
}

std::optional<Verification> verifyRun(const RunQuery& query, const RunProgress& progress,
                                      const std::stop_token& stop) {
    return engine().verifyRun(query, progress, stop);
}

std::optional<LatentScale>
scaleLatents(const LatentScaleRequest& request,
             const std::function<void(std::size_t, std::size_t)>& progress,
             const std::stop_token& stop) {
    return engine().scaleLatents(request, progress, stop);
}

std::optional<TokenizeResult> tokenizePictures(const TokenizeRequest& request,
                                               const TokenizeProgress& progress,
                                               const std::stop_token& stop) {
    return engine().tokenizePictures(request, progress, stop);
}

std::optional<TokenizeResult> detokenizePictures(const TokenizeRequest& request,
                                                 const TokenizeProgress& progress,
                                                 const std::stop_token& stop) {
    return engine().detokenizePictures(request, progress, stop);
}

SystemReport describeSystem() {
    return engine().describeSystem();
}

Outcome runNewTraining(const NewRun& run, const TrainJobControl& control,
                       const JobRunner::Post& post, const std::stop_token& stop) {
    return engine().runNewTraining(run, control, post, stop);
}

Outcome runResumedTraining(const ResumedRun& run, const TrainJobControl& control,
                           const JobRunner::Post& post, const std::stop_token& stop) {
    return engine().runResumedTraining(run, control, post, stop);
}

namespace train {

StepTiming timeTrainingSteps(const StepTimingOptions& options) {
    return engine().timeTrainingSteps(options);
}

} // namespace train

} // namespace unlit
