// `unlit model merge-lora`: writes a model with low-rank additions added to its weights.
#pragma once

#include "app/cli/verb.h"

namespace unlit::cli {

/// JSON: {"output","model","lora"}.
class ModelMergeLoraVerb : public Verb {
public:
    explicit ModelMergeLoraVerb(CLI::App& model);
    ExitCode run(VerbContext& context) override;

private:
    std::string m_model;
    std::string m_lora; ///< FILE or FILE:SCALE
    std::string m_output;
    bool m_overwrite = false;
};

} // namespace unlit::cli
