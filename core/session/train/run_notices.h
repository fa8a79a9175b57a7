// Commands of the recipe that are told what became of a run (on.finished, …).
#pragma once

#include "core/config/train_config.h"
#include "core/events/event.h"
#include "core/session/job_runner.h"

#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace unlit {

/// Each command runs in run.base_data_dir and gets one JSON object on its standard input: event,
/// run, step, figures (the last value of each), and best (figure's set and step) or failure. What
/// goes wrong with it is told as a warning and stops nothing. The training does not wait for
/// on.best: of those that come while one is told, the last one is told next. The others come at the
/// end, one after the other. Used by the thread that trains; the destructor waits for what is being
/// told.
class RunNotices {
public:
    RunNotices(const config::TrainConfig& config, std::filesystem::path run, JobRunner::Post post);

    void add(const decltype(Event::body)& body);
    void fail(const Failure& failure);

private:
    struct Notice {
        std::string event;
        std::vector<std::string> command;
        std::string input; ///< JSON
    };

    Notice noticeOf(const std::string& event, const std::vector<std::string>& command,
                    const std::string& detail) const;
    /// Waits for the command. Returns what went wrong, "" = nothing. Any thread.
    std::string tell(const Notice& notice) const;
    void tellBest();
    void tellEnd(const std::string& event, const std::vector<std::string>& command,
                 const std::string& detail);
    void tellWaiting(const std::stop_token& stop);
    void sayProblems();
    void waitForBest();

    config::OnConfig m_on;
    std::filesystem::path m_folder; ///< in which commands run
    std::filesystem::path m_run;
    JobRunner::Post m_post;
    std::int64_t m_step = 0;
    std::map<std::string, double> m_figures;
    std::mutex m_mutex; ///< guards the three below
    std::condition_variable_any m_changed;
    std::optional<Notice> m_waiting;
    bool m_isTelling = false;
    std::vector<std::string> m_problems;
    std::jthread m_thread; // last: joined while the rest is there
};

} // namespace unlit
