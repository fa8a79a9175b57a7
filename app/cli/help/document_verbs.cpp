#include "app/cli/help/document_verbs.h"

#include "app/cli/help/describe.h"
#include "app/cli/usage_error.h"

namespace unlit::cli {

namespace {

ExitCode print(VerbContext& context, const std::string& text) {
    context.console.result(text);
    context.console.object(Json{{"text", text + "\n"}});
    return ExitCode::Done;
}

CommandText describeProgram(Verb& verb) {
    return describeProgramOf(verb.app());
}

} // namespace

CompletionVerb::CompletionVerb(CLI::App& program)
    : Verb(program, "completion", "Print the completion script of a shell") {
    options().section("Arguments").positional("SHELL", m_shell, "bash, zsh or fish");
    footer("Examples:\n  unlit completion bash > ~/.local/share/bash-completion/completions/"
           "unlit\n  unlit completion zsh > ~/.zfunc/_unlit\n  unlit completion fish > "
           "~/.config/fish/completions/unlit.fish");
}

ExitCode CompletionVerb::run(VerbContext& context) {
    const CommandText program = describeProgram(*this);
    if (m_shell == "bash")
        return print(context, bashCompletionText(program));
    if (m_shell == "zsh")
        return print(context, zshCompletionText(program));
    if (m_shell == "fish")
        return print(context, fishCompletionText(program));
    throw UsageError("SHELL: \"" + m_shell + "\" is not allowed; use bash, zsh or fish");
}

ManVerb::ManVerb(CLI::App& program) : Verb(program, "man", "Print the manual page") {
    footer("Example:\n  unlit man | man -l -");
}

ExitCode ManVerb::run(VerbContext& context) {
    return print(context, manPageText(describeProgram(*this)));
}

DocsVerb::DocsVerb(CLI::App& program) : Verb(program, "docs", "Print docs/commands.md") {
    hide();
}

ExitCode DocsVerb::run(VerbContext& context) {
    return print(context, markdownText(describeProgram(*this)));
}

} // namespace unlit::cli
