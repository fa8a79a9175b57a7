// The manual page in troff's man macros (man(7)).
#include "app/cli/help/describe.h"

#include "core/base/text.h"
#include "core/base/version.h"

#include <algorithm>
#include <sstream>
#include <string_view>

namespace unlit::cli {

namespace {

/// Backslashes, hyphens that are typed, and dots that would start a request.
std::string roffEscaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n'))
            out += std::string("\\&") + c;
        else
            out += c;
    }
    return out;
}

std::string upper(std::string text) {
    std::ranges::transform(text, text.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    });
    return text;
}

std::string optionEntry(const OptionText& option) {
    std::string text =
        ".TP\n.B " + roffEscaped(option.spelling()) + "\n" + roffEscaped(option.help) + ".\n";
    if (option.isRequired)
        text += "Required.\n";
    else if (!option.defaultText.empty())
        text += "Default: " + roffEscaped(option.defaultText) + ".\n";
    return text;
}

std::string optionEntries(const CommandText& command) {
    std::string text;
    for (const SectionText& section : command.sections)
        for (const OptionText& option : section.options)
            text += optionEntry(option);
    return text;
}

std::string commandEntry(const CommandText& command) {
    std::string text = ".SS " + roffEscaped(command.usage()) + "\n" + roffEscaped(command.summary) +
                       ".\n" + optionEntries(command);
    if (!command.footer.empty())
        text += ".PP\n.nf\n" + roffEscaped(command.footer) + "\n.fi\n";
    return text;
}

} // namespace

std::string manPageText(const CommandText& program) {
    std::string text = ".TH " + upper(program.name) + " 1 \"\" \"" + program.name + " " +
                       roffEscaped(version()) + "\"\n.SH NAME\n" + program.name + " \\- " +
                       roffEscaped(program.summary) + "\n.SH SYNOPSIS\n";
    for (const CommandText* command : program.runnable())
        text += ".B " + roffEscaped(command->usage()) + "\n.br\n";
    if (program.verbs.empty())
        text += ".SH OPTIONS\n" + optionEntries(program);
    else
        text += ".SH COMMANDS\n";
    for (const CommandText& verb : program.verbs)
        for (const CommandText* command : verb.runnable())
            text += commandEntry(*command);
    return text + ".SH EXIT STATUS\n" + roffEscaped(program.footer);
}

} // namespace unlit::cli
