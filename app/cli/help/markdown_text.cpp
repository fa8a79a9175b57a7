// docs/commands.md: every command with its options as tables.
#include "app/cli/help/describe.h"

#include <string_view>

namespace unlit::cli {

namespace {

std::string cell(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '|')
            escaped += '\\';
        escaped += c;
    }
    return escaped;
}

std::string optionRow(const OptionText& option) {
    const std::string fallback = option.isRequired ? "required" : option.defaultText;
    return "| `" + cell(option.spelling()) + "` | " + cell(option.help) + " | " + cell(fallback) +
           " |\n";
}

std::string commandText(const CommandText& command) {
    std::string text = "\n## " + command.name + "\n\n" + command.summary + ".\n\n```\n" +
                       command.usage() + "\n```\n";
    for (const SectionText& section : command.sections) {
        text += "\n| " + section.title + " | | default |\n| --- | --- | --- |\n";
        for (const OptionText& option : section.options)
            text += optionRow(option);
    }
    if (!command.footer.empty())
        text += "\n```\n" + command.footer + "\n```\n";
    return text;
}

} // namespace

std::string markdownText(const CommandText& program) {
    std::string text = "# Commands of " + program.name + "\n\n" + program.summary + "\n\n" +
                       program.footer +
                       "\nResults go to stdout, messages to stderr. This page is made by `" +
                       program.name + " docs` from the same descriptions as `--help`, `" +
                       program.name + " man` and the shell completion.\n";
    for (const CommandText* command : program.runnable())
        text += commandText(*command);
    text.pop_back(); // the writer ends the last line
    return text;
}

} // namespace unlit::cli
