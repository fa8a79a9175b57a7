#include "core/session/train/sweep_state.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/session/train/sweep_plan.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace unlit {

namespace {

namespace fs = std::filesystem;
using SweepJson = nlohmann::json;

constexpr int kLockTries = 10; // somebody may be looking whether it is taken
constexpr auto kReplace = SweepJson::error_handler_t::replace; // words of other programs
constexpr auto kLockPause = std::chrono::milliseconds(10);

fs::path lockedFile(const fs::path& sweep) {
    return sweep / "sweep.json";
}

fs::path stopFile(const fs::path& sweep) {
    return sweep / "stop_asked";
}

fs::path behindFile(const fs::path& sweep) {
    return sweep / "stopped_behind.json";
}

fs::path problemsFile(const fs::path& sweep) {
    return sweep / "did_not_begin.json";
}

SweepJson sweepObjectIn(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    SweepJson json = SweepJson::parse(stream, nullptr, false);
    return json.is_object() ? json : SweepJson::object();
}

} // namespace

SweepLock::SweepLock(const fs::path& sweep)
    : m_file(::open(lockedFile(sweep).c_str(), O_RDONLY | O_CLOEXEC)) {
    if (m_file < 0)
        throw Error::system(errno, "read", lockedFile(sweep));
    for (int i = 0; i < kLockTries; ++i) {
        if (::flock(m_file, LOCK_EX | LOCK_NB) == 0)
            return;
        std::this_thread::sleep_for(kLockPause);
    }
    ::close(m_file);
    throw Error::invalidInput("another process goes through the sweep " + sweep.string(),
                              "stop that one first, or leave it to it");
}

SweepLock::~SweepLock() {
    ::close(m_file);
}

bool SweepLock::isTaken(const fs::path& sweep) {
    const int file = ::open(lockedFile(sweep).c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    const bool isTaken = ::flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(file);
    return isTaken;
}

void askSweepToStop(const fs::path& sweep) {
    if (!isSweep(sweep))
        throw Error::notFound("there is no sweep in " + sweep.string(),
                              "name the folder that holds sweep.json");
    if (!SweepLock::isTaken(sweep))
        throw Error::invalidInput("no process goes through the sweep " + sweep.string(),
                                  "its runs stand in unlit run list " + sweep.string());
    writeAtomically(stopFile(sweep), "");
}

bool isSweepAskedToStop(const fs::path& sweep) {
    std::error_code ignored;
    return fs::exists(stopFile(sweep), ignored);
}

void forgetSweepStop(const fs::path& sweep) {
    std::error_code ignored;
    fs::remove(stopFile(sweep), ignored);
}

SweepProblems readSweepProblems(const fs::path& sweep) {
    SweepProblems problems;
    const SweepJson json = sweepObjectIn(problemsFile(sweep));
    for (const auto& [name, text] : json.items())
        if (text.is_string())
            problems[name] = text.get<std::string>();
    return problems;
}

void writeSweepProblems(const fs::path& sweep, const SweepProblems& problems) {
    SweepJson json = SweepJson::object();
    for (const auto& [name, text] : problems)
        json[name] = text;
    writeAtomically(problemsFile(sweep), json.dump(2, ' ', false, kReplace) + "\n");
}

SweepRunsBehind readSweepRunsBehind(const fs::path& sweep) {
    SweepRunsBehind behind;
    const SweepJson json = sweepObjectIn(behindFile(sweep));
    for (const auto& [name, step] : json.items())
        if (step.is_number_integer())
            behind[name] = step.get<std::int64_t>();
    return behind;
}

void writeSweepRunsBehind(const fs::path& sweep, const SweepRunsBehind& behind) {
    SweepJson json = SweepJson::object();
    for (const auto& [name, step] : behind)
        json[name] = step;
    writeAtomically(behindFile(sweep), json.dump(2) + "\n");
}

} // namespace unlit
