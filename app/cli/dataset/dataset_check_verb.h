// `unlit dataset check`: what is wrong with which pair.
#pragma once

#include "app/cli/dataset/dataset_flags.h"

namespace unlit::cli {

/// JSON: {"source","pairs","from_cache","faulty","errors","warnings","notes","results":[{"beauty",
/// "albedo","mask"?,"findings":[{"check","severity","text"}]}]}: pairs with findings only. Exit
/// code 1 when a pair has a fault of the level that puts it into quarantine.
class DatasetCheckVerb : public Verb {
public:
    explicit DatasetCheckVerb(CLI::App& dataset);
    ExitCode run(VerbContext& context) override;

private:
    DatasetFlags m_flags;
    data::Severity m_level = data::Severity::Warning;
    std::string m_output;
    std::string m_quarantine;
    bool m_overwrite = false;
};

} // namespace unlit::cli
