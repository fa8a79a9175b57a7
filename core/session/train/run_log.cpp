#include "core/session/train/run_log.h"

#include "core/base/overloaded.h"
#include "core/base/text.h"
#include "core/session/train/asked_by.h"

#include <array>
#include <cstdio>

namespace unlit {

namespace {

std::string figuresText(const std::vector<std::pair<std::string, double>>& figures) {
    std::string text;
    for (const auto& [tag, value] : figures) {
        std::array<char, 32> number{};
        std::snprintf(number.data(), number.size(), "%.6g", value);
        text += " " + tag + "=" + number.data();
    }
    return text;
}

std::string rateText(double value) {
    std::array<char, 32> number{};
    std::snprintf(number.data(), number.size(), "%g", value);
    return number.data();
}

std::string sentenceOf(const SettingChanged& change) {
    const auto shown = [](const std::string& value) { return value.empty() ? "not set" : value; };
    return change.key + " is " + shown(change.after) + " from here on, was " + shown(change.before);
}

std::string sentenceOf(const RunIntervention& asked) {
    const std::string by = " was asked for from the " + std::string(toString(asked.by));
    switch (asked.what) {
    case RunIntervention::What::LearningRate:
        return "learning rate of " + rateText(asked.to) + " in place of " + rateText(asked.from) +
               by;
    case RunIntervention::What::Save:
        return "saving" + by;
    case RunIntervention::What::Validation:
        return "validation" + by;
    }
    return {};
}

} // namespace

RunLog::RunLog(const std::filesystem::path& folder, const config::LoggingConfig& logging,
               std::int64_t period)
    : m_file(folder / logging.filename, LogFormat(logging.format),
             logLevelOfPython(static_cast<int>(logging.fileLevel))),
      m_period(period) {}

void RunLog::add(const decltype(Event::body)& body) noexcept {
    try {
        tell(body);
    } catch (...) {
        logSwallowed("writing a line of a run's log");
    }
}

void RunLog::tell(const decltype(Event::body)& body) {
    const auto say = [this](const std::string& text) { m_file.write(LogLevel::Info, text); };
    const auto atStep = [](std::int64_t step) { return "step " + std::to_string(step) + " "; };
    const auto handlers = Overloaded{
        [](const auto&) {}, // progress and pictures are no matter for a log
        [&](const LogLine& line) {
            m_file.write(line.level == LogLine::Level::Warning ? LogLevel::Warning : LogLevel::Info,
                         line.text);
        },
        [&](const RunOpened& run) {
            say(run.step == 0 ? "begins" : "goes on after step " + std::to_string(run.step));
        },
        [&](const SettingChanged& change) { say(sentenceOf(change)); },
        [&](const RunIntervention& asked) { say(atStep(asked.step) + sentenceOf(asked)); },
        [&](const ScalarsReady& row) {
            if (row.step % m_period == 0)
                say(atStep(row.step) + "epoch " + std::to_string(row.epoch) +
                    figuresText(row.scalars));
        },
        [&](const ValidationDone& row) {
            say(atStep(row.step) + "validation of " + row.dataset + figuresText(row.metrics) +
                (row.isBest ? " (best so far)" : ""));
        },
        [&](const CheckpointSaved& saved) {
            say(atStep(saved.step) + "saved " + saved.folder.filename().string() + ", " +
                formatBytes(saved.bytes) + " in " + formatSeconds(saved.seconds) +
                ", training waited " + formatSeconds(saved.pauseSeconds));
        },
        [&](const TrainingPaused& state) {
            say(state.isPaused
                    ? "paused" +
                          (state.waitsFor.empty() ? "" : ", waiting for room: " + state.waitsFor)
                    : std::string("goes on"));
        },
        [&](const RunClosed& run) { say(run.how + " after step " + std::to_string(run.step)); },
        [&](const Finished& finished) {
            if (finished.failure)
                m_file.write(LogLevel::Error, finished.failure->text());
        },
    };
    std::visit(handlers, body);
}

} // namespace unlit
