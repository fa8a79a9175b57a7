#include "app/cli/train/train_verb.h"

#include "app/cli/config/config_report.h"
#include "app/cli/train/rehearsal_listener.h"
#include "app/cli/train/verify_report.h"
#include "app/cli/usage_error.h"
#include "core/base/number_text.h"
#include "core/base/this_process.h"
#include "core/config/validate.h"
#include "core/session/installed_share.h"
#include "core/session/train/allowed_programs.h"
#include "core/session/train/train_session.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include <unistd.h>

namespace unlit::cli {

namespace {

constexpr const char* kTrainFooter =
    "The run is a folder in the output folder, named as the config file. The first Ctrl+C, SIGTERM "
    "or SIGUSR1 saves and ends with exit code 75, as the time limit does; a second Ctrl+C ends at "
    "once with 130. Exit code 0: the run is complete.\n\n"
    "Examples:\n"
    "  unlit train --config configs/smoke.yaml\n"
    "  unlit train --config configs/cpu_small.yaml max_iter=200 lr=1e-4\n"
    "  unlit train --config configs/cpu_small.yaml --rehearse\n"
    "  unlit train --config configs/cpu_small.yaml --detach\n"
    "  unlit train --resume output/cpu_small --extend 100\n"
    "  unlit train --resume output/cpu_small lr=1e-5 trainer.save_period=200\n"
    "  unlit train --verify output/cpu_small";

const std::vector<std::pair<std::string, config::ExtendedSchedule>> kSchedules = {
    {"keep", config::ExtendedSchedule::KeepRate},
    {"stretch", config::ExtendedSchedule::Stretch},
    {"restart", config::ExtendedSchedule::Restart}};

constexpr const char* kUsualConfig = "unlit.yaml";

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

TrainConsole consoleOf(const VerbContext& context, const config::TrainConfig& config) {
    return {
        context.logLevel.value_or(logLevelOfPython(static_cast<int>(config.logging.consoleLevel))),
        config.trainer.logPeriod, environment(train::kLaunchNotes)};
}

} // namespace

TrainVerb::TrainVerb(CLI::App& program)
    : Verb(program, "train", "Train a model on pairs of beauty and albedo") {
    options()
        .section("Arguments")
        .optionalPositionals("SETTING", m_overrides,
                             "KEY=VALUE in place of the config's, as max_iter=2000; with --resume "
                             "those that docs/config.md marks, for good");
    OptionSet& run = options().section("Run");
    run.repeated(
        "--config", "FILE", {"a recipe", {}},
        [this](const std::string& file) {
            if (m_config.empty())
                m_config = file;
            else
                m_laterConfigs.push_back(file);
            return !file.empty();
        },
        "Settings of a new run (YAML); given several times, later files over earlier ones, and "
        "the first one names the run. Variables UNLIT_CONFIG__… go over files, settings behind "
        "the command over variables",
        std::string(kUsualConfig) + " in the current folder");
    run.flag(
        "--detach", m_detach,
        "Train in a process of its own, or in several, which go on when this terminal is "
        "closed; return when the run has its folder. unlit run status, pause, stop, … steer it");
    run.flag("--rehearse", m_rehearse,
             "With --config: try it out, two steps, a validation, a checkpoint and a resume, and "
             "leave no run behind");
    run.text("--resume,--resume-run,--resume_run", "RUN", m_resume,
             "Run to go on with: its folder, or a folder under its checkpoint/");
    run.whole("--extend", m_extend, {1, 1'000'000'000},
              "With --resume: so many further optimizer steps, also after the end", "none");
    run.choice("--extend-schedule", m_schedule, kSchedules,
               "Learning rate of further steps: keep the rate that the schedule has ended with, "
               "stretch the schedule over all steps, or restart it, with its warm-up, as "
               "lr_scheduler.… and lr say",
               "keep; restart where lr_scheduler.… is given");
    run.text("--verify", "RUN", m_verify,
             "Train the last steps of a run again, in memory, and compare bit for bit");
    OptionSet& place = options().section("Place and time");
    place.text("--output-dir,--output_dir", "DIR", m_outputDir,
               "Folder that the run's folder is made in", "./output");
    place.flag("--add-datetime-prefix,--add_datetime_prefix", m_addDatetimePrefix,
               "Put yy_mm_dd-HH_MM_SS- before the run's name");
    place.whole("--exit-after,--exit_after", m_exitAfter, {-1, 10'000'000},
                "Minutes until the run is saved and ends; 0 or less = never", "never");
    place.text("--base-data-dir,--base_data_dir", "DIR", m_baseDataDir,
               "Where relative paths of sets start; or $BASE_DATA_DIR", "the current folder");
    place.text("--base-ckpt-dir,--base_ckpt_dir", "DIR", m_baseCkptDir,
               "Where relative paths of models start; or $BASE_CKPT_DIR", "the current folder");
    place.text("--device", "D", m_device, "auto, cpu, cuda or cuda:N", "the config's");
    place.flag("--no-cuda,--no_cuda", m_noCuda, "The same as --device cpu");
    place.flag("--do-not-copy-data,--do_not_copy_data", m_doNotCopyData,
               "Data stay where they are, whatever dataloader.copy_to_scratch says");
    place.flag(
        "--allow-programs", m_allowPrograms,
        "Programs and libraries that the recipe names (on, hooks) may be started, now and later");
    m_launch.addTo(options().section("Several processes"));
    OptionSet& other = options().section("Taken and ignored");
    other.flag("--no-wandb,--no_wandb", m_noWandb, "Nothing is ever sent to W&B");
    footer(kTrainFooter);
}

/// Of a process that a launcher has started again: what is to go on is a run by now, which keeps
/// its own settings.
void TrainVerb::goOnAfterRestart() {
    const std::string run = environment(train::kGoOnWith);
    if (run.empty())
        return;
    m_resume = run;
    m_config.clear();
    m_laterConfigs.clear();
    m_overrides.clear();
    m_outputDir.clear();
    m_addDatetimePrefix = false;
    m_extend.reset();
    m_schedule.reset();
    m_exitAfter = numberIn<int>(environment(train::kMinutesLeft)).value_or(0);
}

ExitCode TrainVerb::run(VerbContext& context) {
    goOnAfterRestart();
    takeUsualConfig(context);
    requireDevice();
    requireOneTask();
    m_launch.check(m_rehearse || !m_verify.empty());
    context.interrupt.waitForCaller();
    if (m_verify.empty() && !m_rehearse)
        m_launch.findRendezvous(m_detach);
    if (!m_verify.empty())
        return reportVerification(context, m_verify, m_noCuda ? "cpu" : m_device);
    return m_resume.empty() ? runNew(context) : runResumed(context);
}

/// Where nothing was named, and it is there.
void TrainVerb::takeUsualConfig(VerbContext& context) {
    std::error_code unknown;
    if (!m_config.empty() || !m_resume.empty() || !m_verify.empty() ||
        !std::filesystem::is_regular_file(kUsualConfig, unknown))
        return;
    m_config = kUsualConfig;
    context.console.note("--config is " + m_config + " of the current folder");
}

void TrainVerb::requireDevice() const {
    if (!m_device.empty() && !config::isDevice(m_device))
        throw UsageError("--device: there is no device " + m_device +
                         "; use auto, cpu, cuda or cuda:N");
}

void TrainVerb::requireOneTask() const {
    const int tasks =
        (m_config.empty() ? 0 : 1) + (m_resume.empty() ? 0 : 1) + (m_verify.empty() ? 0 : 1);
    if (tasks == 0)
        throw UsageError("--config is missing: the settings of a new run, and there is no " +
                         std::string(kUsualConfig) + " here; or --resume RUN");
    // As in the reference, a config beside --resume is passed over.
    if (!m_verify.empty() && tasks > 1)
        throw UsageError("--verify stands alone: it neither begins a run nor goes on with one");
    if (m_extend && m_resume.empty())
        throw UsageError("--extend belongs to --resume RUN");
    if (m_rehearse && (m_config.empty() || !m_resume.empty()))
        throw UsageError("--rehearse belongs to --config FILE: it tries a new run out");
    if (m_detach && (m_rehearse || !m_verify.empty()))
        throw UsageError("--detach belongs to --config or --resume without --rehearse");
    if (m_schedule && m_resume.empty())
        throw UsageError("--extend-schedule belongs to --resume RUN");
    const bool addsSteps = m_extend || std::ranges::any_of(m_overrides, [](const std::string& one) {
                               return one.starts_with("max_iter=");
                           });
    if (m_schedule && !addsSteps)
        throw UsageError(
            "--extend-schedule belongs to --extend N, or to a max_iter that is raised");
    if (!m_overrides.empty() && !m_verify.empty())
        throw UsageError("settings belong to --config or --resume: --verify keeps the run's own");
}

/// Flags win over the config, the config over the environment.
void TrainVerb::apply(config::RunConfig& run) const {
    const auto set = [](std::filesystem::path& path, const std::string& flag,
                        const std::string& fallback) {
        if (!flag.empty())
            path = flag;
        else if (path.empty())
            path = fallback;
    };
    set(run.outputDir, m_outputDir, "./output");
    set(run.baseDataDir, m_baseDataDir, environment("BASE_DATA_DIR"));
    set(run.baseCkptDir, m_baseCkptDir, environment("BASE_CKPT_DIR"));
    if (!m_device.empty())
        run.device = m_device;
    if (m_noCuda)
        run.device = "cpu";
    if (m_addDatetimePrefix)
        run.addDatetimePrefix = true;
    if (m_launch.processes())
        run.processes = *m_launch.processes();
    if (m_exitAfter)
        run.exitAfter = std::max(0, *m_exitAfter);
}

config::LoadedConfig TrainVerb::loadNew() const {
    config::ConfigInput input{{m_config}, config::environmentSettings(), m_overrides};
    input.files.insert(input.files.end(), m_laterConfigs.begin(), m_laterConfigs.end());
    return config::loadConfig(input);
}

ExitCode TrainVerb::runNew(VerbContext& context) {
    const config::LoadedConfig loaded = loadNew();
    if (loaded.isUsable())
        if (auto several = launch(loaded.config.run)) {
            if (!several->exitAfter)
                several->exitAfter = loaded.config.run.exitAfter;
            return launchOrDetach(*several, context, loaded.config);
        }
    tell(loaded, context.console);
    if (!loaded.isUsable()) {
        context.console.object(
            {{"config", m_config}, {"ok", false}, {"diagnostics", jsonOf(loaded.diagnostics)}});
        return ExitCode::Usage;
    }
    TrainConsole console = consoleOf(context, loaded.config);
    console.detached = &m_note;
    NewRun run{.config = loaded.config, .configFile = m_config, .given = loaded.given};
    apply(run.config.run);
    if (m_doNotCopyData)
        run.config.dataloader.copyToScratch = false;
    run.config = config::resolved(run.config, m_config);
    if (m_rehearse)
        return runRehearsal(context, std::move(run));
    run.rendezvous = m_launch.rendezvous();
    allow(context, run.config);
    if (isToDetach())
        return runDetached(context);
    return trainHere(context, console,
                     [&](TrainSession& session) { session.start(std::move(run)); });
}

/// Of several processes where the recipe or a flag asks for them; a rehearsal is this one's.
std::optional<LaunchOptions> TrainVerb::launch(const config::RunConfig& run) {
    if (m_rehearse)
        return {};
    std::optional<LaunchOptions> launch = m_launch.launch(run.processes);
    if (!launch)
        return {};
    launch->exitAfter = m_exitAfter;
    if (m_note.isWanted())
        launch->note = &m_note;
    return launch;
}

ExitCode TrainVerb::trainHere(VerbContext& context, const TrainConsole& console,
                              const std::function<void(TrainSession&)>& begin) const {
    ConsoleListener listener;
    TrainSession session(listener);
    begin(session);
    return TrainListener(context, listener, session, console).run();
}

/// What was started for it has the same words, and trains.
bool TrainVerb::isToDetach() const {
    return m_detach && !m_note.isWanted() && environment(train::kLaunchNotes).empty();
}

/// It is the launcher that is detached; its processes end with it.
ExitCode TrainVerb::launchOrDetach(const LaunchOptions& several, VerbContext& context,
                                   const config::TrainConfig& config) const {
    if (!isToDetach())
        return launchProcesses(several, context);
    allow(context, config);
    return runDetached(context);
}

/// The same command line, in a process of its own.
ExitCode TrainVerb::runDetached(VerbContext& context) const {
    DetachedStart start{runningProgram(), thisProcess().commandLine, {}};
    start.words.erase(start.words.begin());
    if (std::ranges::find(start.words, "--quiet") == start.words.end())
        start.words.emplace_back("--quiet");
    const auto training =
        startDetached(start, [&context] { return context.interrupt.isRequested(); });
    if (!training)
        throw CancelledError();
    context.console.result(training->run.string());
    context.console.note("process " + std::to_string(training->process) +
                         " trains it; unlit run status|pause|stop " + training->run.string());
    context.console.object({{"run", training->run.string()}, {"process", training->process}});
    return ExitCode::Done;
}

/// Asks where somebody can answer; the session refuses what is not allowed.
void TrainVerb::allow(VerbContext& context, const config::TrainConfig& config) const {
    const std::vector<std::string> programs = programsToAllow(config);
    if (programs.empty())
        return;
    if (m_allowPrograms)
        return allowPrograms(programs);
    if (!context.console.isLive() || isatty(STDIN_FILENO) == 0)
        return;
    context.console.note("the recipe starts programs that were not allowed here:");
    for (const std::string& program : programs)
        context.console.note("  " + program);
    context.console.note("allow them, now and later? Type yes, or anything else to leave:");
    std::string answer;
    if (std::getline(std::cin, answer) && answer == "yes")
        allowPrograms(programs);
}

ExitCode TrainVerb::runRehearsal(VerbContext& context, NewRun run) {
    ConsoleListener listener;
    TrainSession session(listener);
    RehearsalListener rehearsal(context, listener, session);
    session.rehearse(std::move(run),
                     [&](const RehearsalReport& report) { rehearsal.hear(report); });
    return rehearsal.run(m_config);
}

/// What flags say beside the settings, as settings of a run that goes on.
std::vector<std::string> TrainVerb::resumedSettings() const {
    std::vector<std::string> settings = m_overrides;
    if (!m_baseDataDir.empty())
        settings.push_back("run.base_data_dir=" +
                           std::filesystem::absolute(m_baseDataDir).string());
    if (!m_baseCkptDir.empty())
        settings.push_back("run.base_ckpt_dir=" +
                           std::filesystem::absolute(m_baseCkptDir).string());
    if (m_doNotCopyData)
        settings.emplace_back("dataloader.copy_to_scratch=false");
    if (m_launch.processes())
        settings.push_back("run.processes=" + *m_launch.processes());
    return settings;
}

ExitCode TrainVerb::runResumed(VerbContext& context) {
    const config::LoadedConfig loaded = config::loadConfig(m_resume, resumedSettings());
    // One is enough to say what is wrong.
    if (auto several = loaded.isUsable() ? launch(loaded.config.run) : std::nullopt) {
        const bool namesLimit = std::ranges::any_of(m_overrides, [](const std::string& setting) {
            return setting.starts_with("run.exit_after=");
        });
        if (namesLimit && !several->exitAfter)
            several->exitAfter = loaded.config.run.exitAfter;
        return launchOrDetach(*several, context, loaded.config);
    }
    if (!m_outputDir.empty() || m_addDatetimePrefix)
        context.console.warning(
            "--output-dir and --add-datetime-prefix are passed over: a run that "
            "goes on stays in its folder");
    if (!m_config.empty())
        context.console.warning("--config " + m_config +
                                " is passed over: a run that goes on keeps its own settings; "
                                "--extend N gives it more steps");
    ResumedRun run;
    run.run = m_resume;
    run.extendBy = m_extend.value_or(0);
    run.overrides = resumedSettings();
    run.schedule = schedule();
    if (m_noCuda || !m_device.empty())
        run.device = m_noCuda ? "cpu" : m_device;
    if (m_exitAfter)
        run.exitAfter = std::max(0, *m_exitAfter);
    // What is wrong with the run or its config is the job's to tell, a wrong setting is usage.
    if (!loaded.isUsable() && !run.overrides.empty() && config::loadConfig(m_resume).isUsable()) {
        tell(loaded, context.console);
        context.console.object(
            {{"run", m_resume}, {"ok", false}, {"diagnostics", jsonOf(loaded.diagnostics)}});
        return ExitCode::Usage;
    }
    run.rendezvous = m_launch.rendezvous();
    TrainConsole console = consoleOf(context, loaded.config);
    console.detached = &m_note;
    if (loaded.isUsable())
        allow(context, loaded.config);
    if (isToDetach())
        return runDetached(context);
    return trainHere(context, console,
                     [&](TrainSession& session) { session.resumeRun(std::move(run)); });
}

config::ExtendedSchedule TrainVerb::schedule() const {
    const bool namesSchedule = std::ranges::any_of(m_overrides, [](const std::string& setting) {
        return setting.starts_with("lr_scheduler.") &&
               !setting.starts_with("lr_scheduler.kwargs.total_iter") &&
               !setting.starts_with("lr_scheduler.kwargs.start_iter");
    });
    return m_schedule.value_or(namesSchedule ? config::ExtendedSchedule::Restart
                                             : config::ExtendedSchedule::KeepRate);
}

} // namespace unlit::cli
