#include "app/cli/model/model_fit_strength_verb.h"

#include "app/cli/infer/infer_flags.h"

#include <array>
#include <cstdio>

namespace unlit::cli {

namespace {

constexpr const char* kFitStrengthFooter =
    "A model that is too sure of itself takes away more than is light. Means of its prediction\n"
    "and the input, in the model's numbers, are measured on pairs that it was not trained on; the\n"
    "share of the correction with the smallest errors becomes the model's own --strength.\n"
    "Calibrate its uncertainty after this: a calibration holds for one strength.\n\n"
    "Example:\n  unlit model fit-strength models/mine --dataset heldout.txt --processing-res 0";

std::string lineOf(const StrengthScore& score) {
    std::array<char, 80> text{};
    std::snprintf(text.data(), text.size(), "%9.2f %9.5f %9.5f %9.4f", score.strength, score.mse,
                  score.lmse, score.relative);
    return text.data();
}

Json jsonOf(const std::vector<StrengthScore>& scores) {
    Json json = Json::array();
    for (const StrengthScore& score : scores)
        json.push_back({{"strength", score.strength},
                        {"mse", score.mse},
                        {"lmse", score.lmse},
                        {"relative", score.relative}});
    return json;
}

} // namespace

ModelFitStrengthVerb::ModelFitStrengthVerb(CLI::App& model)
    : Verb(model, "fit-strength", "Measure how far a model's corrections can be trusted") {
    OptionSet& set = options();
    m_heldOut.add(set, m_request.input);
    set.section("Strength").flag("--dry-run", m_dryRun, "Measure only");
    addNetworkFlags(set, m_request.options);
    footer(kFitStrengthFooter);
}

StrengthRequest ModelFitStrengthVerb::request() {
    if (options().wasGiven("--strength"))
        throw UsageError("--strength is what is measured here; leave it out");
    StrengthRequest request = m_request;
    request.model = m_heldOut.model;
    request.dataset = m_heldOut.pairs.input();
    request.writes = !m_dryRun;
    return request;
}

void ModelFitStrengthVerb::report(VerbContext& context, const StrengthReport& report) const {
    const Json failed = sayFailures(context.console, report.failures);
    context.console.result(" strength       mse      lmse  relative");
    for (const StrengthScore& score : report.scores)
        context.console.result(lineOf(score));
    std::array<char, 32> best{};
    std::snprintf(best.data(), best.size(), "best strength %.2f", report.best);
    context.console.result(best.data());
    context.console.note(countText(report.pictures, "picture") +
                         (m_dryRun ? "" : "; written into unlit.json"));
    context.console.object({{"model", m_heldOut.model},
                            {"pictures", report.pictures},
                            {"strength", report.best},
                            {"scores", jsonOf(report.scores)},
                            {"written", !m_dryRun},
                            {"failed", failed}});
}

ExitCode ModelFitStrengthVerb::run(VerbContext& context) {
    const StrengthRequest request = this->request();
    DatasetWork work(context);
    const StrengthReport found =
        work.finish(fitStrength(request, work.progress("measuring"), work.token()));
    report(context, found);
    return found.failures.empty() ? ExitCode::Done : ExitCode::Failed;
}

} // namespace unlit::cli
