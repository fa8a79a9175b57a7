#include "app/cli/run/run_branch_verbs.h"

#include "core/base/shell_text.h"

#include "core/runs/run_history.h"
#include "core/session/train/branch_run.h"
#include "core/session/train/run_report.h"
#include "core/train/run_folder.h"

namespace unlit::cli {

namespace {

/// "2026-03-02T10:00:00.042Z step 12 saved checkpoint=latest bytes=900".
std::string shownRecord(const runs::RunEvent& event) {
    std::string line = event.time + " step " + std::to_string(event.step) + " " +
                       std::string(toString(event.kind));
    for (const auto& [key, value] : event.fields.items())
        line += " " + key + "=" + (value.is_string() ? value.get<std::string>() : value.dump());
    return line;
}

} // namespace

RunEventsVerb::RunEventsVerb(CLI::App& parent)
    : Verb(parent, "events", "List what became of a run, and what was done to it") {
    options().section("Arguments").positional("RUN", m_run, "A run's folder");
    footer("Example:\n  unlit run events output/smoke");
}

ExitCode RunEventsVerb::run(VerbContext& context) {
    const train::RunFolder folder = train::RunFolder::open(m_run);
    Json events = Json::array();
    runs::requireReadable(folder.path());
    for (const runs::RunEvent& event : runs::runEventsOf(folder.path())) {
        context.console.result(shownRecord(event));
        events.push_back(Json::parse(runs::lineOf(event)));
    }
    context.console.object({{"run", folder.path().string()}, {"events", events}});
    return ExitCode::Done;
}

RunForkVerb::RunForkVerb(CLI::App& parent)
    : Verb(parent, "fork", "Begin a run at a checkpoint of another") {
    options().section("Arguments").positional("RUN", m_run, "The other run's folder");
    options().optionalPositionals("SETTING", m_overrides,
                                  "KEY=VALUE in place of the other run's, as lr=1e-5");
    OptionSet& what = options().section("From and to");
    what.requiredText("--checkpoint", "NAME", m_checkpoint,
                      "latest, previous, or a backup as iter_000400");
    what.requiredText("--output", "DIR", m_output, "Folder of the new run");
    footer("The new run goes on with optimizer, seeds and place in the data where the checkpoint "
           "has them (latest, previous, and backups of checkpoint.backup_state) and the settings "
           "that docs/config.md marks alone are changed; else it begins at step 0 with the "
           "weights. unlit train --resume DIR trains it.\n\n"
           "Example:\n"
           "  unlit run fork output/cpu_small --checkpoint latest --output output/slower lr=1e-5");
}

ExitCode RunForkVerb::run(VerbContext& context) {
    const Fork fork = forkRun({m_run, m_checkpoint, m_output, m_overrides});
    context.console.result(fork.folder.string());
    context.console.note(fork.keepsState
                             ? "stands at step " + std::to_string(fork.step)
                             : "begins at step 0 with the weights alone: " + fork.whyNot);
    context.console.note("train it: unlit train --resume " + shellQuoted(fork.folder.string()) +
                         (fork.isAtItsEnd ? " --extend N (it has done all its steps)" : ""));
    context.console.object(
        {{"run", fork.folder.string()}, {"step", fork.step}, {"state", fork.keepsState}});
    return ExitCode::Done;
}

RunReportVerb::RunReportVerb(CLI::App& parent)
    : Verb(parent, "report", "Write a run as one page: plots, pictures, figures, settings") {
    options().section("Arguments").positional("RUN", m_run, "A run's folder");
    OptionSet& to = options().section("To");
    to.text("--output", "FILE", m_output, "The page, HTML", "RUN/report.html, made anew");
    to.flag("--overwrite", m_overwrite, "Replace a page that is there already");
    footer("The page needs no other file and no net: pictures of the last step are inside, at most "
           "six. It has paths, host and command line of the run: look before you send it.\n\n"
           "Example:\n  unlit run report output/cpu_small --output cpu_small.html");
}

ExitCode RunReportVerb::run(VerbContext& context) {
    const RunReport report = writeRunReport({m_run, m_output, m_overwrite});
    context.console.result(report.page.string());
    context.console.note(std::to_string(report.plots) + " plots, " +
                         std::to_string(report.pictures) + " pictures");
    context.console.object({{"run", m_run},
                            {"page", report.page.string()},
                            {"plots", report.plots},
                            {"pictures", report.pictures}});
    return ExitCode::Done;
}

RunRollbackVerb::RunRollbackVerb(CLI::App& parent)
    : Verb(parent, "rollback", "Let a run go on from an earlier checkpoint of its own") {
    options().section("Arguments").positional("RUN", m_run, "A run's folder");
    options().section("To").requiredText("--checkpoint", "NAME", m_checkpoint,
                                         "previous, or a backup with state as iter_000400");
    footer("What was latest becomes previous. Figures beyond the step go when the run is "
           "resumed.\n\nExample:\n  unlit run rollback output/cpu_small --checkpoint previous");
}

ExitCode RunRollbackVerb::run(VerbContext& context) {
    const Rollback done = rollBackRun(m_run, m_checkpoint);
    context.console.result("step " + std::to_string(done.step));
    context.console.note("go on from there: unlit train --resume " + shellQuoted(m_run));
    context.console.object({{"run", m_run}, {"checkpoint", m_checkpoint}, {"step", done.step}});
    return ExitCode::Done;
}

} // namespace unlit::cli
