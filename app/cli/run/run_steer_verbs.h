// `unlit run status|pause|continue|save|validate|rate|stop|histograms`: asks a run that is trained
// by whatever process of this machine.
#pragma once

#include "app/cli/verb.h"
#include "core/runs/control/run_request.h"

#include <string>

namespace unlit::cli {

/// One of the verbs that ask for something and take no value. JSON: {"run","step","done"}
class RunSteerVerb : public Verb {
public:
    RunSteerVerb(CLI::App& parent, runs::RunVerb verb);
    ExitCode run(VerbContext& context) override;

private:
    runs::RunVerb m_verb;
    std::string m_run;
    bool m_waits = false;
};

/// JSON: {"run","step","done","from","to"}
class RunRateVerb : public Verb {
public:
    explicit RunRateVerb(CLI::App& parent);
    ExitCode run(VerbContext& context) override;

private:
    std::string m_run;
    std::string m_rate;
    bool m_waits = false;
    bool m_isForced = false;
};

/// JSON: {"run","step","max_step","paused","stopping","base_rate","learning_rate",
/// "process"}
class RunStatusVerb : public Verb {
public:
    explicit RunStatusVerb(CLI::App& parent);
    ExitCode run(VerbContext& context) override;

private:
    std::string m_run;
};

} // namespace unlit::cli
