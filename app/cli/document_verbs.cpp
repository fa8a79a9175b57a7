#include "app/cli/document_verbs.h"

#include "app/cli/describe.h"
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
    options().section("Arguments").positional("SHELL", m_shell, "The shell; bash is known");
    footer("Example:\n  unlit completion bash > ~/.local/share/bash-completion/completions/"
           "unlit");
}

ExitCode CompletionVerb::run(VerbContext& context) {
    if (m_shell != "bash")
        throw UsageError("SHELL: \"" + m_shell + "\" is not allowed; use bash");
    return print(context, bashCompletionText(describeProgram(*this)));
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
