// `unlit dataset make-list`: a filename_list of the pairs in a folder.
#pragma once

#include "app/cli/dataset/dataset_flags.h"

namespace unlit::cli {

/// JSON: {"output","pairs","left_out"}.
class DatasetMakeListVerb : public Verb {
public:
    explicit DatasetMakeListVerb(CLI::App& dataset);
    ExitCode run(VerbContext& context) override;

private:
    DatasetFlags m_flags;
    std::string m_output;
    bool m_checked = false;
    bool m_overwrite = false;
};

} // namespace unlit::cli
