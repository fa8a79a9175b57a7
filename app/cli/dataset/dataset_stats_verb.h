// `unlit dataset stats`: a training set in numbers.
#pragma once

#include "app/cli/dataset/dataset_flags.h"

namespace unlit::cli {

/// JSON:
/// {"source","pairs","readable","scenes","with_mask","float_beauties","float_albedos","pixels",
/// "sizes","valid_share","black_share","albedo_mean","light_stops","findings"}.
class DatasetStatsVerb : public Verb {
public:
    explicit DatasetStatsVerb(CLI::App& dataset);
    ExitCode run(VerbContext& context) override;

private:
    DatasetFlags m_flags;
};

} // namespace unlit::cli
