// Verbs that print texts made from the descriptions of all verbs: completion, man page, docs page.
#pragma once

#include "app/cli/verb.h"

namespace unlit::cli {

/// `unlit completion bash|zsh|fish`: the result is meant for `source <(…)` or a file of the system.
class CompletionVerb : public Verb {
public:
    explicit CompletionVerb(CLI::App& program);
    ExitCode run(VerbContext& context) override;

private:
    std::string m_shell;
};

/// `unlit man`: a page in troff, for `man -l -` or the system's man folder.
class ManVerb : public Verb {
public:
    explicit ManVerb(CLI::App& program);
    ExitCode run(VerbContext& context) override;
};

/// `unlit docs`: docs/commands.md. Hidden: of use to those who build the program.
class DocsVerb : public Verb {
public:
    explicit DocsVerb(CLI::App& program);
    ExitCode run(VerbContext& context) override;
};

} // namespace unlit::cli
