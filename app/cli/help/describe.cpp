#include "app/cli/help/describe.h"

#include "core/base/text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <sstream>

namespace unlit::cli {

namespace {

constexpr const char* kRequired = "required";

OptionText describeOption(const CLI::Option& option) {
    OptionText text;
    if (option.get_positional()) {
        text.names = {option.get_name(true)};
        text.isPositional = true;
    } else {
        for (const std::string& name : option.get_lnames())
            text.names.push_back("--" + name);
        for (const std::string& name : option.get_snames())
            text.names.push_back("-" + name);
        if (option.get_expected_max() > 0)
            text.placeholder = option.get_type_name();
    }
    text.help = option.get_description();
    text.isRequired = option.get_default_str() == kRequired;
    text.isRepeated = option.get_expected_max() > 1;
    if (!text.isRequired)
        text.defaultText = option.get_default_str();
    return text;
}

std::string fullName(const CLI::App& app) {
    const CLI::App* parent = app.get_parent();
    return parent == nullptr ? app.get_name() : fullName(*parent) + " " + app.get_name();
}

void addToSection(CommandText& command, const std::string& title, OptionText option) {
    auto found = std::ranges::find(command.sections, title, &SectionText::title);
    if (found == command.sections.end())
        found = command.sections.insert(found, SectionText{title, {}});
    found->options.push_back(std::move(option));
}

void collectAll(const CommandText& command, std::vector<const CommandText*>& list) {
    list.push_back(&command);
    for (const CommandText& verb : command.verbs)
        collectAll(verb, list);
}

void collectRunnable(const CommandText& command, std::vector<const CommandText*>& list) {
    if (command.verbs.empty())
        list.push_back(&command);
    for (const CommandText& verb : command.verbs)
        collectRunnable(verb, list);
}

} // namespace

std::string OptionText::spelling() const {
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    if (!placeholder.empty())
        text += " " + placeholder;
    return isRepeated ? text + "…" : text;
}

std::vector<std::string> OptionText::choices() const {
    std::vector<std::string> words;
    std::istringstream parts(placeholder);
    for (std::string part; std::getline(parts, part, '|');) {
        part.resize(std::min(part.find('['), part.size())); // "cuda[:N]" can be "cuda"
        // "EV" stands for a value of that kind; only words in small letters are meant literally.
        if (!part.empty() && part == toLower(part))
            words.push_back(part);
    }
    return words;
}

OptionText::Place OptionText::place() const {
    const std::string& kind = isPositional ? names.front() : placeholder;
    if (kind.starts_with("DIR"))
        return Place::Folder;
    for (const char* file : {"FILE", "PATH", "SIDECAR", "INPUT", "IN", "OUT", "RUN", "SOURCE",
                             "LORA", "LIST", "A", "B"})
        if (kind == file)
            return Place::AnyFile;
    return Place::None;
}

std::string CommandText::usage() const {
    std::string text = name;
    if (!verbs.empty())
        text += " VERB";
    std::string positionals;
    for (const SectionText& section : sections) {
        for (const OptionText& option : section.options) {
            if (option.isPositional)
                positionals += " " + option.spelling();
            else if (option.isRequired)
                text += " " + option.spelling();
        }
    }
    return text + " [OPTIONS]" + positionals;
}

std::vector<const CommandText*> CommandText::runnable() const {
    std::vector<const CommandText*> list;
    collectRunnable(*this, list);
    return list;
}

std::vector<const CommandText*> CommandText::all() const {
    std::vector<const CommandText*> list;
    collectAll(*this, list);
    return list;
}

CommandText describe(const CLI::App& app) {
    CommandText command{fullName(app), app.get_description(), app.get_footer(), {}, {}};
    for (const CLI::Option* option : app.get_options([](const CLI::Option*) { return true; }))
        addToSection(command, option->get_group(), describeOption(*option));
    for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
        if (!verb->get_group().empty())
            command.verbs.push_back(describe(*verb));
    return command;
}

CommandText describeProgramOf(const CLI::App& verb) {
    return describe(*verb.get_parent());
}

} // namespace unlit::cli
