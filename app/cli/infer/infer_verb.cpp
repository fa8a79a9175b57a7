#include "app/cli/infer/infer_verb.h"

#include "app/cli/infer/planned_inputs.h"
#include "app/cli/input_list.h"
#include "app/cli/usage_error.h"
#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/base/frame_sequence.h"
#include "core/base/split_text.h"
#include "core/base/text.h"
#include "core/infer/idle_options.h"
#include "core/session/models/bundled_model.h"
#include "core/session/models/model_commands.h"

#include <algorithm>

namespace unlit::cli {

namespace {

constexpr const char* kInferFooter =
    "Writes <stem>_<target>.<suffix> for each target of the model; --name changes that.\n\n"
    "Examples:\n"
    "  unlit infer hall.exr --model models/albedo --output out\n"
    "  unlit infer renders/ --model models/albedo --output out --format png16\n"
    "  unlit infer 'shots/*.exr' --model models/albedo --output out --ensemble 5 --uncertainty\n"
    "  unlit infer 'shots/*.exr' --model models/albedo --output out --name "
    "'{name}_{target}.{frame}'\n"
    "  unlit infer hall.exr --model models/albedo --output out --layered --sidecar\n"
    "  unlit infer 'shots/hall.*.exr' --sequence --output out --name '{name}_{target}.{frame}'\n"
    "  unlit infer hall.exr --strokes hall_strokes.json --output out\n"
    "  unlit infer --from out/hall_unlit.json --output again";

std::string tallyText(std::size_t count, const std::string& what) {
    return std::to_string(count) + (count == 1 ? " image " : " images ") + what;
}

void tellSummary(Console& console, const BatchOutcome& outcome) {
    std::string text = tallyText(outcome.done, "done");
    if (!outcome.kept.empty())
        text += ", " + std::to_string(outcome.kept.size()) + " kept";
    if (!outcome.failed.empty())
        text += ", " + std::to_string(outcome.failed.size()) + " failed";
    console.note(outcome.isCancelled ? text + ", cancelled" : text);
}

std::string mapsNote(const std::vector<std::filesystem::path>& maps) {
    constexpr std::size_t most = 3;
    std::string names;
    for (std::size_t i = 0; i < std::min(most, maps.size()); ++i)
        names += (i > 0 ? ", " : "") + maps[i].filename().string();
    if (maps.size() > most)
        names += ", …";
    return std::to_string(maps.size()) + " maps of materials in folders are not de-lit: " + names +
           "; name a file to have it all the same";
}

/// `problems` are told already; here they join what failed on the way.
ExitCode finish(Console& console, BatchOutcome outcome, const std::vector<InputProblem>& problems) {
    Json failed = Json::array();
    for (const InputProblem& problem : problems)
        failed.push_back({{"input", problem.input}, {"error", problem.error}});
    failed.insert(failed.end(), outcome.failed.begin(), outcome.failed.end());
    outcome.failed = std::move(failed);

    tellSummary(console, outcome);
    Json json = {{"results", outcome.results}, {"failed", outcome.failed}};
    if (!outcome.kept.empty())
        json["kept"] = outcome.kept;
    if (outcome.isCancelled)
        json["cancelled"] = true;
    console.object(json);
    if (outcome.isCancelled)
        return ExitCode::Cancelled;
    return outcome.failed.empty() ? ExitCode::Done : ExitCode::Failed;
}

std::vector<FrameSequence> sequencesOf(const std::vector<std::filesystem::path>& files) {
    try {
        return findSequences(files);
    } catch (const Error& error) {
        throw UsageError(std::string("--sequence: ") + error.what() + "; " + error.hint());
    }
}

} // namespace

InferVerb::InferVerb(CLI::App& program)
    : Verb(program, "infer", "Take the light out of pictures: write their albedo") {
    addInferFlags(options(), m_flags);
    footer(kInferFooter);
}

void InferVerb::completeFlags() {
    if (!m_flags.from.empty())
        m_sideCar = applySettingsFile(m_flags, options());
    readStrokesFile(m_flags);
    if (m_flags.inputs.empty())
        throw UsageError("INPUT is missing: image files, folders or patterns");
    if (m_flags.model.empty())
        m_flags.model = bundledModel();
    if (m_flags.model.empty())
        throw UsageError("--model is missing, and this program came without a model of its own; "
                         "make one for trying things out with unlit model random");
    refuseContradictions(m_flags, options());
}

void InferVerb::refuseUnknownTargets(const ModelSummary& model) const {
    for (const std::string& target : m_flags.options.targets) {
        if (std::ranges::find(model.targets, target) != model.targets.end())
            continue;
        const std::string nearest = nearestName(target, model.targets);
        throw UsageError("--targets: \"" + target + "\" is not allowed; " +
                         (nearest.empty() ? "" : "did you mean \"" + nearest + "\"? ") +
                         "this model has " + joined(model.targets, ", "));
    }
}

ExitCode InferVerb::run(VerbContext& context) {
    completeFlags();
    InputList inputs = expandInputs(m_flags.inputs);
    ModelSummary model;
    try {
        model = inspectModel(m_flags.model);
        if (m_sideCar && inputs.files.size() == 1)
            refuseOtherSources(*m_sideCar, m_flags, options(), context.console);
    } catch (...) {
        // Without the model that is meant every input fails, for one reason that is told once.
        const std::string error = translateCurrentException().text();
        context.console.error(error);
        for (const InputFile& file : inputs.files)
            inputs.problems.push_back({file.path.string(), error});
        return finish(context.console, {}, inputs.problems);
    }
    refuseUnknownTargets(model);
    if (m_flags.output.uncertainty && m_flags.options.ensemble < 2 && !model.knowsErrors)
        throw UsageError("--uncertainty needs --ensemble of 2 or more: this model is not "
                         "calibrated, and one prediction alone says nothing about its spread");
    PlannedBatch batch = planBatch(m_flags, inputs.files, model.targets);
    for (const auto& other : chooseStroked(m_flags, batch.requests))
        batch.notes.push_back(other.string() + ": without the strokes, which were drawn on "
                                               "another picture");
    std::vector<BatchPart> parts = partsOf(std::move(batch.requests), context.console);
    if (model.isRandom)
        context.console.warning("the model " + m_flags.model +
                                " has random weights: its pictures mean nothing");
    for (const std::string& idle : idleOptions(m_flags.options))
        context.console.warning(idle);
    if (!inputs.maps.empty())
        context.console.note(mapsNote(inputs.maps));
    for (const std::string& note : batch.notes)
        context.console.note(note);
    for (const InputProblem& problem : inputs.problems)
        context.console.error(problem.error);
    return finish(context.console, runBatch(context, std::move(parts)), inputs.problems);
}

BatchOutcome InferVerb::runBatch(VerbContext& context, std::vector<BatchPart> parts) const {
    if (std::ranges::all_of(parts, &std::vector<InferenceRequest>::empty, &BatchPart::requests))
        return {};
    context.interrupt.waitForCaller();
    context.interrupt.cleanUp(m_flags.outputFolder);
    return InferBatch(context.console, context.interrupt, std::move(parts)).run();
}

std::vector<BatchPart> InferVerb::partsOf(std::vector<InferenceRequest> requests,
                                          Console& console) const {
    std::vector<BatchPart> parts;
    if (!m_flags.sequence) {
        parts.push_back({std::move(requests), false});
        return parts;
    }
    std::vector<std::filesystem::path> files;
    for (const InferenceRequest& request : requests)
        files.push_back(request.input);
    for (const FrameSequence& sequence : sequencesOf(files)) {
        BatchPart part{{}, sequence.files.size() > 1};
        for (const std::size_t file : sequence.files)
            part.requests.push_back(std::move(requests[file]));
        if (const std::string missing = missingFramesText(sequence); !missing.empty())
            console.warning(missing);
        if (!part.isSequence)
            console.note(sequence.pattern + ": no other frame of it was given; done by itself");
        parts.push_back(std::move(part));
    }
    return parts;
}

} // namespace unlit::cli
