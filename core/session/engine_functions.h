// All that sessions and commands ask of the engine, in a module of its own (base/program_module.h):
// LibTorch takes the system half a second to load, and most commands need none of it. What is
// called stays the functions of the headers below; in programs they are defined by
// engine_doors.cpp, which opens the module, and in the module (and in tests, which link everything)
// by the sources that do the work.
#pragma once

#include "core/session/evaluate/calibrate_model.h"
#include "core/session/evaluate/evaluate_commands.h"
#include "core/session/evaluate/fit_strength.h"
#include "core/session/evaluate/scale_latents.h"
#include "core/session/infer/finish_again.h"
#include "core/session/infer/inference_job.h"
#include "core/session/infer/sequence_job.h"
#include "core/session/models/check_lora.h"
#include "core/session/models/export_model.h"
#include "core/session/models/model_commands.h"
#include "core/session/models/tokenize_pictures.h"
#include "core/session/system_report.h"
#include "core/session/train/branch_run.h"
#include "core/session/train/estimate_run.h"
#include "core/session/train/rehearsal.h"
#include "core/session/train/run_commands.h"
#include "core/session/train/train_job.h"
#include "core/train/step_timing.h"

namespace unlit {

/// The one without a stop.
using ExportModel = void(const ExportRequest&, const std::function<void(double)>&);

/// References: a table that leaves one out does not compile.
struct EngineFunctions {
    decltype(unlit::forkRun)& forkRun;
    decltype(unlit::rollBackRun)& rollBackRun;
    decltype(unlit::calibrateModel)& calibrateModel;
    decltype(unlit::checkLora)& checkLora;
    decltype(unlit::estimateRun)& estimateRun;
    decltype(unlit::evaluateModels)& evaluateModels;
    ExportModel& exportModel;
    decltype(unlit::finishAgain)& finishAgain;
    decltype(unlit::fitStrength)& fitStrength;
    decltype(unlit::runInference)& runInference;
    decltype(unlit::openSequence)& openSequence;
    decltype(unlit::checkModel)& checkModel;
    decltype(unlit::writeRandomModel)& writeRandomModel;
    decltype(unlit::writeNewModel)& writeNewModel;
    decltype(unlit::rehearse)& rehearse;
    decltype(unlit::validateRun)& validateRun;
    decltype(unlit::visualizeRun)& visualizeRun;
    decltype(unlit::verifyRun)& verifyRun;
    decltype(unlit::scaleLatents)& scaleLatents;
    decltype(unlit::tokenizePictures)& tokenizePictures;
    decltype(unlit::detokenizePictures)& detokenizePictures;
    decltype(unlit::describeSystem)& describeSystem;
    decltype(unlit::runNewTraining)& runNewTraining;
    decltype(unlit::runResumedTraining)& runResumedTraining;
    decltype(unlit::train::timeTrainingSteps)& timeTrainingSteps;
};

} // namespace unlit
