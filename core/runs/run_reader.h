// One run as it is on disk, summed up again and again while it grows.
#pragma once

#include "core/runs/event_reader.h"
#include "core/runs/metrics_scan.h"
#include "core/runs/run_facts.h"
#include "core/runs/run_finder.h"
#include "core/runs/run_summary.h"

#include <memory>

namespace unlit::runs {

/// Used by one thread at a time. Never throws for what stands on disk: faults become the summary's
/// note.
class RunReader {
public:
    explicit RunReader(FoundRun run);

    /// Looks what has changed; costs a few system calls where nothing has. `now`: seconds since
    /// 1970.
    const RunSummary& refresh(double now, const std::stop_token& stop);

    const RunSummary& summary() const { return m_summary; }

private:
    bool isToBeMeasured(double now, double changedAt) const;
    void readFacts();
    void readLabels();
    void readFigures(const std::stop_token& stop);
    void readEvents(const std::stop_token& stop);
    void judge(double now);
    void judgeOurs(bool isAlive);

    FoundRun m_run;
    RunFacts m_facts;
    std::filesystem::file_time_type m_factsTime{};
    bool m_hasConfig = false;
    std::filesystem::file_time_type m_labelsTime{};
    std::string m_labelsProblem;
    MetricsScan m_scan;
    std::unique_ptr<EventReader> m_events; // null: a run with metrics.jsonl
    RunProgress m_eventProgress;
    RunSummary m_summary;
    double m_grewAt = 0;         // when figures came last
    double m_measuredAt = 0;     // when the disk was measured
    double m_measuredChange = 0; // what had been written last by then
};

/// Where a run keeps TensorBoard's files: RUN/tensorboard, or RUN itself.
std::filesystem::path eventFolderOf(const std::filesystem::path& run);

} // namespace unlit::runs
