// Commands of the recipe that are told what became of a run (on.finished, …).
#pragma once

#include "core/config/train_config.h"
#include "core/events/event.h"
#include "core/session/job_runner.h"

#include <filesystem>
#include <map>
#include <string>

namespace unlit {

/// Each command runs in run.base_data_dir and gets one JSON object on its standard input: event,
/// run, step, figures (the last value of each), and best (figure's set and step) or failure. What
/// goes wrong with it is told as a warning and stops nothing. Used by the thread that trains.
class RunNotices {
public:
    RunNotices(const config::TrainConfig& config, std::filesystem::path run, JobRunner::Post post);

    void add(const decltype(Event::body)& body);
    void fail(const Failure& failure);

private:
    void tell(const std::string& event, const std::vector<std::string>& command,
              const std::string& detail);

    config::OnConfig m_on;
    std::filesystem::path m_folder; ///< in which commands run
    std::filesystem::path m_run;
    JobRunner::Post m_post;
    std::int64_t m_step = 0;
    std::map<std::string, double> m_figures;
};

} // namespace unlit
