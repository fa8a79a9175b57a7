#include "app/cli/run/run_steer_verbs.h"

#include "app/cli/usage_error.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/config/learning_rate_bounds.h"
#include "core/config/load_config.h"
#include "core/runs/control/steer_run.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <thread>

namespace unlit::cli {

namespace {

using runs::RunRequest;
using runs::RunVerb;

std::string summaryOf(RunVerb verb) {
    switch (verb) {
    case RunVerb::Pause:
        return "Let a run hold still, with its model loaded";
    case RunVerb::Continue:
        return "Let a paused run go on";
    case RunVerb::Save:
        return "Let a run save checkpoint/latest now";
    case RunVerb::Validate:
        return "Let a run measure itself and save pictures now";
    case RunVerb::Stop:
        return "Let a run save what a resume needs, and end";
    case RunVerb::Histograms:
        return "Let a run write histograms of weights and gradients for TensorBoard";
    case RunVerb::Status:
    case RunVerb::LearningRate:
        break;
    }
    return {};
}

void addWait(OptionSet& options, bool& waits) {
    options.section("Until when")
        .flag("--wait", waits, "Return when it is done, not when it is asked for");
}

std::string shortRate(double rate) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4g", rate);
    return text.data();
}

/// Asks, or asks and waits; true when what was asked for is done.
bool ask(VerbContext& context, const std::string& run, const RunRequest& request, bool waits) {
    if (!waits) {
        runs::askRun(run, request);
        return false;
    }
    context.interrupt.waitForCaller();
    std::stop_source stop;
    const std::jthread watch([&](const std::stop_token& isOver) {
        while (!isOver.stop_requested() && !context.interrupt.isRequested())
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        stop.request_stop();
    });
    switch (runs::askRunAndWait(run, request, stop.get_token())) {
    case runs::RunReaction::Done:
        return true;
    case runs::RunReaction::Ended:
        throw Error(ErrorKind::Io, run + " has ended without having done it",
                    "unlit run events " + run + " shows how");
    case runs::RunReaction::TimeUp:
        break;
    }
    throw CancelledError();
}

/// What ends a validation is its figures: without a set there would be no end to wait for.
void requireValidationSet(const std::string& run) {
    const config::LoadedConfig loaded = config::loadConfig(run);
    const auto& sets = loaded.config.dataset;
    if (loaded.isUsable() && sets.val.empty() && sets.validFrac <= 0)
        throw Error::invalidInput(run + " has no validation set, and so no figures to wait for",
                                  "leave --wait out: its pictures are saved all the same");
}

} // namespace

RunSteerVerb::RunSteerVerb(CLI::App& parent, RunVerb verb)
    : Verb(parent, std::string(toString(verb)), summaryOf(verb)), m_verb(verb) {
    options().section("Arguments").positional("RUN", m_run, "A run's folder");
    const bool canWait = verb != RunVerb::Histograms; // they are no part of the run's record
    if (canWait)
        addWait(options(), m_waits);
    footer("It does so before its next micro-batch (of several processes: its next step), or "
           "picture of a validation, whoever trains it: "
           "the studio, a terminal, or a process of its own. Not from another machine.\n\n"
           "Example:\n  unlit run " +
           std::string(toString(verb)) + " output/cpu_small" + (canWait ? " --wait" : ""));
}

ExitCode RunSteerVerb::run(VerbContext& context) {
    if (m_verb == RunVerb::Validate && m_waits)
        requireValidationSet(m_run);
    const runs::RunAnswer before = runs::askRun(m_run, {});
    const bool isDone = ask(context, m_run, {m_verb, false, {}}, m_waits);
    context.console.result(std::string(isDone ? "done" : "asked") + " at step " +
                           std::to_string(before.step));
    context.console.object({{"run", m_run}, {"step", before.step}, {"done", isDone}});
    return ExitCode::Done;
}

