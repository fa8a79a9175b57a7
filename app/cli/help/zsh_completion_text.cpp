// Completion for zsh: verbs, flags with their help, and the values of flags.
#include "app/cli/help/describe.h"

#include "app/cli/option_set.h"
#include "core/base/split_text.h"

#include <string_view>

namespace unlit::cli {

namespace {

constexpr const char* kZshStart = R"(#compdef unlit
# zsh completion for unlit
_unlit() {
    local command=unlit
    integer i last=1
    for ((i = 2; i < CURRENT; i++)); do
        case "$command ${words[i]}" in
)";
/// _arguments takes its first word for the command's name: only the last verb and what follows
/// stay.
constexpr const char* kVerbFound = R"(        esac
    done
    (( last > 1 )) && { words=("${(@)words[last,-1]}"); (( CURRENT -= last - 1 )) }
    case "$command" in
)";
constexpr const char* kZshEnd = R"(    esac
}
if [[ "${funcstack[1]}" == _unlit ]]; then _unlit "$@"; else compdef _unlit unlit; fi
)";

/// As part of a specification: brackets and colons end its fields, a quote ends the word.
std::string zshEscaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\'')
            out += "'\\''";
        else if (c == '[' || c == ']' || c == ':' || c == '\\')
            out += std::string("\\") + c;
        else
            out += c;
    }
    return out;
}

std::string zshValue(const OptionText& option) {
    if (const std::vector<std::string> choices = option.choices(); !choices.empty())
        return "(" + joined(choices, " ") + ")";
    switch (option.place()) {
    case OptionText::Place::Folder:
        return "_files -/";
    case OptionText::Place::AnyFile:
        return "_files";
    case OptionText::Place::None:
        break;
    }
    return "( )";
}

/// One line of _arguments for each name of the option.
std::string specifications(const OptionText& option) {
    if (option.isPositional)
        return " \\\n            '" + std::string(option.isRepeated ? "*" : "") + ":" +
               zshEscaped(option.names.front()) + ":" + zshValue(option) + "'";
    std::string text;
    for (const std::string& name : option.names) {
        text += " \\\n            '" + name + "[" + zshEscaped(option.help) + "]";
        if (!option.placeholder.empty())
            text += ":" + zshEscaped(option.placeholder) + ":" + zshValue(option);
        text += "'";
    }
    return text;
}

std::string verbChoices(const CommandText& command) {
    std::string text = "        \"" + command.name + "\")\n            local -a verbs=(";
    for (const CommandText& verb : command.verbs)
        text += "\n                '" + verb.name.substr(command.name.size() + 1) + ":" +
                zshEscaped(verb.summary) + "'";
    return text + ")\n            _describe -t commands verb verbs ;;\n";
}

std::string flagChoices(const CommandText& command) {
    std::string text = "        \"" + command.name + "\")\n            _arguments -s";
    for (const SectionText& section : command.sections)
        for (const OptionText& option : section.options)
            text += specifications(option);
    return text + " ;;\n";
}

} // namespace

std::string zshCompletionText(const CommandText& program) {
    const std::vector<const CommandText*> commands = program.all();
    std::string text = kZshStart;
    for (const CommandText* command : commands)
        if (command != &program)
            text += "            \"" + command->name + "\") command=\"" + command->name +
                    "\" last=$i ;;\n";
    text += kVerbFound;
    for (const CommandText* command : commands)
        text += command->verbs.empty() ? flagChoices(*command) : verbChoices(*command);
    text += kZshEnd;
    text.pop_back(); // the writer ends the last line
    return text;
}

} // namespace unlit::cli
