#include "app/cli/command_line.h"

#include "app/cli/config/config_verbs.h"
#include "app/cli/dataset/dataset_check_verb.h"
#include "app/cli/dataset/dataset_corrections_verb.h"
#include "app/cli/dataset/dataset_make_list_verb.h"
#include "app/cli/dataset/dataset_scan_verb.h"
#include "app/cli/dataset/dataset_split_verb.h"
#include "app/cli/dataset/dataset_stats_verb.h"
#include "app/cli/dataset/dataset_synthesize_verb.h"
#include "app/cli/evaluate/evaluate_verb.h"
#include "app/cli/help/describe.h"
#include "app/cli/help/document_verbs.h"
#include "app/cli/image/image_convert_verb.h"
#include "app/cli/image/image_info_verb.h"
#include "app/cli/infer/infer_verb.h"
#include "app/cli/info_verb.h"
#include "app/cli/model/model_calibrate_verb.h"
#include "app/cli/model/model_check_verb.h"
#include "app/cli/model/model_codes_verbs.h"
#include "app/cli/model/model_export_verb.h"
#include "app/cli/model/model_fit_strength_verb.h"
#include "app/cli/model/model_info_verb.h"
#include "app/cli/model/model_list_verb.h"
#include "app/cli/model/model_merge_lora_verb.h"
#include "app/cli/model/model_new_verb.h"
#include "app/cli/model/model_random_verb.h"
#include "app/cli/model/model_scale_latents_verb.h"
#include "app/cli/run/run_branch_verbs.h"
#include "app/cli/run/run_label_verbs.h"
#include "app/cli/run/run_list_verb.h"
#include "app/cli/run/run_steer_verbs.h"
#include "app/cli/run/run_verbs.h"
#include "app/cli/train/bench_train_verb.h"
#include "app/cli/train/sweep_verb.h"
#include "app/cli/train/train_verb.h"
#include "app/cli/usage_error.h"
#include "core/base/failure.h"
#include "core/base/log.h"
#include "core/base/split_text.h"
#include "core/base/text.h"
#include "core/base/version.h"

#include <algorithm>

namespace unlit::cli {

namespace {

constexpr const char* kSummary = "Takes the light out of pictures: from an image to its albedo.";
constexpr const char* kExitCodes =
    "Exit codes: 0 done, 1 failed (also when some of several inputs failed), 2 bad usage or "
    "settings, 75 a training is saved and can be resumed, 130 cancelled.";
const std::string kHelpOfHelp = "Print this help and leave";
const std::string kHelpOfVersion = "Print the version and leave";

/// The deepest command that was named: a verb, a group of verbs, or the program.
const CLI::App& deepestParsed(const CLI::App& app) {
    const auto parsed = app.get_subcommands();
    return parsed.empty() ? app : deepestParsed(*parsed.front());
}

/// "image info"; empty for the program itself, whose name stands before every message.
std::string nameOf(const CLI::App& app) {
    const CLI::App* parent = app.get_parent();
    if (parent == nullptr)
        return {};
    const std::string group = nameOf(*parent);
    return group.empty() ? app.get_name() : group + " " + app.get_name();
}

std::string fullName(const CLI::App& group, const std::string& verb) {
    return group.get_parent() == nullptr ? verb : nameOf(group) + " " + verb;
}

std::vector<std::string> verbNames(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
        if (!verb->get_group().empty())
            names.push_back(verb->get_name());
    return names;
}

std::vector<std::string> optionNames(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options([](const CLI::Option*) { return true; }))
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
    return names;
}

std::string seeHelp(const CLI::App& app) {
    return "; see unlit " + fullName(app, "--help");
}

[[noreturn]] void refuseVerb(const CLI::App& group, const std::string& word) {
    const std::vector<std::string> names = verbNames(group);
    const std::string nearest = nearestName(word, names);
    throw UsageError("there is no verb " + fullName(group, word) +
                     (nearest.empty() ? "; use " + joined(names, ", ")
                                      : "; did you mean " + fullName(group, nearest) + "?"));
}

/// The first argument that nothing has taken.
[[noreturn]] void refuseExtra(const CLI::App& verb, const std::string& extra) {
    if (extra.starts_with('-') && extra.size() > 1) {
        const std::string name = extra.substr(0, extra.find('='));
        const std::vector<std::string> names = optionNames(verb);
        if (std::ranges::find(names, name) != names.end())
            throw UsageError(name + " belongs behind the verb: unlit " + fullName(verb, name));
        const std::string nearest = nearestName(name, names);
        const std::string owner = verb.get_parent() == nullptr ? "the program" : nameOf(verb);
        throw UsageError(owner + " has no option " + name +
                         (nearest.empty() ? seeHelp(verb) : "; did you mean " + nearest + "?"));
    }
    if (!verbNames(verb).empty())
        refuseVerb(verb, extra);
    throw UsageError("\"" + extra + "\" is one argument too many for " + nameOf(verb) +
                     seeHelp(verb));
}

/// CLI11 says "--steps: 1 required N missing".
std::string inOurWords(const CLI::ParseError& error) {
    const std::string text = error.what();
    const std::size_t colon = text.find(": 1 required ");
    if (colon == std::string::npos || !text.ends_with(" missing"))
        return text;
    return text.substr(0, colon) + " needs a value";
}

void report(Console& console, const std::string& text, std::string_view kind) {
    console.error(text);
    console.object(Json{{"error", text}, {"kind", kind}});
}

} // namespace

