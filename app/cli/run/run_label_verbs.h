// `unlit run tag|archive`: what a person sorts runs by.
#pragma once

#include "app/cli/verb.h"

#include <string>
#include <vector>

namespace unlit::cli {

/// JSON: {"runs":[{"run","tags":[…],"group","archived"}]}
class RunTagVerb : public Verb {
public:
    explicit RunTagVerb(CLI::App& parent);
    ExitCode run(VerbContext& context) override;

private:
    std::vector<std::string> m_runs;
    std::vector<std::string> m_added;
    std::vector<std::string> m_removed;
    std::string m_group;
    bool m_leavesGroup = false;
};

/// JSON: as RunTagVerb.
class RunArchiveVerb : public Verb {
public:
    explicit RunArchiveVerb(CLI::App& parent);
    ExitCode run(VerbContext& context) override;

private:
    std::vector<std::string> m_runs;
    bool m_restores = false;
};

} // namespace unlit::cli
