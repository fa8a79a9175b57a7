#include "app/cli/evaluate/evaluate_verb.h"

#include "app/cli/dataset/dataset_flags.h"
#include "app/cli/evaluate/evaluation_table.h"
#include "app/cli/infer/infer_flags.h"
#include "app/cli/option_flags.h"
#include "app/cli/processes/processes_flag.h"
#include "app/cli/processes/shared_work.h"
#include "app/cli/usage_error.h"
#include "app/cli/value_kinds.h"
#include "core/session/evaluate/evaluation_report.h"
#include "core/session/evaluate/evaluation_schema.h"
#include "core/session/evaluate/evaluation_share.h"

namespace unlit::cli {

namespace {

constexpr const char* kEvaluateFooter =
    "Baselines: input (the picture itself), constant (18 % grey), grey-retinex, colour-retinex.\n"
    "Every figure stands for each of {no scale, one scale, a scale per channel} x {masked, all} x\n"
    "{linear, encoded}, with the published protocol that it follows.\n\n"
    "Examples:\n"
    "  unlit evaluate --model models/albedo colour-retinex --dataset test.txt --output out\n"
    "  unlit evaluate --model input --judgements iiw --judgements-split test";

} // namespace

EvaluateVerb::EvaluateVerb(CLI::App& program)
    : Verb(program, "evaluate", "Measure models and baselines against the truth") {
    addPictures();
    addNetwork();
    OptionSet& output = options().section("Output");
    output.text("--output", "DIR", m_output,
                "Folder for evaluation.json, evaluation.csv, evaluation_pictures.csv and "
                "contact_sheet.png",
                "none");
    addOptions(output, under(describe(m_request), kOutputHeading));
    output.flag("--overwrite", m_overwrite, "Replace an earlier report");
    footer(kEvaluateFooter);
}

void EvaluateVerb::addPictures() {
    OptionSet& set = options();
    set.section("Models").requiredTexts(
        "--model", "DIR|NAME", m_request.models,
        "Model folders, or baselines: input, constant, grey-retinex, colour-retinex; the others "
        "are compared with the first");
    set.section("Pictures");
    set.text("--dataset", "LIST", m_dataset,
             "filename_list of beauty, albedo and mask; or a folder or .tar archive of pairs",
             "none");
    set.text("--root", "DIR", m_root, "Folder or .tar archive that the list speaks of",
             "the list's folder");
    set.text("--judgements", "DIR", m_judgements,
             "Folder of Intrinsic Images in the Wild: ID.json beside ID.png", "none");
    addInputSpace(set, m_request.input.space);
    addExposure(set, m_request.input.exposureEv,
                "Stops added to scene-linear pictures before they are shown to a model");
    const config::Options described = describe(m_request);
    addOptions(set, under(described, kPicturesHeading));
    addOptions(set, under(described, kProtocolHeading));
}

void EvaluateVerb::addNetwork() {
    OptionSet& set = options();
    addProcesses(set, m_processes,
                 "Share the pictures out among so many processes of this machine, each with the "
                 "whole model; auto = one a GPU. Figures and files are those of one process");
    addNetworkFlags(set, m_request.options);
    addOptions(set, under(describe(m_request), kNetworkHeading));
}

EvaluationRequest EvaluateVerb::request() const {
    if (m_dataset.empty() && m_judgements.empty())
        throw UsageError("--dataset is missing: a list of pictures with their truth");
    if (!m_root.empty() && !isFilenameList(m_dataset))
        throw UsageError("--root belongs to a filename_list");
    EvaluationRequest request = m_request;
    request.dataset = {m_dataset, m_root, {}};
    request.judgements.folder = m_judgements;
    return request;
}

void EvaluateVerb::report(VerbContext& context, const Evaluation& evaluation) const {
    for (const EvaluationFailure& failure : evaluation.failures)
        context.console.error(printable(failure.picture +
                                        (failure.model.empty() ? "" : " (" + failure.model + ")") +
                                        ": " + failure.failure.text()));
    std::vector<std::filesystem::path> files;
    if (!m_output.empty())
        files = writeEvaluation(evaluation, m_output, m_overwrite);
    for (const std::string& line : evaluationLines(evaluation))
        context.console.result(line);
    Json json = evaluationJson(evaluation);
    json["files"] = Json::array();
    for (const auto& file : files) {
        json["files"].push_back(file.string());
        context.console.note("wrote " + printable(file.string()));
    }
    context.console.object(json);
}

namespace {

/// The whole evaluation, or the share that the request names.
Evaluation evaluatedHere(const EvaluationRequest& request, VerbContext& context,
                         const std::function<void(const std::string&)>& tell) {
    std::stop_source stop;
    const auto progress = [&](const std::string& what) {
        if (context.interrupt.isRequested())
            stop.request_stop();
        tell(what);
    };
    auto evaluation = evaluateModels(request, progress, stop.get_token());
    context.console.endProgress();
    if (!evaluation)
        throw CancelledError();
    return std::move(*evaluation);
}

} // namespace

/// Of a process that was started for a share of the pictures.
ExitCode EvaluateVerb::runShare(const OwnShare& own, VerbContext& context) const {
    EvaluationRequest request = this->request();
    request.share = own.share();
    request.workers = own.workers(request.workers);
    request.options.device = own.device(request.options.device);
    context.interrupt.waitForCaller();
    own.handOver(evaluationPart(
        evaluatedHere(request, context, [&own](const std::string& what) { own.tell(what); })));
    return ExitCode::Done;
}

ExitCode EvaluateVerb::run(VerbContext& context) {
    if (const auto own = OwnShare::ofThisProcess())
        return runShare(*own, context);
    const EvaluationRequest request = this->request();
    if (!m_output.empty()) {
        refuseExistingReport(m_output, m_overwrite);
        context.interrupt.cleanUp(m_output);
    }
    context.interrupt.waitForCaller();
    const int processes = processesIn(m_processes.value_or("1"));
    const Evaluation evaluation =
        processes > 1 ? joinedEvaluation(request, shareWork(processes, {}, context))
                      : evaluatedHere(request, context, [&context](const std::string& what) {
                            context.console.progress(printable(what));
                        });
    report(context, evaluation);
    return evaluation.failures.empty() ? ExitCode::Done : ExitCode::Failed;
}

} // namespace unlit::cli
