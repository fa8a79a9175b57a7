#include "core/runs/control/steer_run.h"

#include "core/base/error.h"
#include "core/base/shell_text.h"
#include "core/base/this_process.h"
#include "core/runs/control/control_socket.h"
#include "core/runs/run_history.h"
#include "core/train/run_folder.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace unlit::runs {

namespace {

using train::RunFolder;
using train::RunLock;

/// Who wrote into the run last.
struct LastProcess {
    std::string host;
    std::string number;
};

LastProcess lastProcessOf(const RunFolder& folder) {
    LastProcess last;
    for (const RunEvent& event : runEventsOf(folder.path()))
        if (event.kind == RunEventKind::Process) {
            last.host = event.text("host");
            last.number = event.fields.contains("pid") ? event.fields.at("pid").dump() : "";
        }
    return last;
}

/// Why nobody answered, as far as the folder tells.
[[noreturn]] void failToReach(const RunFolder& folder, const Error& reason) {
    const std::string run = folder.path().string();
    const LastProcess process = lastProcessOf(folder);
    const bool isHere = RunLock::isTaken(folder);
    const std::string here = thisProcess().host;
    if (!process.host.empty() && process.host != here &&
        lastWordOf(folder.path()).ending == RunEnding::Open)
        throw Error::unsupported(run + " is trained on " + process.host +
                                     ", if it is trained still: a run can be asked on the machine "
                                     "that trains it alone",
                                 "go there, or send signal USR1 to process " + process.number +
                                     " there, which saves and ends it");
    if (!isHere)
        throw Error::notFound("no process trains " + run,
                              "go on with it: unlit train --resume " + shellQuoted(run));
    if (reason.kind() != ErrorKind::NotFound)
        throw reason;
    throw Error::unsupported("the process that trains " + run + " has no socket there to be asked",
                             "it may be of an earlier version, or on a file system without "
                             "sockets; kill -USR1 " +
                                 process.number + " saves and ends it");
}

/// A process that has just begun with the run has its lock first and its socket a little later;
/// until then that of a process before it may lie there.
SocketHandle reach(const RunFolder& folder) {
    constexpr auto kBetweenTries = std::chrono::milliseconds(50);
    constexpr auto kLongestStart = std::chrono::seconds(5);
    const auto end = std::chrono::steady_clock::now() + kLongestStart;
    while (true) {
        try {
            return connectTo(folder.path());
        } catch (const Error& error) {
            if (!RunLock::isTaken(folder) || std::chrono::steady_clock::now() >= end)
                failToReach(folder, error);
        }
        std::this_thread::sleep_for(kBetweenTries);
    }
}

RunEventKind recordOf(RunVerb verb) {
    constexpr std::array kKinds = {RunEventKind::Process,   RunEventKind::Paused,
                                   RunEventKind::Continued, RunEventKind::Saved,
                                   RunEventKind::Validated, RunEventKind::LearningRate,
                                   RunEventKind::Stopped};
    return kKinds[static_cast<std::size_t>(verb)];
}

bool isThere(const std::vector<RunEvent>& events, std::size_t known, const RunRequest& request) {
    const RunEventKind kind = recordOf(request.verb);
    return std::any_of(events.begin() + static_cast<std::ptrdiff_t>(std::min(known, events.size())),
                       events.end(), [&](const RunEvent& event) {
                           return event.kind == kind && (kind != RunEventKind::Saved ||
                                                         event.text("checkpoint") == "latest");
                       });
}

} // namespace

RunAnswer askRun(const std::filesystem::path& run, const RunRequest& request,
                 std::chrono::milliseconds patience) {
    const RunFolder folder = RunFolder::open(run);
    const SocketHandle socket = reach(folder);
    std::optional<std::string> line;
    if (writeLine(socket, lineOf(request), patience))
        line = readLine(socket, patience);
    if (!line)
        throw Error(ErrorKind::Io,
                    "the process that trains " + folder.path().string() + " does not answer",
                    "it may just have ended; else it hangs: unlit run events shows what it did "
                    "last");
    RunAnswer answer = answerOf(*line);
    if (!answer.problem.empty())
        throw Error::invalidInput(answer.problem, answer.hint);
    return answer;
}

RunReaction askRunAndWait(const std::filesystem::path& run, const RunRequest& request,
                          const std::stop_token& stop) {
    constexpr auto kBetweenLooks = std::chrono::milliseconds(50);
    const RunFolder folder = RunFolder::open(run);
    const std::size_t known = runEventsOf(folder.path()).size();
    const RunAnswer before = askRun(run, request);
    if ((request.verb == RunVerb::Pause && before.isPaused) ||
        (request.verb == RunVerb::Continue && !before.isPaused))
        return RunReaction::Done;
    while (!stop.stop_requested()) {
        const bool isGone = !RunLock::isTaken(folder); // before the record, which it may write last
        if (request.verb != RunVerb::Stop && isThere(runEventsOf(folder.path()), known, request))
            return RunReaction::Done;
        if (isGone)
            return request.verb == RunVerb::Stop ? RunReaction::Done : RunReaction::Ended;
        std::this_thread::sleep_for(kBetweenLooks);
    }
    return RunReaction::TimeUp;
}

} // namespace unlit::runs
