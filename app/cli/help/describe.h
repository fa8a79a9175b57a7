// What the commands say of themselves, read back from CLI11: the one source of help, man page,
// completion and documents.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace unlit::cli {

struct OptionText {
    std::vector<std::string> names; ///< "--steps", "-h"; for a positional its placeholder
    std::string placeholder;        ///< "N", "median|mean"; empty for flags and positionals
    std::string help;
    std::string defaultText; ///< empty where there is none to tell
    bool isPositional = false;
    bool isRequired = false;
    bool isRepeated = false;

    /// "--steps N", "--grow, --no-grow", "INPUT…".
    std::string spelling() const;
    /// The words that a value can be: "median", "mean"; empty where it is free.
    std::vector<std::string> choices() const;
    /// What a shell can offer for a value that is free.
    enum class Place { None, Folder, AnyFile };
    Place place() const;
};

struct SectionText {
    std::string title;
    std::vector<OptionText> options;
};

struct CommandText {
    std::string name; ///< "unlit image info"
    std::string summary;
    std::string footer; ///< examples and the like; lines are kept as they are
    std::vector<SectionText> sections;
    std::vector<CommandText> verbs;

    /// "unlit image convert [OPTIONS] IN OUT".
    std::string usage() const;
    /// This command's verbs, and theirs, that can be run; in order.
    std::vector<const CommandText*> runnable() const;
    /// This command, its verbs, and theirs.
    std::vector<const CommandText*> all() const;
};

CommandText describe(const CLI::App& app);

/// The program whose verb this is.
CommandText describeProgramOf(const CLI::App& verb);

std::string helpText(const CommandText& command, int columns);
std::string markdownText(const CommandText& program);
std::string manPageText(const CommandText& program);
std::string bashCompletionText(const CommandText& program);
std::string zshCompletionText(const CommandText& program);
std::string fishCompletionText(const CommandText& program);

} // namespace unlit::cli
