// `unlit run events|fork|rollback`: what became of a run, and other ways on from its checkpoints.
#pragma once

#include "app/cli/verb.h"

#include <string>
#include <vector>

namespace unlit::cli {

/// JSON: {"run","events":[…]}, the records of events.jsonl.
class RunEventsVerb : public Verb {
public:
    explicit RunEventsVerb(CLI::App& parent);
    ExitCode run(VerbContext& context) override;

private:
    std::string m_run;
};

/// JSON: {"run","step","state"}
class RunForkVerb : public Verb {
public:
    explicit RunForkVerb(CLI::App& parent);
    ExitCode run(VerbContext& context) override;

private:
    std::string m_run;
    std::vector<std::string> m_overrides;
    std::string m_checkpoint;
    std::string m_output;
};

/// JSON: {"run","page","plots","pictures"}
class RunReportVerb : public Verb {
public:
    explicit RunReportVerb(CLI::App& parent);
    ExitCode run(VerbContext& context) override;

private:
    std::string m_run;
    std::string m_output;
    bool m_overwrite = false;
};

/// JSON: {"run","checkpoint","step"}
class RunRollbackVerb : public Verb {
public:
    explicit RunRollbackVerb(CLI::App& parent);
    ExitCode run(VerbContext& context) override;

private:
    std::string m_run;
    std::string m_checkpoint;
};

} // namespace unlit::cli
