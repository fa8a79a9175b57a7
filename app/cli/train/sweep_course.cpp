#include "app/cli/train/sweep_course.h"

#include "app/cli/train/detached_training.h"
#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/base/text.h"
#include "core/runs/control/steer_run.h"
#include "core/runs/median_rule.h"
#include "core/runs/metric_tag.h"
#include "core/runs/run_filter.h"
#include "core/runs/run_history.h"
#include "core/runs/run_reader.h"
#include "core/session/installed_share.h"
#include "core/train/run_folder.h"

#include <cerrno>
#include <chrono>
#include <fstream>
#include <map>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

namespace unlit::cli {

namespace {

namespace fs = std::filesystem;
using train::RunFolder;
using train::RunLock;

constexpr auto kSweepLook = std::chrono::milliseconds(100);
constexpr int kLooksBetweenMedians = 5;

/// One process goes through a sweep at a time.
class SweepLock {
public:
    explicit SweepLock(const fs::path& sweep)
        : m_file(::open((sweep / "sweep.json").c_str(), O_RDONLY | O_CLOEXEC)) {
        if (m_file < 0)
            throw Error::system(errno, "read", sweep / "sweep.json");
        if (::flock(m_file, LOCK_EX | LOCK_NB) == 0)
            return;
        ::close(m_file);
        throw Error::invalidInput("another process goes through the sweep " + sweep.string(),
                                  "stop that one first, or leave it to it");
    }

    ~SweepLock() { ::close(m_file); }

    SweepLock(const SweepLock&) = delete;
    SweepLock& operator=(const SweepLock&) = delete;

private:
    int m_file;
};

class Course {
public:
    Course(const fs::path& sweep, const SweepPlan& plan, VerbContext& context)
        : m_sweep(sweep), m_plan(plan), m_context(context), m_lock(sweep) {
        std::ifstream stream(behindFile(), std::ios::binary);
        const Json json = Json::parse(stream, nullptr, false);
        if (json.is_object())
            for (const auto& [name, step] : json.items())
                if (step.is_number_integer())
                    m_behind[name] = step.get<std::int64_t>();
    }

    ExitCode run() {
        int number = 0;
        for (const SweepRun& run : m_plan.runs) {
            ++number;
            if (m_context.interrupt.isRequested())
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
            }
        }
        return report();
    }

private:
    fs::path behindFile() const { return m_sweep / "stopped_behind.json"; }

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
            const auto started =
                startDetached(startOf(run), [this] { return m_context.interrupt.isRequested(); });
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
            if (m_context.interrupt.isRequested() && !isAsked)
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
        const auto goal = runs::goalOfTag(tag);
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
        Json json = Json::object();
        for (const auto& [name, step] : m_behind)
            json[name] = step;
        writeAtomically(behindFile(), json.dump(2) + "\n");
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
            m_context.console.result(run.name + "  " + status + "  step " +
                                     std::to_string(summary.step) +
                                     (summary.best ? "  best " + cellOf(summary, "best") + " at " +
                                                         std::to_string(summary.best->step)
                                                   : ""));
            list.push_back({{"name", run.name},
                            {"status", status},
                            {"step", summary.step},
                            {"best", summary.best ? Json(summary.best->value) : Json(nullptr)},
                            {"note", note}});
        }
        m_context.console.object({{"sweep", m_sweep.string()}, {"runs", list}});
        if (m_context.interrupt.isRequested()) {
            m_context.console.note("go on with it: unlit sweep --resume " + m_sweep.string());
            return ExitCode::Resumable;
        }
        return isComplete ? ExitCode::Done : ExitCode::Failed;
    }

    const fs::path& m_sweep;
    const SweepPlan& m_plan;
    VerbContext& m_context;
    SweepLock m_lock;
    std::map<std::string, std::int64_t> m_behind; ///< step at which a run was stopped
    std::map<std::string, std::string> m_problems;
};

} // namespace

ExitCode trainSweep(const fs::path& sweep, const SweepPlan& plan, VerbContext& context) {
    return Course(sweep, plan, context).run();
}

} // namespace unlit::cli
