// The whole command line: every verb, parsing, mistakes, exit codes.
#pragma once

#include "app/cli/verb.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

namespace unlit::cli {

class CommandLine {
public:
    CommandLine();

    /// `arguments` without the program's name. Prints results, help and mistakes. Never throws.
    ExitCode run(const std::vector<std::string>& arguments, Interrupt& interrupt);

    const CLI::App& app() const { return m_app; }

private:
    template <class T>
    void add(CLI::App& parent);
    void addVerbs();
    void addCommonFlags();
    ExitCode parseAndRun(std::vector<std::string> arguments, Interrupt& interrupt);
    ExitCode runVerb(Verb& verb, Interrupt& interrupt);
    Verb* parsedVerb() const;

    struct CommonFlags {
        bool json = false;
        bool quiet = false;
        bool help = false;
        bool verbose = false;
        std::optional<LogLevel> logLevel;
    };

    CLI::App m_app;
    CommonFlags m_flags;
    std::vector<std::unique_ptr<Verb>> m_verbs;
};

} // namespace unlit::cli
