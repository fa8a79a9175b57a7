#include "ui/train/run_steering.h"

#include "core/runs/control/steer_run.h"

#include <chrono>

namespace unlit::ui {

namespace {

/// Looking on must not pile up before a run that hangs.
constexpr auto kLooksPatience = std::chrono::seconds(2);

} // namespace

void RunSteering::setRun(const std::filesystem::path& run) {
    if (run == m_run)
        return;
    m_run = run;
    m_look.forget();
    m_ask.forget();
    take({});
}

void RunSteering::look() {
    if (m_run.empty() || m_look.isBusy())
        return;
    m_look.ask(
        [run = m_run](const std::stop_token&) { return runs::askRun(run, {}, kLooksPatience); },
        [this](const runs::RunAnswer& answer) { take(answer); },
        [this](const Failure&) { take({}); });
}

void RunSteering::ask(runs::RunVerb verb, std::optional<double> learningRate) {
    if (m_run.empty())
        return;
    const runs::RunRequest request{verb, true, learningRate};
    m_ask.ask([run = m_run, request](const std::stop_token&) { return runs::askRun(run, request); },
              [this, verb](const runs::RunAnswer&) {
                  emit took(verb);
                  look();
              },
              [this](const Failure& failure) { emit failed(failure); });
}

void RunSteering::take(std::optional<runs::RunAnswer> answer) {
    m_answer = std::move(answer);
    emit changed();
}

} // namespace unlit::ui
