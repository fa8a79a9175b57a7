// `unlit model info`: what a model folder says of itself.
#pragma once

#include "app/cli/verb.h"

namespace unlit::cli {

/// JSON: one object with the fields of ModelSummary.
class ModelInfoVerb : public Verb {
public:
    explicit ModelInfoVerb(CLI::App& model);
    ExitCode run(VerbContext& context) override;

private:
    std::string m_folder;
};

} // namespace unlit::cli
