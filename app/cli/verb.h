// What every verb has: its CLI11 command, its options, and a body.
#pragma once

#include "app/cli/console.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_set.h"
#include "core/base/log_format.h"

#include <optional>
#include <string>

namespace unlit::cli {

struct VerbContext {
    Console& console;
    Interrupt& interrupt;
    std::optional<LogLevel> logLevel = {}; ///< of the console, where the command line names one
};

class Verb {
public:
    Verb(CLI::App& parent, const std::string& name, const std::string& summary);

    virtual ~Verb() = default;
    Verb(const Verb&) = delete;
    Verb& operator=(const Verb&) = delete;

    /// Writes exactly one JSON object where the console asks for it, unless it throws. Throws
    /// UsageError, CancelledError, Error.
    virtual ExitCode run(VerbContext& context) = 0;

    CLI::App& app() { return m_app; }

    /// What stands below the help: examples.
    void footer(const std::string& text);

    /// Not listed among the verbs.
    void hide();

    OptionSet& options() { return m_options; }

private:
    CLI::App& m_app;
    OptionSet m_options;
};

} // namespace unlit::cli