CommandLine::CommandLine() : m_app(kSummary, "unlit") {
    m_app.set_help_flag("");
    m_app.allow_extras(); // our own words for them, in refuseExtra
    m_app.require_subcommand(0, 1);
    addVerbs();
    addCommonFlags();
    m_app.footer(kExitCodes);
}

template <class T>
void CommandLine::add(CLI::App& parent) {
    m_verbs.push_back(std::make_unique<T>(parent));
}

void CommandLine::addVerbs() {
    add<InferVerb>(m_app);
    add<TrainVerb>(m_app);
    add<SweepVerb>(m_app);
    add<EvaluateVerb>(m_app);
    add<ValidateVerb>(m_app);
    add<VisualizeVerb>(m_app);
    add<WorstVerb>(m_app);
    CLI::App& run = *m_app.add_subcommand("run", "Look into training runs, steer and branch them");
    add<RunListVerb>(run);
    add<RunTagVerb>(run);
    add<RunArchiveVerb>(run);
    add<RunStatusVerb>(run);
    for (const runs::RunVerb verb :
         {runs::RunVerb::Pause, runs::RunVerb::Continue, runs::RunVerb::Save,
          runs::RunVerb::Validate, runs::RunVerb::Stop, runs::RunVerb::Histograms})
        m_verbs.push_back(std::make_unique<RunSteerVerb>(run, verb));
    add<RunRateVerb>(run);
    add<RunEventsVerb>(run);
    add<RunForkVerb>(run);
    add<RunReportVerb>(run);
    add<RunRollbackVerb>(run);
    CLI::App& image = *m_app.add_subcommand("image", "Look into image files, and convert them");
    add<ImageInfoVerb>(image);
    add<ImageConvertVerb>(image);
    CLI::App& model = *m_app.add_subcommand("model", "Look into model folders, and make them");
    add<ModelListVerb>(model);
    add<ModelInfoVerb>(model);
    add<ModelCheckVerb>(model);
    add<ModelRandomVerb>(model);
    add<ModelNewVerb>(model);
    add<ModelScaleLatentsVerb>(model);
    add<ModelFitStrengthVerb>(model);
    add<ModelCalibrateVerb>(model);
    add<ModelExportVerb>(model);
    add<ModelMergeLoraVerb>(model);
    add<ModelTokenizeVerb>(model);
    add<ModelDetokenizeVerb>(model);
    CLI::App& dataset =
        *m_app.add_subcommand("dataset", "Make and check training sets of beauty and albedo");
    add<DatasetScanVerb>(dataset);
    add<DatasetCheckVerb>(dataset);
    add<DatasetMakeListVerb>(dataset);
    add<DatasetSplitVerb>(dataset);
    add<DatasetCorrectionsVerb>(dataset);
    add<DatasetStatsVerb>(dataset);
    add<DatasetSynthesizeVerb>(dataset);
    CLI::App& config =
        *m_app.add_subcommand("config", "Check and compare the settings of training runs");
    add<ConfigCheckVerb>(config);
    add<ConfigShowVerb>(config);
    add<ConfigDiffVerb>(config);
    add<ConfigDocsVerb>(config);
    CLI::App& bench = *m_app.add_subcommand("bench", "Measure how fast this machine is");
    add<BenchTrainVerb>(bench);
    add<InfoVerb>(m_app);
    add<CompletionVerb>(m_app);
    add<ManVerb>(m_app);
    add<DocsVerb>(m_app);
    for (CLI::App* group : {&run, &image, &model, &dataset, &config, &bench, &m_app})
        group->add_flag("-h,--help", kHelpOfHelp)->group("Messages");
    m_app.add_flag("--version", kHelpOfVersion)->group("Messages");
}

