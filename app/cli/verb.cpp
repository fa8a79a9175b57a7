#include "app/cli/verb.h"

#include <CLI/CLI.hpp>

namespace unlit::cli {

Verb::Verb(CLI::App& parent, const std::string& name, const std::string& summary)
    : m_app(*parent.add_subcommand(name, summary)), m_options(m_app) {}

void Verb::footer(const std::string& text) {
    m_app.footer(text);
}

void Verb::hide() {
    m_app.group("");
}

} // namespace unlit::cli
