// Completion for fish: verbs, flags with their help, and the values of flags.
#include "app/cli/help/describe.h"

#include "app/cli/option_set.h"
#include "core/base/split_text.h"

#include <string_view>

namespace unlit::cli {

namespace {

constexpr const char* kStart = R"(# fish completion for unlit
function __unlit_command
    set -l command unlit
    for word in (commandline -opc)[2..]
        switch "$command $word"
            case )";
constexpr const char* kFishEnd = R"(
                set command "$command $word"
        end
    end
    echo $command
end
function __unlit_is
    test (__unlit_command) = "$argv"
end
complete -c unlit -f
)";

std::string fishWord(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\')
            out += '\\';
        out += c;
    }
    return out + "'";
}

std::string lineFor(const CommandText& command) {
    return "complete -c unlit -n " + fishWord("__unlit_is " + command.name);
}

std::string folders() {
    return " -x -a '(__fish_complete_directories (commandline -ct))'";
}

std::string fishValue(const OptionText& option) {
    if (option.placeholder.empty())
        return {};
    if (const std::vector<std::string> choices = option.choices(); !choices.empty())
        return " -x -a " + fishWord(joined(choices, " "));
    switch (option.place()) {
    case OptionText::Place::Folder:
        return folders();
    case OptionText::Place::AnyFile:
        return " -r -F";
    case OptionText::Place::None:
        break;
    }
    return " -x";
}

std::string linesFor(const CommandText& command, const OptionText& option) {
    if (option.isPositional) {
        if (option.place() == OptionText::Place::Folder)
            return lineFor(command) + folders() + "\n";
        return option.place() == OptionText::Place::AnyFile ? lineFor(command) + " -F\n" : "";
    }
    std::string text;
    for (const std::string& name : option.names) {
        const bool isLong = name.starts_with("--");
        text += lineFor(command) + (isLong ? " -l " : " -s ") + name.substr(isLong ? 2 : 1) +
                fishValue(option) + " -d " + fishWord(option.help) + "\n";
    }
    return text;
}

} // namespace

std::string fishCompletionText(const CommandText& program) {
    std::vector<std::string> names;
    std::string lines;
    for (const CommandText* command : program.all()) {
        if (command != &program)
            names.push_back(fishWord(command->name));
        for (const CommandText& verb : command->verbs)
            lines += lineFor(*command) + " -a " +
                     fishWord(verb.name.substr(command->name.size() + 1)) + " -d " +
                     fishWord(verb.summary) + "\n";
        for (const SectionText& section : command->sections)
            for (const OptionText& option : section.options)
                lines += linesFor(*command, option);
    }
    std::string text = kStart + joined(names, " ") + kFishEnd + lines;
    text.pop_back(); // the writer ends the last line
    return text;
}

} // namespace unlit::cli
