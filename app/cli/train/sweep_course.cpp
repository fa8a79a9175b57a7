#include "app/cli/train/sweep_course.h"

#include "app/cli/train/detached_training.h"
#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/base/shell_text.h"
#include "core/base/text.h"
#include "core/config/metric_names.h"
#include "core/runs/control/steer_run.h"
#include "core/runs/median_rule.h"
#include "core/runs/run_filter.h"
#include "core/runs/run_history.h"
#include "core/runs/run_reader.h"
#include "core/session/installed_share.h"
#include "core/session/train/sweep_figure.h"
#include "core/session/train/sweep_state.h"
#include "core/train/run_folder.h"

#include <cerrno>
#include <chrono>
#include <map>
#include <thread>

#include <sys/wait.h>

namespace unlit::cli {

namespace {

namespace fs = std::filesystem;
using train::RunFolder;
using train::RunLock;

constexpr auto kSweepLook = std::chrono::milliseconds(100);
constexpr int kLooksBetweenMedians = 5;

class Course {
public:
    Course(const fs::path& sweep, const SweepPlan& plan, VerbContext& context)
        : m_sweep(sweep), m_plan(plan), m_context(context), m_lock(sweep),
          m_behind(readSweepRunsBehind(sweep)) {
        forgetSweepStop(sweep); // it was for a process before this one
        if (!readSweepProblems(sweep).empty())
            writeSweepProblems(sweep, {}); // they are tried again
    }

    ExitCode run() {
        int number = 0;
        for (const SweepRun& run : m_plan.runs) {
            ++number;
            if (isToEnd())
                break;
            if (isOver(run))
                continue;
            m_context.console.note("run " + std::to_string(number) + " of " +
                                   std::to_string(m_plan.runs.size()) + ": " + run.name);
            try {
                train(run);
            } catch (const Error& error) {
                m_problems[run.name] = Failure{error.kind(), error.what(), error.hint(), {}}.text();
                m_context.console.warning(run.name + ": " + m_problems[run.name]);
                writeSweepProblems(m_sweep, m_problems);
            }
        }
        return report();
    }

private:
    /// By a signal, or by way of the folder.
    bool isToEnd() {
        m_isToEnd = m_isToEnd || m_context.interrupt.isRequested() || isSweepAskedToStop(m_sweep);
        return m_isToEnd;
    }

    fs::path folderOf(const SweepRun& run) const { return m_sweep / run.name; }

    bool isThere(const SweepRun& run) const { return fs::exists(folderOf(run) / "config.yaml"); }

    bool isAlive(const SweepRun& run) const {
        return isThere(run) && RunLock::isTaken(RunFolder::open(folderOf(run)));
    }

    bool isOver(const SweepRun& run) const {
        if (!isThere(run) || isAlive(run))
            return false;
        return m_behind.contains(run.name) ||
               runs::lastWordOf(folderOf(run)).ending == runs::RunEnding::Complete;
    }

    void train(const SweepRun& run) {
        long process = 0;
        if (!isAlive(run)) { // else one that has outlived the process before
            const auto started = startDetached(startOf(run), [this] { return isToEnd(); });
            if (!started)
                return;
            process = started->process;
        }
        watch(run);
        if (process > 0)
            while (::waitpid(static_cast<pid_t>(process), nullptr, 0) < 0 && errno == EINTR) {
            }
    }

    DetachedStart startOf(const SweepRun& run) const {
        DetachedStart start{runningProgram(), {"train"}, m_plan.folder};
        if (isThere(run)) {
            start.words.insert(start.words.end(), {"--resume", folderOf(run).string()});
        } else {
            start.words.insert(start.words.end(), {"--config", run.config.string(), "--output-dir",
                                                   m_sweep.string(), "run.name=" + run.name});
            start.words.insert(start.words.end(), run.settings.begin(), run.settings.end());
            start.words.emplace_back("run.add_datetime_prefix=false"); // it is found by its name
        }
        start.words.emplace_back("--quiet");
        return start;
    }

