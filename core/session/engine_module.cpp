// The entry of the engine's module.
#include "core/base/program_module.h"
#include "core/session/engine_functions.h"

#include "unlit_version.h"

extern "C" const unlit::ModuleEntry* unlitModule();

const unlit::ModuleEntry* unlitModule() {
    static const unlit::EngineFunctions functions{
        .forkRun = unlit::forkRun,
        .rollBackRun = unlit::rollBackRun,
        .calibrateModel = unlit::calibrateModel,
        .checkLora = unlit::checkLora,
        .estimateRun = unlit::estimateRun,
        .evaluateModels = unlit::evaluateModels,
        .exportModel = unlit::exportModel,
        .finishAgain = unlit::finishAgain,
        .fitStrength = unlit::fitStrength,
        .runInference = unlit::runInference,
        .openSequence = unlit::openSequence,
        .checkModel = unlit::checkModel,
        .writeRandomModel = unlit::writeRandomModel,
        .writeNewModel = unlit::writeNewModel,
        .rehearse = unlit::rehearse,
        .validateRun = unlit::validateRun,
        .visualizeRun = unlit::visualizeRun,
        .verifyRun = unlit::verifyRun,
        .scaleLatents = unlit::scaleLatents,
        .tokenizePictures = unlit::tokenizePictures,
        .detokenizePictures = unlit::detokenizePictures,
        .describeSystem = unlit::describeSystem,
        .runNewTraining = unlit::runNewTraining,
        .runResumedTraining = unlit::runResumedTraining,
        .timeTrainingSteps = unlit::train::timeTrainingSteps,
    };
    static const unlit::ModuleEntry entry{UNLIT_VERSION, &functions};
    return &entry;
}
