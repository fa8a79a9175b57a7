#include "app/cli/train/bench_train_verb.h"

#include "app/cli/usage_error.h"
#include "core/base/split_text.h"
#include "core/base/text.h"
#include "core/session/train/bench_commands.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace unlit::cli {

namespace {

constexpr int kSideStep = 64; // VAE and UNet halve the sides six times together

std::vector<std::string> namesOfModes() {
    std::vector<std::string> names;
    for (const TrainBenchMode& mode : trainBenchModes())
        names.push_back(mode.name);
    return names;
}

bool parseModes(const std::string& text, std::vector<std::string>& modes) {
    modes = splitAt(text, ',');
    const std::vector<std::string> known = namesOfModes();
    return std::ranges::all_of(modes, [&known](const std::string& mode) {
        return std::ranges::find(known, mode) != known.end();
    });
}

std::string lineOf(const TrainBenchRow& row) {
    char text[160];
    const std::string peak =
        row.timing.peakBytes > 0 ? formatBytes(row.timing.peakBytes) : std::string("unknown");
    std::snprintf(text, sizeof text, "%-24s %9.3f s/step %8.2f img/s %6.2f x %12s ",
                  row.mode.c_str(), row.timing.secondsPerStep, row.imagesPerSecond, row.speed,
                  peak.c_str());
    std::string line = text;
    for (const auto& [phase, seconds] : row.timing.phases)
        line += " " + phase + " " +
                std::to_string(std::lround(100 * seconds / row.timing.secondsPerStep)) + " %";
    return line;
}

Json rowJson(const TrainBenchRow& row) {
    return {{"mode", row.mode},
            {"seconds_per_step", row.timing.secondsPerStep},
            {"images_per_second", row.imagesPerSecond},
            {"speed", row.speed},
            {"peak_bytes", row.timing.peakBytes},
            {"phases", row.timing.phases}};
}

} // namespace

BenchTrainVerb::BenchTrainVerb(CLI::App& bench)
    : Verb(bench, "train", "Time training steps of a model with random weights") {
    OptionSet& set = options().section("Model");
    set.text("--like", "tiny|sd21|DIR", m_sizes.like,
             "Size of the model: a tiny one, Stable Diffusion 2.1, or that of a model folder",
             "tiny");
    set.whole("--side", m_side, {kSideStep, 4096},
              "Side of the square pictures, in pixels; a "
              "multiple of 64",
              "128");
    set.whole("--batch-size", m_batchSize, {1, 1024}, "Pictures of a step", "4");
    set.section("Measurement");
    const std::vector<std::string> names = namesOfModes();
    set.value(
        "--modes", "A,B", {"names separated by commas, of " + joined(names, ", "), names},
        [this](const std::string& text) { return parseModes(text, m_modes); },
        "Ways to train, of " + joined(names, ", ") + "; speeds are relative to the first",
        "all, for sd21 bf16+checkpointing");
    set.whole("--steps", m_steps, {1, 1000}, "Steps that count; one more goes before them", "5");
    set.text("--device", "D", m_device, "cpu, cuda or cuda:N", "cpu");
    footer("Examples:\n  unlit bench train\n"
           "  unlit bench train --like sd21 --side 512 --batch-size 1 --steps 1");
}

ExitCode BenchTrainVerb::run(VerbContext& context) {
    if (m_side % kSideStep != 0)
        throw UsageError("--side: " + std::to_string(m_side) + " is no multiple of 64");
    m_sizes.imageSide = m_side;
    m_sizes.batchSize = m_batchSize;
    m_sizes.steps = m_steps;
    m_sizes.device = m_device;
    if (m_modes.empty())
        m_modes = m_sizes.like == "sd21" ? std::vector<std::string>{"bf16+checkpointing"}
                                         : namesOfModes();
    Json rows = Json::array();
    (void)benchTraining(m_sizes, m_modes, [&](const TrainBenchRow& row) {
        context.console.result(lineOf(row));
        rows.push_back(rowJson(row));
    });
    context.console.object({{"like", m_sizes.like},
                            {"device", m_sizes.device},
                            {"side", m_side},
                            {"batch_size", m_batchSize},
                            {"steps", m_steps},
                            {"modes", std::move(rows)}});
    return ExitCode::Done;
}

} // namespace unlit::cli
