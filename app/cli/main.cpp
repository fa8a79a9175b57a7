// The headless twin of the studio: one verb a file, the same sessions.
#include "app/cli/command_line.h"
#include "core/base/user_folder.h"

#include <iostream>

int main(int argc, char** argv) {
    using namespace unlit::cli;
    (void)unlit::settleHome();
    try {
        Interrupt interrupt;
        CommandLine commandLine;
        return static_cast<int>(commandLine.run({argv + 1, argv + argc}, interrupt));
    } catch (const std::exception& error) {
        std::cerr << "unlit: " << error.what() << '\n';
        return static_cast<int>(ExitCode::Failed);
    }
}
