// `unlit dataset synthesize`: training pairs out of our own renderer.
#pragma once

#include "app/cli/verb.h"
#include "core/session/data/synthesize_dataset.h"

namespace unlit::cli {

/// JSON: {"output","list","count","size","seed","seconds","pairs_per_minute","families":{name: n}}.
class DatasetSynthesizeVerb : public Verb {
public:
    explicit DatasetSynthesizeVerb(CLI::App& dataset);
    ExitCode run(VerbContext& context) override;

private:
    /// What the file of --from says where no flag says otherwise.
    void takeFrom();

    SynthesisOptions m_synthesis;
    std::string m_output;
    std::string m_textures;
    std::string m_from;
};

} // namespace unlit::cli
