// `unlit validate`, `unlit visualize`, `unlit worst`: what a run's checkpoints and losses show.
#pragma once

#include "app/cli/verb.h"
#include "core/session/train/run_commands.h"

#include <string>
#include <vector>

namespace unlit::cli {

/// JSON: {"checkpoint","step","sets":[{"dataset","pictures","metrics":{name: value}}]}
class ValidateVerb : public Verb {
public:
    explicit ValidateVerb(CLI::App& program);
    ExitCode run(VerbContext& context) override;

private:
    std::string m_run;
    std::vector<std::string> m_overrides;
    std::string m_device = "auto";
    bool m_useEma = false;
};

/// JSON: {"checkpoint","step","folders":[…]}
class VisualizeVerb : public Verb {
public:
    explicit VisualizeVerb(CLI::App& program);
    ExitCode run(VerbContext& context) override;

private:
    std::string m_run;
    std::vector<std::string> m_overrides;
    std::string m_device = "auto";
    std::string m_output;
    bool m_useEma = false;
};

/// JSON: {"run","step","samples":[{"sample","visits","mean_loss","relative_loss"}]}
class WorstVerb : public Verb {
public:
    explicit WorstVerb(CLI::App& program);
    ExitCode run(VerbContext& context) override;

private:
    std::string m_run;
};

} // namespace unlit::cli
