// `unlit model check`: loads every part of a model folder and lists all faults.
#pragma once

#include "app/cli/verb.h"

namespace unlit::cli {

/// JSON: {"folder","ok","findings":[{"severity","text","hint"}]}. Exit code 1 with a fault; notes
/// alone are no fault.
class ModelCheckVerb : public Verb {
public:
    explicit ModelCheckVerb(CLI::App& model);
    ExitCode run(VerbContext& context) override;

private:
    std::string m_folder;
};

} // namespace unlit::cli
