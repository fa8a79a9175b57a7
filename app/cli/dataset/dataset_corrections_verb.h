// `unlit dataset corrections`: results that were corrected by hand, as a set to train on.
#pragma once

#include "app/cli/dataset/dataset_flags.h"
#include "core/session/data/collect_corrections.h"

namespace unlit::cli {

/// JSON: {"output","list","recipe","pairs","share","left_out":[{"sidecar","reason"}],"notes"}.
class DatasetCorrectionsVerb : public Verb {
public:
    explicit DatasetCorrectionsVerb(CLI::App& dataset);
    ExitCode run(VerbContext& context) override;

private:
    CorrectionOptions m_options;
    std::vector<std::string> m_sources;
    std::string m_output;
};

} // namespace unlit::cli