RunRateVerb::RunRateVerb(CLI::App& parent)
    : Verb(parent, std::string(toString(RunVerb::LearningRate)),
           "Give a run another learning rate while it goes") {
    options().section("Arguments").positional("RUN", m_run, "A run's folder");
    options().positional("LR", m_rate,
                         "The rate that takes the place of lr; the schedule multiplies it");
    addWait(options(), m_waits);
    options().section("How").flag("--force", m_isForced,
                                  "Also to more than ten times what it is, or less than a tenth");
    footer("The change stands in events.jsonl and in checkpoints. unlit train --resume RUN lr=… "
           "changes it between two processes.\n\nExample:\n  unlit run rate output/cpu_small 1e-5");
}

ExitCode RunRateVerb::run(VerbContext& context) {
    double rate = 0;
    const char* end = m_rate.data() + m_rate.size();
    const auto [stop, problem] = std::from_chars(m_rate.data(), end, rate);
    if (problem != std::errc{} || stop != end || !std::isfinite(rate) || rate <= 0 ||
        rate > config::kHighestLearningRate)
        throw UsageError("LR: " + m_rate +
                         " is not allowed; use a number above 0, at most 1, such as 1e-5");
    const runs::RunAnswer before = runs::askRun(m_run, {});
    if (const double factor = rate / before.baseRate;
        !m_isForced && (factor > runs::kLargestRateChange || factor < 1 / runs::kLargestRateChange))
        throw UsageError("LR: " + m_rate + " is " + shortRate(factor) + " times what it is, " +
                         shortRate(before.baseRate) + "; --force takes it");
    const bool isDone = ask(context, m_run, {RunVerb::LearningRate, false, rate}, m_waits);
    context.console.result(std::string(isDone ? "done" : "asked") + " at step " +
                           std::to_string(before.step) + ": " + shortRate(before.baseRate) + " → " +
                           m_rate);
    context.console.object({{"run", m_run},
                            {"step", before.step},
                            {"done", isDone},
                            {"from", before.baseRate},
                            {"to", rate}});
    return ExitCode::Done;
}

RunStatusVerb::RunStatusVerb(CLI::App& parent)
    : Verb(parent, std::string(toString(RunVerb::Status)),
           "Ask the process that trains a run how far it is") {
    options().section("Arguments").positional("RUN", m_run, "A run's folder");
    footer("Fails, with exit code 1, where no process trains it.\n\n"
           "Example:\n  unlit run status output/cpu_small");
}

ExitCode RunStatusVerb::run(VerbContext& context) {
    const runs::RunAnswer answer = runs::askRun(m_run, {});
    const char* state = answer.isStopping ? "stopping" : answer.isPaused ? "paused" : "running";
    context.console.result(
        std::string(state) + " at step " + std::to_string(answer.step) +
        (answer.maxStep > 0 ? " of " + std::to_string(answer.maxStep) : "") + ", lr " +
        shortRate(answer.baseRate) +
        (answer.learningRate ? " (in the last step " + shortRate(*answer.learningRate) + ")" : "") +
        (answer.secondsLeft && !answer.isPaused
             ? ", " + formatSeconds(*answer.secondsLeft) + " left"
             : "") +
        ", process " + std::to_string(answer.process));
    if (!answer.waitsFor.empty())
        context.console.result("waits: " + answer.waitsFor);
    context.console.object(
        {{"run", m_run},
         {"step", answer.step},
         {"max_step", answer.maxStep},
         {"paused", answer.isPaused},
         {"waits_for", answer.waitsFor.empty() ? Json(nullptr) : Json(answer.waitsFor)},
         {"seconds_left", answer.secondsLeft ? Json(*answer.secondsLeft) : Json(nullptr)},
         {"stopping", answer.isStopping},
         {"base_rate", answer.baseRate},
         {"learning_rate", answer.learningRate ? Json(*answer.learningRate) : Json(nullptr)},
         {"process", answer.process}});
    return ExitCode::Done;
}

} // namespace unlit::cli
