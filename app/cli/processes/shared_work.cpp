#include "app/cli/processes/shared_work.h"

#include "app/cli/processes/own_process.h"
#include "app/cli/usage_error.h"
#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/session/system_report.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include <sys/wait.h>

namespace unlit::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kShareVariable = "UNLIT_SHARE"; ///< "1/4", of process 1 of 4
constexpr const char* kNotesVariable = "UNLIT_SHARE_NOTES";
constexpr const char* kFolderVariable = "UNLIT_SHARE_FOLDER";
constexpr const char* kProgressEnding = ".progress";
constexpr const char* kResultEnding = ".result";

constexpr auto kLookAtShares = std::chrono::milliseconds(50);
/// For the others to fail in the same words, once one has.
constexpr auto kPatienceWithShares = std::chrono::seconds(2);

fs::path noteOf(const fs::path& notes, const char* ending) {
    return notes.string() + ending;
}

std::string variableOf(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

struct Worker {
    pid_t id = 0;
    fs::path notes;
    fs::path output;
    std::string failure; ///< why it ended, where it did not do its work
    bool isAlive = true;
};

class SharedWork {
public:
    SharedWork(fs::path folder, VerbContext& context)
        : m_folder(std::move(folder)), m_context(context) {}

    ~SharedWork() { endAll(); }

    SharedWork(const SharedWork&) = delete;
    SharedWork& operator=(const SharedWork&) = delete;

    void start(int processes) {
        for (int i = 0; i < processes; ++i)
            startOne(i, processes);
    }

    void wait() {
        using Clock = std::chrono::steady_clock;
        std::optional<Clock::time_point> end;
        while (std::ranges::any_of(m_workers, &Worker::isAlive)) {
            if (m_context.interrupt.isRequested())
                throw CancelledError();
            for (Worker& worker : m_workers)
                look(worker);
            if (!end && std::ranges::any_of(m_workers, hasFailed))
                end = Clock::now() + kPatienceWithShares;
            if (end && Clock::now() > *end)
                break;
            showProgress();
            std::this_thread::sleep_for(kLookAtShares);
        }
        m_context.console.endProgress();
        refuseFailed();
    }

    std::vector<std::string> results() const {
        std::vector<std::string> all;
        for (const Worker& worker : m_workers)
            all.push_back(contentOf(noteOf(worker.notes, kResultEnding)));
        return all;
    }

    void tellWarnings() const {
        std::set<std::string> told;
        for (const Worker& worker : m_workers) {
            std::istringstream text(contentOf(worker.output));
            for (std::string line; std::getline(text, line);)
                if (constexpr std::string_view kName = "unlit: warning: ";
                    line.starts_with(kName) && told.insert(line).second)
                    m_context.console.warning(line.substr(kName.size()));
        }
    }

private:
    static bool hasFailed(const Worker& worker) { return !worker.failure.empty(); }

    void startOne(int number, int processes) {
        const std::string name = std::to_string(number);
        Worker worker{0, m_private.path() / name, m_private.path() / (name + ".log"), {}, true};
        OwnProcess process;
        process.output = worker.output;
        process.variables = {{kShareVariable, name + "/" + std::to_string(processes)},
                             {kNotesVariable, worker.notes.string()},
                             {kFolderVariable, m_folder.string()}};
        if (std::getenv("OMP_NUM_THREADS") == nullptr)
            process.variables.emplace_back("OMP_NUM_THREADS",
                                           std::to_string(threadsOfEach(processes)));
        worker.id = startAgain(process);
        m_workers.push_back(std::move(worker));
    }

    static void look(Worker& worker) {
        int status = 0;
        if (!worker.isAlive || waitpid(worker.id, &status, WNOHANG) != worker.id)
            return;
        worker.isAlive = false;
        worker.failure = signalIn(status);
        if (!worker.failure.empty() || fs::exists(noteOf(worker.notes, kResultEnding)))
            return;
        worker.failure = lastWordOf(worker.output);
        if (worker.failure.empty())
            worker.failure = "ended with exit code " + std::to_string(WEXITSTATUS(status));
    }

    void showProgress() const {
        const auto alive = std::ranges::find_if(m_workers, &Worker::isAlive);
        if (alive == m_workers.end())
            return;
        const std::string told = contentOf(noteOf(alive->notes, kProgressEnding));
        if (!told.empty())
            m_context.console.progress(nameOf(*alive) + ": " + told);
    }

    std::string nameOf(const Worker& worker) const {
        return "process " + std::to_string(&worker - m_workers.data()) + " of " +
               std::to_string(m_workers.size());
    }

    void refuseFailed() const {
        const auto first = std::ranges::find_if(m_workers, hasFailed);
        if (first == m_workers.end())
            return;
        const bool isOfAll = std::ranges::all_of(
            m_workers, [&](const Worker& worker) { return worker.failure == first->failure; });
        if (isOfAll && !first->failure.starts_with("was ended by"))
            throw Error::invalidInput(first->failure);
        const bool isClause =
            first->failure.starts_with("was ended by") || first->failure.starts_with("ended with");
        throw Error::invalidInput(nameOf(*first) + (isClause ? " " : ": ") + first->failure,
                                  isClause ? "nothing was written" : "");
    }

    void endAll() {
        for (const Worker& worker : m_workers)
            if (worker.isAlive)
                kill(worker.id, SIGKILL);
        for (Worker& worker : m_workers)
            if (worker.isAlive)
                waitpid(worker.id, nullptr, 0);
    }

    fs::path m_folder;
    VerbContext& m_context;
    PrivateFolder m_private;
    std::vector<Worker> m_workers;
};

} // namespace

std::optional<OwnShare> OwnShare::ofThisProcess() {
    const std::string text = variableOf(kShareVariable);
    const std::size_t slash = text.find('/');
    if (slash == std::string::npos)
        return {};
    const auto number = numberIn<int>(text.substr(0, slash));
    const auto of = numberIn<int>(text.substr(slash + 1));
    if (!number || !of || *number < 0 || *number >= *of)
        return {};
    OwnShare own;
    own.m_share = {*number, *of};
    own.m_notes = variableOf(kNotesVariable);
    own.m_folder = variableOf(kFolderVariable);
    return own;
}

int OwnShare::workers(int asked) const {
    return asked > 0 ? asked : threadsOfEach(m_share.of);
}

std::string OwnShare::device(const std::string& device) const {
    if (device != "auto" && device != "cuda")
        return device;
    const auto gpus = static_cast<int>(describeSystem().devices.size()) - 1;
    return gpus > 0 ? "cuda:" + std::to_string(m_share.number % gpus) : device;
}

void OwnShare::tell(const std::string& progress) const {
    std::ofstream(noteOf(m_notes, kProgressEnding)) << progress;
}

void OwnShare::handOver(const std::string& result) const {
    writeAtomically(noteOf(m_notes, kResultEnding), result);
}

std::vector<std::string> shareWork(int processes, const fs::path& folder, VerbContext& context) {
    SharedWork work(folder, context);
    work.start(processes);
    work.wait();
    work.tellWarnings();
    return work.results();
}

} // namespace unlit::cli
