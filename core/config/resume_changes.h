// Which settings a run that goes on may have changed.
#pragma once

#include "core/config/config_diff.h"

#include <string>
#include <string_view>
#include <vector>

namespace unlit::config {

/// By the schema (SettingMeta::mayChangeOnResume); docs/config.md marks them. `key` is one of
/// differences(): "trainer.save_period", "dataset.vis.0.dir".
bool mayChangeOnResume(std::string_view key);

/// `after` with what counts only while a run begins as it is in `before`: name and place of the
/// run, what is prepared, what a new model folder asks for. A checkpoint need not agree about
/// these.
TrainConfig withBeginningOf(const TrainConfig& before, TrainConfig after);

/// What differs between the settings that a run was trained with and those that it is to go on
/// with. Throws Error::invalidInput that names every difference which cannot be, and what to do:
/// another run can begin at a checkpoint of this one. Where settings of `asked` ("KEY=VALUE") are
/// among them these alone are named: the others follow from them. `run` is how the command line
/// names it.
std::vector<Difference> changesOnResume(const TrainConfig& before, const TrainConfig& after,
                                        const std::string& run,
                                        const std::vector<std::string>& asked = {});

} // namespace unlit::config
