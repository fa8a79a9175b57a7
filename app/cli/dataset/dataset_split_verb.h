// `unlit dataset split`: training and validation lists, scenes kept whole.
#pragma once

#include "app/cli/dataset/dataset_flags.h"

namespace unlit::cli {

/// JSON: {"seed","by","scenes","train":{"output","pairs","scenes"},"val":{…}}.
class DatasetSplitVerb : public Verb {
public:
    explicit DatasetSplitVerb(CLI::App& dataset);
    ExitCode run(VerbContext& context) override;

private:
    DatasetFlags m_flags;
    data::SplitOptions m_options;
    std::string m_outputFolder;
    bool m_overwrite = false;
};

} // namespace unlit::cli
