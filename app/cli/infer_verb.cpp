#include "app/cli/infer_verb.h"

#include "app/cli/infer_batch.h"
#include "app/cli/planned_inputs.h"
#include "app/cli/usage_error.h"
#include "core/base/failure.h"
#include "core/base/text.h"
#include "core/session/model_commands.h"

#include <algorithm>

namespace unlit::cli {

namespace {

constexpr const char* kFooter =
    "Writes <stem>_<target>.<suffix> for each target of the model.\n\n"
    "Examples:\n"
    "  unlit infer hall.exr --model models/albedo --output out\n"
    "  unlit infer renders/ --model models/albedo --output out --format png16\n"
    "  unlit infer 'shots/*.exr' --model models/albedo --output out --ensemble 5 --uncertainty\n"
    "  unlit infer hall.exr --output again --from settings.json";

std::string countText(std::size_t count, const std::string& what) {
    return std::to_string(count) + (count == 1 ? " image " : " images ") + what;
}

void tellSummary(Console& console, const BatchOutcome& outcome) {
    std::string text = countText(outcome.results.size(), "done");
    if (!outcome.failed.empty())
        text += ", " + std::to_string(outcome.failed.size()) + " failed";
    console.note(outcome.isCancelled ? text + ", cancelled" : text);
}

ExitCode finish(Console& console, BatchOutcome outcome) {
    tellSummary(console, outcome);
    ExitCode code = outcome.failed.empty() ? ExitCode::Done : ExitCode::Failed;
    if (outcome.isCancelled)
        code = ExitCode::Cancelled;
    Json json = {{"results", std::move(outcome.results)}, {"failed", std::move(outcome.failed)}};
    if (outcome.isCancelled)
        json["cancelled"] = true;
    console.object(json);
    return code;
}

} // namespace

InferVerb::InferVerb(CLI::App& program)
    : Verb(program, "infer", "Take the light out of pictures: write their albedo") {
    addInferFlags(options(), m_flags);
    app().footer(kFooter);
}

void InferVerb::completeFlags() {
    if (!m_flags.from.empty())
        applySettingsFile(m_flags.from, options());
    if (m_flags.model.empty())
        throw UsageError("--model is missing: the model folder; make one for trying things out "
                         "with unlit model random");
    refuseContradictions(m_flags, options());
}

void InferVerb::refuseUnknownTargets(const ModelSummary& model) const {
    for (const std::string& target : m_flags.options.targets) {
        if (std::ranges::find(model.targets, target) != model.targets.end())
            continue;
        const std::string nearest = nearestName(target, model.targets);
        throw UsageError("--targets: \"" + target + "\" is not allowed; " +
                         (nearest.empty() ? "" : "did you mean \"" + nearest + "\"? ") +
                         "this model has " + OptionSet::joined(model.targets, ", "));
    }
}

ExitCode InferVerb::run(VerbContext& context) {
    completeFlags();
    const InputList inputs = expandInputs(m_flags.inputs);
    try {
        return runInputs(context, inputs);
    } catch (const Error&) {
        // The model cannot be used: that holds for every input.
        const std::string error = translateCurrentException().text();
        context.console.error(error);
        Json failed = Json::array();
        for (const InputProblem& problem : inputs.problems)
            failed.push_back({{"input", problem.input}, {"error", problem.error}});
        for (const InputFile& file : inputs.files)
            failed.push_back({{"input", file.path.string()}, {"error", error}});
        context.console.object({{"results", Json::array()}, {"failed", std::move(failed)}});
        return ExitCode::Failed;
    }
}

ExitCode InferVerb::runInputs(VerbContext& context, const InputList& inputs) {
    Console& console = context.console;
    const ModelSummary model = inspectModel(m_flags.model);
    refuseUnknownTargets(model);
    const PlannedBatch batch = planBatch(m_flags, inputs.files, model.targets);
    if (model.isRandom)
        console.warning("the model " + m_flags.model +
                        " has random weights: its pictures mean nothing");
    for (const std::string& note : batch.notes)
        console.note(note);
    for (const InputProblem& problem : inputs.problems)
        console.error(problem.error);

    BatchOutcome outcome;
    if (!batch.requests.empty()) {
        context.interrupt.waitForCaller();
        context.interrupt.cleanUp(m_flags.outputFolder);
        outcome = InferBatch(console, context.interrupt, batch.requests).run();
    }
    // Words that led to nothing come first: they failed before anything ran.
    Json failed = Json::array();
    for (const InputProblem& problem : inputs.problems)
        failed.push_back({{"input", problem.input}, {"error", problem.error}});
    for (const Json& failure : outcome.failed)
        failed.push_back(failure);
    outcome.failed = std::move(failed);
    return finish(console, std::move(outcome));
}

} // namespace unlit::cli
