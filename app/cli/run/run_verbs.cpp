#include "app/cli/run/run_verbs.h"

#include "app/cli/usage_error.h"

#include <array>
#include <cstdio>

namespace unlit::cli {

namespace {

void addCommon(OptionSet& options, std::string& run, std::vector<std::string>& overrides,
               std::string& device, bool& useEma) {
    options.section("Arguments")
        .positional("RUN", run,
                    "A run's folder (its latest checkpoint), or a folder under its checkpoint/");
    options.optionalPositionals("SETTING", overrides,
                                "KEY=VALUE in place of the run's own, as "
                                "validation.denoising_steps=10");
    options.section("Weights").flag("--ema", useEma,
                                    "Use the running mean of the weights (unet_ema)");
    options.section("Device").text("--device", "D", device, "auto, cpu, cuda or cuda:N", "auto");
}

std::string preciseText(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.9g", value);
    return text.data();
}

/// Tells what is under way and hears the signals meanwhile.
RunProgress progressOf(VerbContext& context, std::stop_source& stop) {
    return [&context, &stop](const std::string& what) {
        if (context.interrupt.isRequested())
            stop.request_stop();
        context.console.progress(what);
    };
}

} // namespace

ValidateVerb::ValidateVerb(CLI::App& program)
    : Verb(program, "validate", "Measure a checkpoint of a run on its validation sets") {
    addCommon(options(), m_run, m_overrides, m_device, m_useEma);
    footer("Example:\n  unlit validate output/smoke/checkpoint/iter_000020");
}

ExitCode ValidateVerb::run(VerbContext& context) {
    context.interrupt.waitForCaller();
    std::stop_source stop;
    const auto figures = validateRun({m_run, m_device, m_overrides, m_useEma},
                                     progressOf(context, stop), stop.get_token());
    context.console.endProgress();
    if (!figures)
        throw CancelledError();
    Json sets = Json::array();
    for (const SetFigures& set : figures->sets) {
        Json metrics = Json::object();
        for (const auto& [metric, value] : set.metrics) {
            metrics[metric] = value;
            context.console.result(set.dataset + "/" + metric + " " + preciseText(value));
        }
        sets.push_back(
            {{"dataset", set.dataset}, {"pictures", set.pictures}, {"metrics", metrics}});
    }
    context.console.object(
        {{"checkpoint", figures->checkpoint.string()}, {"step", figures->step}, {"sets", sets}});
    return ExitCode::Done;
}

VisualizeVerb::VisualizeVerb(CLI::App& program)
    : Verb(program, "visualize", "Save pictures that a checkpoint of a run makes") {
    addCommon(options(), m_run, m_overrides, m_device, m_useEma);
    options().section("Output").text("--output", "DIR", m_output,
                                     "Folder for the pictures, one below it for each set",
                                     "the run's visualization/");
    footer("Example:\n  unlit visualize output/smoke --output pictures");
}

ExitCode VisualizeVerb::run(VerbContext& context) {
    context.interrupt.waitForCaller();
    std::stop_source stop;
    const auto pictures = visualizeRun({m_run, m_device, m_overrides, m_useEma}, m_output,
                                       progressOf(context, stop), stop.get_token());
    context.console.endProgress();
    if (!pictures)
        throw CancelledError();
    Json folders = Json::array();
    for (const auto& folder : pictures->folders) {
        context.console.result(folder.string());
        folders.push_back(folder.string());
    }
    context.console.object({{"checkpoint", pictures->checkpoint.string()},
                            {"step", pictures->step},
                            {"folders", folders}});
    return ExitCode::Done;
}

WorstVerb::WorstVerb(CLI::App& program)
    : Verb(program, "worst", "List the samples that a run learns worst") {
    options().section("Arguments").positional("RUN", m_run, "A run's folder");
    footer("A sample's relative loss is its mean loss divided by what is usual for the "
           "timesteps that it was seen at.\n\nExample:\n  unlit worst output/smoke");
}

ExitCode WorstVerb::run(VerbContext& context) {
    const WorstSampleList list = worstSamplesOf(m_run);
    Json samples = Json::array();
    for (const WorstSample& entry : list.samples) {
        context.console.result(preciseText(entry.relativeLoss) + " " + entry.sample + " (" +
                               std::to_string(entry.visits) + " visits, mean loss " +
                               preciseText(entry.meanLoss) + ")");
        samples.push_back({{"sample", entry.sample},
                           {"visits", entry.visits},
                           {"mean_loss", entry.meanLoss},
                           {"relative_loss", entry.relativeLoss}});
    }
    context.console.note("after step " + std::to_string(list.step));
    context.console.object({{"run", m_run}, {"step", list.step}, {"samples", samples}});
    return ExitCode::Done;
}

} // namespace unlit::cli
