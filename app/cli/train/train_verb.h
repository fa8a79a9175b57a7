// `unlit train`: train a model, go on with a run, prove that a run can be gone on with.
#pragma once

#include "app/cli/train/launch_flags.h"
#include "app/cli/train/process_launch.h"
#include "app/cli/train/train_listener.h"
#include "app/cli/verb.h"
#include "core/session/train/train_types.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace unlit::cli {

/// JSON: {"run","outcome","step","figures":{tag: value},"validation":{set: {metric:
/// value}},"best"}, of the last step and the last validations of this process; outcome "complete",
/// "time is up" or "stopped"; best null or {"figure","value","step"}; with --verify
/// {"run","from","to","figures","tensors","differences"}. A run that was stopped by a signal or the
/// clock is saved: exit code 75. --rehearse: see RehearsalListener. Exit code 2 for a config that
/// cannot be used.
class TrainVerb : public Verb {
public:
    explicit TrainVerb(CLI::App& program);
    ExitCode run(VerbContext& context) override;

private:
    void goOnAfterRestart();
    void takeUsualConfig(VerbContext& context);
    void requireDevice() const;
    void requireOneTask() const;
    config::LoadedConfig loadNew() const;
    ExitCode runNew(VerbContext& context);
    void allow(VerbContext& context, const config::TrainConfig& config) const;
    ExitCode runRehearsal(VerbContext& context, NewRun run);
    ExitCode runResumed(VerbContext& context);
    bool isToDetach() const;
    ExitCode runDetached(VerbContext& context) const;
    ExitCode trainHere(VerbContext& context, const TrainConsole& console,
                       const std::function<void(TrainSession&)>& begin) const;
    void apply(config::RunConfig& run) const;
    std::vector<std::string> resumedSettings() const;
    config::ExtendedSchedule schedule() const;
    std::optional<LaunchOptions> launch(const config::RunConfig& run);
    ExitCode launchOrDetach(const LaunchOptions& several, VerbContext& context,
                            const config::TrainConfig& config) const;

    std::string m_config; ///< the first, which names the run
    std::vector<std::string> m_laterConfigs;
    std::vector<std::string> m_overrides;
    std::string m_resume;
    std::string m_verify;
    std::optional<int> m_extend;
    std::optional<config::ExtendedSchedule> m_schedule;
    std::optional<int> m_exitAfter;
    std::string m_outputDir;
    std::string m_device;
    std::string m_baseDataDir;
    std::string m_baseCkptDir;
    LaunchFlags m_launch;
    DetachedNote m_note; ///< to whoever started this process with --detach
    bool m_rehearse = false;
    bool m_detach = false;
    bool m_addDatetimePrefix = false;
    bool m_noCuda = false;
    bool m_noWandb = false;
    bool m_allowPrograms = false;
    bool m_doNotCopyData = false;
};

} // namespace unlit::cli
