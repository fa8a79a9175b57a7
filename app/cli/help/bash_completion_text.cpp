// Completion for bash: verbs, flags, and the values of flags.
#include "app/cli/help/describe.h"

#include "app/cli/option_set.h"
#include "core/base/split_text.h"

namespace unlit::cli {

namespace {

constexpr const char* kBashStart = R"(# bash completion for unlit
_unlit() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=unlit i
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        case "$command ${COMP_WORDS[i]}" in
)";
constexpr const char* kBashEnd = R"(    esac
}
complete -o filenames -F _unlit unlit
)";

std::string reply(const std::string& words) {
    return "COMPREPLY=($(compgen -W \"" + words + "\" -- \"$current\"))";
}

/// What follows a flag of its own kind of value; empty for flags without one.
std::string valueReply(const OptionText& option) {
    if (const std::vector<std::string> choices = option.choices(); !choices.empty())
        return reply(joined(choices, " "));
    if (option.placeholder == "DIR")
        return "COMPREPLY=($(compgen -d -- \"$current\"))";
    return "COMPREPLY=($(compgen -f -- \"$current\"))";
}

std::string valueCases(const CommandText& command) {
    std::string text;
    for (const SectionText& section : command.sections)
        for (const OptionText& option : section.options)
            if (!option.isPositional && !option.placeholder.empty())
                for (const std::string& name : option.names)
                    text += "        \"" + command.name + ":" + name + "\")\n            " +
                            valueReply(option) + "\n            return ;;\n";
    return text;
}

std::string wordsOf(const CommandText& command) {
    std::vector<std::string> words;
    for (const CommandText& verb : command.verbs)
        words.push_back(verb.name.substr(command.name.size() + 1));
    for (const SectionText& section : command.sections)
        for (const OptionText& option : section.options)
            if (!option.isPositional)
                words.insert(words.end(), option.names.begin(), option.names.end());
    return joined(words, " ");
}

/// A command that takes files completes them, unless a flag has been begun.
std::string wordCase(const CommandText& command) {
    std::string text = "        \"" + command.name + "\")\n            ";
    if (command.verbs.empty())
        text += "if [[ $current == -* ]]; then " + reply(wordsOf(command)) +
                "; else COMPREPLY=($(compgen -f -- \"$current\")); fi ;;\n";
    else
        text += reply(wordsOf(command)) + " ;;\n";
    return text;
}

} // namespace

std::string bashCompletionText(const CommandText& program) {
    const std::vector<const CommandText*> commands = program.all();
    std::string text = kBashStart;
    for (const CommandText* command : commands)
        if (command != &program)
            text += "            \"" + command->name + "\") command=\"" + command->name + "\" ;;\n";
    text += "        esac\n    done\n    case \"$command:$previous\" in\n";
    for (const CommandText* command : commands)
        text += valueCases(*command);
    text += "    esac\n    case \"$command\" in\n";
    for (const CommandText* command : commands)
        text += wordCase(*command);
    text += kBashEnd;
    text.pop_back(); // the writer ends the last line
    return text;
}

} // namespace unlit::cli
