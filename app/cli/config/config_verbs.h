// `unlit config check`, `show`, `diff` and `docs`: settings of training runs, without running them;
// `docs` knows those of new models, too.
#pragma once

#include "app/cli/verb.h"

#include <string>
#include <vector>

namespace unlit::cli {

/// JSON: {"file","ok","diagnostics":[…],"ignored":[…]}. Exit code 2 for a configuration that cannot
/// be used.
class ConfigCheckVerb : public Verb {
public:
    explicit ConfigCheckVerb(CLI::App& config);
    ExitCode run(VerbContext& context) override;

private:
    std::string m_file;
    std::vector<std::string> m_overrides;
};

/// Prints YAML that means the same by itself. JSON: {"file","config":{…},"origins":{key:place},
/// "ignored":[…]}, or as of check with exit code 2.
class ConfigShowVerb : public Verb {
public:
    explicit ConfigShowVerb(CLI::App& config);
    ExitCode run(VerbContext& context) override;

private:
    std::string m_file;
    std::vector<std::string> m_overrides;
    bool m_origins = false;
};

/// JSON: {"a","b","differences":[{"key","a","b"}]}. Exit code 0 whether or not there are any.
class ConfigDiffVerb : public Verb {
public:
    explicit ConfigDiffVerb(CLI::App& config);
    ExitCode run(VerbContext& context) override;

private:
    std::string m_first;
    std::string m_second;
};

/// JSON: {"text"}.
class ConfigDocsVerb : public Verb {
public:
    explicit ConfigDocsVerb(CLI::App& config);
    ExitCode run(VerbContext& context) override;

private:
    enum class Page { Train, Model };
    Page m_page = Page::Train;
};

} // namespace unlit::cli
