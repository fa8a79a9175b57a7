#include "core/session/run_log.h"

#include "core/base/error.h"
#include "core/base/overloaded.h"
#include "core/base/text.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>

namespace unlit {

namespace {

std::string nowText() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

std::string figuresText(const std::vector<std::pair<std::string, double>>& figures) {
    std::string text;
    for (const auto& [tag, value] : figures) {
        std::array<char, 32> number{};
        std::snprintf(number.data(), number.size(), "%.6g", value);
        text += " " + tag + "=" + number.data();
    }
    return text;
}

} // namespace

RunLog::RunLog(const train::RunFolder& folder) : m_file(folder.log()) {}

void RunLog::add(const decltype(Event::body)& body) noexcept {
    const auto handlers = Overloaded{
        [](const auto&) {}, // progress and pictures are no matter for a log
        [&](const LogLine& line) {
            write(line.level == LogLine::Level::Warning ? "warning" : "info", line.text);
        },
        [&](const RunOpened& run) {
            write("info",
                  (run.step == 0 ? "begins" : "goes on after step " + std::to_string(run.step)));
        },
        [&](const ScalarsReady& row) {
            write("info", "step " + std::to_string(row.step) + " epoch " +
                              std::to_string(row.epoch) + figuresText(row.scalars));
        },
        [&](const ValidationDone& row) {
            write("info", "step " + std::to_string(row.step) + " validation of " + row.dataset +
                              figuresText(row.metrics) + (row.isBest ? " (best so far)" : ""));
        },
        [&](const CheckpointSaved& saved) {
            write("info", "step " + std::to_string(saved.step) + " saved " +
                              saved.folder.filename().string() + ", " + formatBytes(saved.bytes) +
                              " in " + formatSeconds(saved.seconds) + ", training waited " +
                              formatSeconds(saved.pauseSeconds));
        },
        [&](const TrainingPaused& state) { write("info", state.isPaused ? "paused" : "goes on"); },
        [&](const RunClosed& run) {
            write("info", run.how + " after step " + std::to_string(run.step));
        },
        [&](const Finished& finished) {
            if (finished.failure)
                write("error", finished.failure->text());
        },
    };
    try {
        std::visit(handlers, body);
    } catch (const std::exception&) {
        return; // the disk is full: the run says so where it matters
    }
}

void RunLog::write(const std::string& level, const std::string& text) {
    const std::scoped_lock lock(m_mutex);
    m_file.append(nowText() + " " + level + " " + text + "\n");
}

} // namespace unlit
