#include "core/train/run_folder.h"

#include "core/base/atomic_file.h"
#include "core/base/atomic_folder.h"
#include "core/base/error.h"
#include "core/base/file_path.h"
#include "core/base/file_sync.h"
#include "core/train/build_info.h"
#include "core/weights/checkpoint_name.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <ctime>

#include <fcntl.h>

namespace unlit::train {

namespace fs = std::filesystem;

namespace {

bool isRun(const fs::path& folder) {
    std::error_code ignored;
    return fs::is_regular_file(folder / "config.yaml", ignored);
}

void refuseExisting(const fs::path& path) {
    std::error_code ignored;
    const fs::file_status status = fs::symlink_status(path, ignored);
    if (!fs::exists(status))
        return;
    if (isRun(path))
        throw Error::invalidInput(path.string() + " is a run already",
                                  "go on with it by --resume " + path.string() +
                                      ", or give the new one another name (run.name)");
    throw Error::invalidInput(path.string() + " exists already and is no run",
                              "choose another run.name or run.output_dir");
}

void refuseFileAsParent(const fs::path& path) {
    std::error_code ignored;
    for (fs::path parent = path.parent_path(); !parent.empty() && parent != parent.parent_path();
         parent = parent.parent_path())
        if (fs::exists(parent, ignored) && !fs::is_directory(parent, ignored))
            throw Error::invalidInput(parent.string() + " is a file: no run fits into it",
                                      "choose a folder as run.output_dir");
}

/// AtomicFolder would replace what another process has made in the meantime.
void moveIntoPlace(const fs::path& temporary, const fs::path& path) {
    if (::renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) == 0)
        return;
    if (errno == EINVAL || errno == ENOSYS) { // file systems that do not know the flag
        refuseExisting(path);
        if (::rename(temporary.c_str(), path.c_str()) == 0)
            return;
    }
    const int reason = errno;
    if (reason == EEXIST || reason == ENOTEMPTY)
        refuseExisting(path);
    throw Error::system(reason, "create the folder", path);
}

std::string datetimePrefix(std::chrono::system_clock::time_point now) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
    std::tm local{};
    ::localtime_r(&seconds, &local);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%y_%m_%d-%H_%M_%S-", &local);
    return text.data();
}

} // namespace

fs::path RunFolder::plannedPath(const config::RunConfig& run, const fs::path& configFile,
                                std::chrono::system_clock::time_point now) {
    const std::string name = run.name.empty() ? configFile.stem().string() : run.name;
    if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos)
        throw Error::invalidInput("\"" + name + "\" cannot be the name of a run",
                                  "set run.name to a plain folder name");
    return run.outputDir / ((run.addDatetimePrefix ? datetimePrefix(now) : "") + name);
}

RunFolder RunFolder::create(const fs::path& path, std::string_view configYaml,
                            const std::function<void(const RunFolder& inside)>& fill) {
    RunFolder folder(withoutSlash(path));
    refuseExisting(folder.path());
    refuseFileAsParent(folder.path());
    AtomicFolder temporary(folder.path());
    const RunFolder inside(temporary.temporaryPath());
    for (const char* name : {"checkpoint", "tensorboard", "evaluation", "visualization"}) {
        std::error_code failed;
        if (!fs::create_directory(inside.path() / name, failed))
            throw Error::system(failed.value(), "create the folder", folder.path() / name);
    }
    writeAtomically(inside.metrics(), "");
    writeAtomically(inside.buildInfo(), buildInfoJson());
    writeAtomically(inside.config(), configYaml);
    if (fill)
        fill(inside);
    syncFolder(inside.path());
    moveIntoPlace(inside.path(), folder.path());
    syncFolder(folder.path().parent_path());
    return folder;
}

RunFolder RunFolder::open(const fs::path& path) {
    const fs::path plain = withoutSlash(path);
    std::error_code ignored;
    if (isRun(plain))
        return RunFolder(plain);
    const fs::path parent = plain.parent_path();
    if (parent.filename() == "checkpoint" && isRun(withoutSlash(parent / ".."))) {
        RunFolder folder(withoutSlash(parent / ".."));
        const fs::path found = folder.findCheckpoint(plain.filename().string());
        if (!fs::is_directory(found, ignored))
            throw Error::notFound("there is no checkpoint " + plain.string(),
                                  "see what there is in " + parent.string());
        folder.m_askedCheckpoint = found.filename().string();
        return folder;
    }
    if (!fs::exists(plain, ignored))
        throw Error::notFound("there is no run " + plain.string(), "check the path");
    throw Error::invalidInput(plain.string() + " is no run: it has no config.yaml",
                              "give a run's folder, or RUN/checkpoint/NAME");
}

fs::path RunFolder::evaluationFile(const std::string& dataset, std::int64_t step) const {
    std::array<char, 40> number{};
    std::snprintf(number.data(), number.size(), "-iter%06lld.txt", static_cast<long long>(step));
    return m_path / "evaluation" / ("eval-" + dataset + number.data());
}

fs::path RunFolder::visualization(const std::string& dataset, std::int64_t step) const {
    return m_path / "visualization" / iterationName(step) / dataset;
}

std::string RunFolder::iterationName(std::int64_t step) {
    return weights::iterationName(step);
}

std::string RunFolder::backupName(std::int64_t step, const std::string& figure) {
    return iterationName(step) + (figure.empty() ? "" : "_" + figure);
}

std::optional<std::int64_t> RunFolder::stepOfBackup(std::string_view name) {
    return weights::stepOfIteration(name);
}

fs::path RunFolder::backup(std::int64_t step) const {
    return findCheckpoint(iterationName(step));
}

fs::path RunFolder::findCheckpoint(const std::string& name) const {
    return weights::existingCheckpoint(checkpoint(name));
}

} // namespace unlit::train