    void watch(const SweepRun& run) {
        bool isAsked = false;
        for (int look = 1; isAlive(run); ++look) {
            if (!isAsked && isToEnd())
                isAsked = ask(run);
            if (m_plan.stopsByMedian && !isAsked && look % kLooksBetweenMedians == 0)
                isAsked = stopIfBehind(run);
            if (look % kLooksBetweenMedians == 0)
                m_context.console.progress(run.name + " · step " + cellOf(summaryOf(run), "step"));
            std::this_thread::sleep_for(kSweepLook);
        }
        m_context.console.endProgress();
    }

    /// False where it did not hear: it ends at this moment, or is asked again.
    bool ask(const SweepRun& run) const {
        try {
            runs::askRun(folderOf(run), {runs::RunVerb::Stop, false, {}});
            return true;
        } catch (const Error& error) {
            m_context.console.warning(error.what());
            return false;
        }
    }

    bool stopIfBehind(const SweepRun& run) {
        const std::string tag = figure();
        const auto goal = config::goalOfFigure(tag);
        if (!goal)
            return false;
        std::vector<runs::BestSoFar> others;
        for (const SweepRun& other : m_plan.runs)
            if (other.name != run.name && isThere(other))
                others.push_back(runs::bestSoFar(folderOf(other), tag, *goal));
        const runs::BestSoFar own = runs::bestSoFar(folderOf(run), tag, *goal);
        if (!runs::isBehindMedian(own, others, *goal))
            return false;
        if (!ask(run))
            return false;
        m_behind[run.name] = own.back().first;
        writeSweepRunsBehind(m_sweep, m_behind);
        m_context.console.note(run.name + " is behind the median at step " +
                               std::to_string(own.back().first) + ": stopped");
        return true;
    }

    /// By which runs are compared.
    std::string figure() const {
        if (!m_plan.figure.empty())
            return m_plan.figure;
        for (const SweepRun& run : m_plan.runs)
            if (isThere(run))
                if (const auto best = summaryOf(run).best)
                    return best->tag;
        return {};
    }

    runs::RunSummary summaryOf(const SweepRun& run) const {
        runs::RunReader reader({folderOf(run), run.name});
        const double now =
            std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch())
                .count();
        return reader.refresh(now, {});
    }

    ExitCode report() {
        Json list = Json::array();
        bool isComplete = true;
        for (const SweepRun& run : m_plan.runs) {
            runs::RunSummary summary;
            if (isThere(run))
                summary = summaryOf(run);
            std::string status = isThere(run) ? cellOf(summary, "status") : "waiting";
            if (m_behind.contains(run.name) && status == "stopped")
                status = "behind";
            if (m_problems.contains(run.name))
                status = "failed";
            isComplete = isComplete && (status == "finished" || status == "behind");
            const std::string note =
                m_problems.contains(run.name) ? m_problems.at(run.name) : summary.note;
            const auto best = bestInSweep(summary, m_plan.figure);
            m_context.console.result(
                run.name + "  " + status + "  step " + std::to_string(summary.step) +
                (best
                     ? "  best " + cellOf(summary, m_plan.figure.empty() ? "best" : m_plan.figure) +
                           " at " + std::to_string(best->step)
                     : ""));
            list.push_back({{"name", run.name},
                            {"status", status},
                            {"step", summary.step},
                            {"best", best ? Json(best->value) : Json(nullptr)},
                            {"note", note}});
        }
        m_context.console.object({{"sweep", m_sweep.string()}, {"runs", list}});
        if (isToEnd()) {
            forgetSweepStop(m_sweep);
            m_context.console.note("go on with it: unlit sweep --resume " +
                                   shellQuoted(m_sweep.string()));
            return ExitCode::Resumable;
        }
        return isComplete ? ExitCode::Done : ExitCode::Failed;
    }

    const fs::path& m_sweep;
    const SweepPlan& m_plan;
    VerbContext& m_context;
    SweepLock m_lock;
    SweepRunsBehind m_behind;
    bool m_isToEnd = false;
    SweepProblems m_problems;
};

} // namespace

ExitCode trainSweep(const fs::path& sweep, const SweepPlan& plan, VerbContext& context) {
    return Course(sweep, plan, context).run();
}

} // namespace unlit::cli
