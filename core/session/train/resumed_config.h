// The settings that a run goes on with: its own, and what is asked for when it is resumed.
#pragma once

#include "core/events/event.h"
#include "core/session/train/train_types.h"
#include "core/train/run_folder.h"

#include <filesystem>
#include <string>
#include <vector>

namespace unlit {

/// What the run was trained with. Throws Error::invalidInput with everything that is wrong with it.
config::TrainConfig configOfRun(const train::RunFolder& folder);

/// `before` with the settings and further steps of `run`. Throws Error::invalidInput for a setting
/// that there is not, one that may not change while a run goes on, and a value that cannot be.
config::TrainConfig resumedConfig(const train::RunFolder& folder, const config::TrainConfig& before,
                                  const ResumedRun& run);

/// Throws what resumedConfig() throws, and Error::invalidInput for a run that has done all its
/// steps and gets no further ones; starts nothing. What only the checkpoint tells comes with the
/// resume.
void requireResumable(const ResumedRun& run, AskedBy by);

/// Throws Error::invalidInput: it has done all its `steps`. The way on is one that `by` has.
[[noreturn]] void refuseComplete(const train::RunFolder& folder, std::int64_t steps, AskedBy by);

/// A setting that may have another value while the run goes on.
struct ChangeableSetting {
    std::string key;   ///< "trainer.save_period"
    std::string value; ///< that it has now, as it may stand behind KEY=
    std::string help;  ///< one sentence without full stop
};

/// Those of a run, in the order of the schema, without what is not used by its optimizer, loss and
/// schedule. Throws as configOfRun().
std::vector<ChangeableSetting> changeableSettings(const std::filesystem::path& run);

} // namespace unlit
