// --help: usage, options with defaults and units, verbs.
#include "app/cli/help/describe.h"
#include "app/cli/live_line.h"

#include <algorithm>
#include <sstream>

namespace unlit::cli {

namespace {

constexpr int kWidest = 100;
constexpr int kNarrowest = 50;
constexpr int kHelpColumn = 30;

/// Breaks at spaces; every line but the first begins with `indent` spaces, the first is already
/// `column` wide.
std::string wrapped(const std::string& text, int column, int indent, int columns) {
    std::istringstream words(text);
    std::string out;
    int used = column;
    for (std::string word; words >> word;) {
        const int width = columnsOf(word);
        const bool isFirst = used == indent;
        if (!isFirst && used + 1 + width > columns) {
            out += "\n" + std::string(static_cast<std::size_t>(indent), ' ');
            used = indent;
        } else if (!isFirst) {
            out += ' ';
            ++used;
        }
        out += word;
        used += width;
    }
    return out;
}

std::string row(const std::string& left, const std::string& right, int columns) {
    std::string line = "  " + left;
    const int width = columnsOf(line);
    if (width + 2 > kHelpColumn)
        line += "\n" + std::string(kHelpColumn, ' ');
    else
        line += std::string(static_cast<std::size_t>(kHelpColumn - width), ' ');
    return line + wrapped(right, kHelpColumn, kHelpColumn, columns) + "\n";
}

std::string helpOf(const OptionText& option) {
    if (option.isRequired)
        return option.help + " (required)";
    return option.defaultText.empty() ? option.help
                                      : option.help + " (default: " + option.defaultText + ")";
}

} // namespace

std::string helpText(const CommandText& command, int columns) {
    columns = std::clamp(columns, kNarrowest, kWidest);
    std::string text = "Usage: " + command.usage() + "\n\n";
    text += wrapped(command.summary, 0, 0, columns) + "\n";
    if (!command.verbs.empty()) {
        text += "\nVerbs:\n";
        for (const CommandText& verb : command.verbs)
            text += row(verb.name.substr(command.name.size() + 1), verb.summary, columns);
    }
    for (const SectionText& section : command.sections) {
        text += "\n" + section.title + ":\n";
        for (const OptionText& option : section.options)
            text += row(option.spelling(), helpOf(option), columns);
    }
    if (!command.footer.empty())
        text += "\n" + command.footer + "\n";
    text.pop_back(); // the writer ends the last line
    return text;
}

} // namespace unlit::cli
