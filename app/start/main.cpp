// unlit-studio: shows a splash in a process of its own, and becomes the studio. The libraries of
// the networks take the system a second to load, before the first line of a program that links
// them; this one links Qt alone.
#include "app/start/splash.h"
#include "app/start/splash_request.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

constexpr int kFailed = 1;

/// libexec/unlit/unlit-studio in the prefix that this program is installed in, or beside it as in a
/// build folder.
fs::path studioProgram() {
    std::error_code ignored;
    const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    for (const fs::path& root : {folder.parent_path(), folder})
        if (const fs::path program = root / "libexec/unlit/unlit-studio";
            fs::exists(program, ignored))
            return program;
    return folder.parent_path() / "libexec/unlit/unlit-studio";
}

/// Starts the splash as a grandchild: the studio has no child to wait for. Where that fails there
/// is no splash, and nothing else is different.
void startSplash(int argc, char** argv, bool isTold) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return;
    const pid_t child = fork();
    if (child == 0) {
        if (fork() != 0)
            _exit(0);
        close(ends[1]);
        // A screen that cannot be opened is the studio's to tell.
        if (const int nowhere = open("/dev/null", O_WRONLY); nowhere >= 0)
            dup2(nowhere, STDERR_FILENO);
        _exit(unlit::showSplash(argc, argv, ends[0], isTold));
    }
    close(ends[0]);
    if (child < 0) {
        close(ends[1]);
        return;
    }
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
    fcntl(ends[1], F_SETFD, 0); // it lives on in the studio
    setenv(unlit::kSplashVariable, std::to_string(ends[1]).c_str(), 1);
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string_view> arguments(argv + std::min(argc, 1), argv + argc);
    const fs::path program = studioProgram();
    if (access(program.c_str(), X_OK) == 0 && unlit::wantsSplash(arguments))
        startSplash(argc, argv, std::ranges::find(arguments, "--first-paint") != arguments.end());
    execv(program.c_str(), argv);
    std::fprintf(stderr,
                 "unlit-studio: %s: cannot be started: %s\nInstall the program again, with all of "
                 "its files\n",
                 program.c_str(), std::strerror(errno));
    return kFailed;
}
