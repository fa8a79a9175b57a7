#include "app/cli/train/sweep_verb.h"

#include "app/cli/config/config_report.h"
#include "app/cli/train/sweep_course.h"
#include "app/cli/usage_error.h"
#include "core/base/error.h"
#include "core/base/shell_text.h"
#include "core/session/train/sweep_check.h"
#include "core/session/train/sweep_state.h"

#include <algorithm>

namespace unlit::cli {

namespace fs = std::filesystem;

SweepVerb::SweepVerb(CLI::App& program)
    : Verb(program, "sweep", "Train one after the other: recipes, and values of settings") {
    options()
        .section("Arguments")
        .optionalPositionals("SETTING", m_settings, "KEY=VALUE for all runs, as max_iter=2000");
    OptionSet& what = options().section("Runs");
    what.repeated(
        "--config", "FILE", {"a recipe", {}},
        [this](const std::string& text) {
            m_recipes.push_back(text);
            return !text.empty();
        },
        "A recipe; each one is trained with every combination", "none");
    what.repeated(
        "--grid", "KEY=VALUE,VALUE", {"KEY=VALUE,VALUE, as lr=1e-4,3e-5", {}},
        [this](const std::string& text) { return takeAxis("--grid", text, SweepValues::Grid); },
        "Values of a setting; of several --grid all combinations", "none");
    what.repeated(
        "--zip", "KEY=VALUE,VALUE", {"KEY=VALUE,VALUE, as max_iter=2000,8000", {}},
        [this](const std::string& text) { return takeAxis("--zip", text, SweepValues::Zipped); },
        "Values of a setting that go with those of the other --zip, the first with the first; with "
        "--grid in all combinations",
        "none");
    what.text("--output", "DIR", m_output, "Folder of the sweep; runs are made in it", "none");
    what.flag("--dry-run", m_dryRun, "Check every run, list them, and train none");
    what.text("--resume", "DIR", m_resume,
              "Go on with a sweep: with runs that wait, that were stopped, or that failed");
    what.text("--stop", "DIR", m_stop,
              "Ask the process that goes through a sweep to save its run and to end");
    OptionSet& stop = options().section("Stopping by the median");
    stop.flag("--median-stopping", m_stopsByMedian,
              "Stop a run whose figure at a validation is worse than the median of what at least "
              "three other runs had come to at that step");
    stop.text("--figure", "TAG", m_figure,
              "The figure by which runs are compared, here and in the list at the end, as "
              "val/rooms/psnr",
              "the one that decides which checkpoint is best");
    footer(
        "The first Ctrl+C saves the run under way and ends with exit code 75. unlit run list DIR "
        "--differing shows the runs in one table.\n\nExamples:\n"
        "  unlit sweep --config configs/cpu_small.yaml --grid lr=1e-4,3e-5 "
        "--grid optimizer.name=AdamW,Muon --output sweeps/first max_iter=2000\n"
        "  unlit sweep --config configs/cpu_small.yaml --zip lr=1e-4,3e-5 "
        "--zip max_iter=2000,6000 --output sweeps/second\n"
        "  unlit sweep --resume sweeps/first\n"
        "  unlit sweep --stop sweeps/first");
}

bool SweepVerb::takeAxis(const char* option, const std::string& text, SweepValues go) {
    try {
        m_axes.push_back(sweepAxisOf(text, go));
        return true;
    } catch (const Error& error) {
        throw UsageError(std::string(option) + ": " + error.what() + "; " + error.hint());
    }
}

ExitCode SweepVerb::run(VerbContext& context) {
    if (!m_stop.empty())
        return stop(context);
    if (m_resume.empty() == m_recipes.empty())
        throw UsageError("--config FILE begins a sweep, --resume DIR goes on with one, --stop DIR "
                         "ends one");
    if (!m_recipes.empty() && m_output.empty())
        throw UsageError("--output is missing: the folder of the sweep");
    const bool isNamed = !m_output.empty() || !m_figure.empty() || m_stopsByMedian;
    if (!m_resume.empty() && (!m_axes.empty() || !m_settings.empty() || m_dryRun || isNamed))
        throw UsageError("a sweep that goes on keeps its runs and its rule: --resume DIR stands "
                         "alone");
    context.interrupt.waitForCaller();
    const fs::path sweep = fs::absolute(m_resume.empty() ? m_output : m_resume).lexically_normal();
    if (!m_resume.empty())
        return trainSweep(sweep, readSweepPlan(sweep), context);
    if (isSweep(sweep))
        throw UsageError("there is a sweep already in " + sweep.string() +
                         "; go on with it (--resume), or name another folder");
    const SweepPlan plan = newPlan(context);
    for (const SweepRun& run : plan.runs)
        if (std::error_code unknown; fs::exists(sweep / run.name / "config.yaml", unknown))
            throw UsageError("there is a run already in " + (sweep / run.name).string() +
                             ", which is of no sweep; name another folder with --output");
    if (m_dryRun) {
        Json names = Json::array();
        for (const SweepRun& run : plan.runs) {
            context.console.result(run.name);
            names.push_back(run.name);
        }
        context.console.object({{"sweep", sweep.string()}, {"runs", names}});
        return ExitCode::Done;
    }
    writeSweepPlan(sweep, plan);
    return trainSweep(sweep, plan, context);
}

ExitCode SweepVerb::stop(VerbContext& context) const {
    if (!m_recipes.empty() || !m_axes.empty() || !m_settings.empty() || !m_resume.empty() ||
        !m_output.empty() || !m_figure.empty() || m_stopsByMedian || m_dryRun)
        throw UsageError("--stop DIR stands alone");
    const fs::path sweep = fs::absolute(m_stop).lexically_normal();
    askSweepToStop(sweep);
    context.console.note(
        "it saves the run under way and ends; go on with it: unlit sweep --resume " +
        shellQuoted(sweep.string()));
    context.console.object({{"sweep", sweep.string()}, {"stop_asked", true}});
    return ExitCode::Done;
}

SweepPlan SweepVerb::newPlan(VerbContext& context) const {
    std::vector<fs::path> recipes;
    for (const std::string& recipe : m_recipes)
        recipes.push_back(fs::absolute(recipe).lexically_normal());
    SweepPlan plan{fs::current_path(), m_figure, m_stopsByMedian, {}};
    try {
        plan.runs = sweepRuns(recipes, m_axes, m_settings);
    } catch (const Error& error) {
        throw UsageError(std::string(error.what()) + "; " + error.hint());
    }
    requireUsableRuns(context, plan);
    return plan;
}

void SweepVerb::requireUsableRuns(VerbContext& context, const SweepPlan& plan) {
    const auto fault = faultInSweep(plan.runs, plan.figure);
    if (!fault)
        return;
    if (!fault->figure.empty())
        throw UsageError("--figure: " + fault->figure);
    if (fault->programs.empty()) {
        tell(fault->loaded, context.console);
        throw UsageError("the run " + fault->run + " cannot be trained as it is; none has begun");
    }
    const auto run = std::ranges::find(plan.runs, fault->run, &SweepRun::name);
    throw UsageError("the recipe starts " + fault->programs.front() +
                     ", which was not allowed here; unlit train --config " + run->config.string() +
                     " --rehearse --allow-programs allows it");
}

} // namespace unlit::cli
