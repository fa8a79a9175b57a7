#include "app/cli/model/model_calibrate_verb.h"

#include "app/cli/infer/infer_flags.h"
#include "app/cli/option_flags.h"

#include <array>
#include <cstdio>

namespace unlit::cli {

namespace {

constexpr int kMostBins = 1000;
constexpr const char* kCalibrateFooter =
    "Runs the model on pairs that it was not trained on, and learns which error is to be expected\n"
    "of a pixel from what one run shows of it: how bright and how colourful the answer is, how\n"
    "much it changes the picture (Poisson regression, then isotonic regression over bins of\n"
    "equal count). `unlit infer --uncertainty` then writes expected absolute errors, with one\n"
    "member, with many, with tiles. The table is cross-validated: each half of the pictures is\n"
    "judged by the other half's model.\n\n"
    "Example:\n  unlit model calibrate models/mine --dataset heldout.txt\n"
    "  unlit model calibrate models/mine --dataset heldout.txt --check --ensemble 4";

std::string number(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%9.4f", value);
    return text.data();
}

Json jsonOf(const evaluate::Reliability& reliability) {
    Json bins = Json::array();
    for (const evaluate::ReliabilityBin& bin : reliability.bins)
        bins.push_back(
            {{"expected", bin.expected}, {"found", bin.found}, {"samples", bin.samples}});
    return bins;
}

} // namespace

ModelCalibrateVerb::ModelCalibrateVerb(CLI::App& model)
    : Verb(model, "calibrate", "Learn which errors are to be expected of a model, pixel by pixel") {
    m_request.options.ensemble = 1;
    OptionSet& set = options();
    m_heldOut.add(set, m_request.input);
    set.section("Calibration");
    set.text("--target", "NAME", m_request.target, "The model's target whose truth the set has",
             "albedo, else the first");
    set.whole("--bins", m_bins, {1, kMostBins}, "Bins of expected errors, of equal count", "20");
    set.flag("--check", m_request.checksOnly,
             "Judge the calibration that the model has, run with these settings; write nothing");
    addNetworkFlags(set, m_request.options);
    addOptions(set, describe(m_request.tiles));
    footer(kCalibrateFooter);
}

CalibrationRequest ModelCalibrateVerb::request() const {
    CalibrationRequest request = m_request;
    request.model = m_heldOut.model;
    request.dataset = m_heldOut.pairs.input();
    request.bins = static_cast<std::size_t>(m_bins);
    return request;
}

void ModelCalibrateVerb::report(VerbContext& context, const CalibrationReport& report) const {
    const Json failed = sayFailures(context.console, report.failures);
    context.console.result(" expected     found   samples");
    for (const evaluate::ReliabilityBin& bin : report.reliability.bins)
        context.console.result(number(bin.expected) + " " + number(bin.found) + " " +
                               std::to_string(bin.samples));
    context.console.result("mean error" + number(report.reliability.meanError) +
                           ", calibration error" + number(report.reliability.calibrationError));
    context.console.note(countText(report.pictures, "picture") + ", " +
                         countText(static_cast<std::size_t>(report.ensemble), "member") + ", " +
                         countText(static_cast<std::size_t>(report.steps), "step") +
                         (m_request.checksOnly ? "" : "; written into unlit.json"));
    context.console.object({{"model", m_heldOut.model},
                            {"target", report.target},
                            {"ensemble", report.ensemble},
                            {"steps", report.steps},
                            {"reduction", toString(report.reduction)},
                            {"pictures", report.pictures},
                            {"samples", report.samples},
                            {"mean_error", report.reliability.meanError},
                            {"calibration_error", report.reliability.calibrationError},
                            {"bins", jsonOf(report.reliability)},
                            {"written", !m_request.checksOnly},
                            {"failed", failed}});
}

ExitCode ModelCalibrateVerb::run(VerbContext& context) {
    const CalibrationRequest request = this->request();
    DatasetWork work(context);
    const CalibrationReport found =
        work.finish(calibrateModel(request, work.progress("calibrating"), work.token()));
    report(context, found);
    return found.failures.empty() ? ExitCode::Done : ExitCode::Failed;
}

} // namespace unlit::cli
