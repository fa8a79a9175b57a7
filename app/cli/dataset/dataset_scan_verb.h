// `unlit dataset scan`: which pairs a folder holds, and why.
#pragma once

#include "app/cli/dataset/dataset_flags.h"

namespace unlit::cli {

/// JSON: {"source","files","pairs":[{"beauty","albedo","mask"?,"key","reason","warning"}],
/// "left_over":[{"path","reason"}],"sequences":[{"pattern","frames","missing"}],"texture_sets":[…]}.
class DatasetScanVerb : public Verb {
public:
    explicit DatasetScanVerb(CLI::App& dataset);
    ExitCode run(VerbContext& context) override;

private:
    DatasetFlags m_flags;
};

} // namespace unlit::cli
