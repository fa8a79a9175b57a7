// `unlit dataset synthesize`: training pairs out of our own renderer.
#pragma once

#include "app/cli/verb.h"
#include "core/session/data/synthesize_dataset.h"

#include <optional>
#include <string>

namespace unlit::cli {

class OwnShare;

/// JSON: {"output","list","count","size","seed","seconds","pairs_per_minute","families":{name: n}}.
class DatasetSynthesizeVerb : public Verb {
public:
    explicit DatasetSynthesizeVerb(CLI::App& dataset);
    ExitCode run(VerbContext& context) override;

private:
    /// What the file of --from says where no flag says otherwise.
    void takeFrom();
    int processes() const;
    std::optional<SynthesisSummary> synthesize(VerbContext& context) const;
    ExitCode runShare(const OwnShare& own, VerbContext& context);

    SynthesisOptions m_synthesis;
    std::string m_output;
    std::string m_textures;
    std::string m_from;
    std::optional<std::string> m_processes; ///< "auto" or a number
};

} // namespace unlit::cli