void CommandLine::addCommonFlags() {
    for (const auto& verb : m_verbs) {
        OptionSet& options = verb->options().section("Messages");
        options.flag("--json", m_flags.json, "Print the result as one JSON object on stdout");
        options.flag("--quiet", m_flags.quiet, "No progress, notes or warnings; errors only");
        options.choice(
            "--log-level", m_flags.logLevel,
            namesOf({LogLevel::Debug, LogLevel::Info, LogLevel::Warning, LogLevel::Error}),
            "Print the program's log on stderr, too, from this level on", "none");
        options.flag("--verbose", m_flags.verbose, "The same as --log-level debug");
        options.flag("-h,--help", m_flags.help, kHelpOfHelp, "");
    }
}

ExitCode CommandLine::run(const std::vector<std::string>& arguments, Interrupt& interrupt) {
    // A mistake may stand before --json is parsed; who asks for JSON gets it then, too.
    const auto options = std::ranges::find(arguments, "--");
    Console console(std::find(arguments.begin(), options, "--json") != options, false);
    ExitCode code = ExitCode::Failed;
    try {
        code = parseAndRun(arguments, interrupt);
    } catch (const UsageError& error) {
        report(console, error.what(), "usage");
        code = ExitCode::Usage;
    } catch (const CancelledError& error) {
        report(console, error.what(), "cancelled");
        code = ExitCode::Cancelled;
    } catch (...) {
        const Failure failure = translateCurrentException();
        report(console, failure.text(), toString(failure.kind));
    }
    if (!console.flush()) {
        console.error("cannot write to the standard output");
        code = ExitCode::Failed;
    }
    return code;
}

ExitCode CommandLine::parseAndRun(std::vector<std::string> arguments, Interrupt& interrupt) {
    std::ranges::reverse(arguments); // as CLI11 wants them
    try {
        m_app.parse(arguments);
    } catch (const CLI::ParseError& error) {
        throw UsageError(inOurWords(error));
    }
    const CLI::App& deepest = deepestParsed(m_app);
    for (const std::string& extra : m_app.remaining(true))
        if (extra != "--") // CLI11 keeps the mark behind which everything is an argument
            refuseExtra(deepest, extra);
    Console console(false, false);
    if (deepest.get_option("--help")->count() > 0) {
        console.result(helpText(describe(deepest), LiveLine::terminalColumns()));
        return ExitCode::Done;
    }
    if (m_app.get_option("--version")->count() > 0) {
        console.result("unlit " + std::string(version()));
        return ExitCode::Done;
    }
    if (Verb* verb = parsedVerb())
        return runVerb(*verb, interrupt);
    throw UsageError("a verb is missing: " + fullName(deepest, "") +
                     joined(verbNames(deepest), ", ") + seeHelp(deepest));
}

Verb* CommandLine::parsedVerb() const {
    const auto found =
        std::ranges::find_if(m_verbs, [](const auto& verb) { return verb->app().parsed(); });
    return found == m_verbs.end() ? nullptr : found->get();
}

ExitCode CommandLine::runVerb(Verb& verb, Interrupt& interrupt) {
    verb.options().assignGiven();
    if (m_flags.verbose && m_flags.logLevel)
        throw UsageError("--verbose is --log-level debug: give one of the two");
    if (m_flags.verbose)
        m_flags.logLevel = LogLevel::Debug;
    const ProgramLog log(
        {.file = programLogFile(),
         .fileLevel = std::min(m_flags.logLevel.value_or(LogLevel::Info), LogLevel::Info),
         .consoleLevel = m_flags.logLevel});
    if (!log.problem().empty())
        logWarning(log.problem());
    Console console(m_flags.json, m_flags.quiet);
    VerbContext context{console, interrupt, m_flags.logLevel};
    return verb.run(context);
}

} // namespace unlit::cli
