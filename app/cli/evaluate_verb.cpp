#include "app/cli/evaluate_verb.h"

#include "app/cli/dataset_flags.h"
#include "app/cli/evaluation_table.h"
#include "app/cli/infer_flags.h"
#include "app/cli/usage_error.h"
#include "app/cli/value_kinds.h"
#include "core/session/evaluation_report.h"

#include <algorithm>

namespace unlit::cli {

namespace {

constexpr const char* kEvaluateFooter =
    "Baselines: input (the picture itself), constant (18 % grey), grey-retinex, colour-retinex.\n"
    "Every figure stands for each of {no scale, one scale, a scale per channel} x {masked, all} x\n"
    "{linear, encoded}, with the published protocol that it follows.\n\n"
    "Examples:\n"
    "  unlit evaluate --model models/albedo colour-retinex --dataset test.txt --output out\n"
    "  unlit evaluate --model input --judgements iiw --judgements-split test";

constexpr int kMostSheetRows = 100;
constexpr int kMostResamples = 1000000;

} // namespace

EvaluateVerb::EvaluateVerb(CLI::App& program)
    : Verb(program, "evaluate", "Measure models and baselines against the truth") {
    addPictures();
    addProtocol();
    addNetwork();
    OptionSet& output = options().section("Output");
    output.text("--output", "DIR", m_output,
                "Folder for evaluation.json, evaluation.csv, evaluation_pictures.csv and "
                "contact_sheet.png",
                "none");
    output.whole("--sheet-rows", m_request.sheetRows, {0, kMostSheetRows},
                 "Pictures on the contact sheet", "8");
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
    set.choice("--judgements-split", m_request.judgements.testOnly,
               std::vector<std::pair<std::string, bool>>{{"all", false}, {"test", true}},
               "test = every fifth picture, as published tables have it", "all");
    addInputSpace(set, m_request.input.space);
    set.choice("--truth-space", m_request.truthSpace,
               autoOrNamesOf({ColorSpace::Srgb, ColorSpace::Gamma22, ColorSpace::Linear,
                              ColorSpace::AcesCg, ColorSpace::Raw}),
               "Colour space of the albedos", "auto");
    addExposure(set, m_request.input.exposureEv,
                "Stops added to scene-linear pictures before they are shown to a model", "auto");
    set.whole("--workers", m_request.workers, {0, 1024},
              "Threads that measure; 0 = one for each processor", "0");
}

void EvaluateVerb::addProtocol() {
    OptionSet& set = options().section("Protocol");
    set.choice("--encoding", m_request.encoding, namesOf({ColorSpace::Srgb, ColorSpace::Gamma22}),
               "Display curve of the encoded figures; Marigold's are gamma22", "srgb");
    set.flag("--keep-black", m_request.keepBlackAlbedo,
             "Count pixels whose albedo is black under a lit picture (metal, glass) in the masked "
             "figures");
    set.whole("--resamples", m_request.bootstrap.resamples, {100, kMostResamples},
              "Draws of the paired bootstrap", "10000");
    set.value(
        "--bootstrap-seed", "N", {"a whole number from 0 to 2^63-1", {}},
        [this](const std::string& text) {
            const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
            if (text.empty() || text.size() > 18 || !std::ranges::all_of(text, isDigit))
                return false;
            m_request.bootstrap.seed = std::stoull(text);
            return true;
        },
        "Seed of the bootstrap: the same seed gives the same intervals", "2024");
}

void EvaluateVerb::addNetwork() {
    OptionSet& set = options();
    addNetworkFlags(set, m_request.options, false);
    set.text("--target", "NAME", m_request.target, "The model's target whose truth the set has",
             "albedo, else the first");
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

ExitCode EvaluateVerb::run(VerbContext& context) {
    const EvaluationRequest request = this->request();
    if (!m_output.empty()) {
        refuseExistingReport(m_output, m_overwrite);
        context.interrupt.cleanUp(m_output);
    }
    context.interrupt.waitForCaller();
    std::stop_source stop;
    const auto progress = [&](const std::string& what) {
        if (context.interrupt.isRequested())
            stop.request_stop();
        context.console.progress(printable(what));
    };
    const auto evaluation = evaluateModels(request, progress, stop.get_token());
    context.console.endProgress();
    if (!evaluation)
        throw CancelledError();
    report(context, *evaluation);
    return evaluation->failures.empty() ? ExitCode::Done : ExitCode::Failed;
}

} // namespace unlit::cli
