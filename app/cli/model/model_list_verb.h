// `unlit model list`: the model folders that are found, and what each of them is.
#pragma once

#include "app/cli/verb.h"

#include <string>
#include <vector>

namespace unlit::cli {

/// JSON: {"models":[{"name","place","folder","targets","parameters","dtype","bytes","transfer",
/// "provenance","license","usable","is_random","problem","hint"}],"problems":[…]}. Exit code 1 when
/// a named folder cannot be looked through; a model that cannot be used is only said.
class ModelListVerb : public Verb {
public:
    explicit ModelListVerb(CLI::App& model);
    ExitCode run(VerbContext& context) override;

private:
    std::vector<std::string> m_folders;
};

} // namespace unlit::cli
