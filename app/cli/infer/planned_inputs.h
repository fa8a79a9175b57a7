// Who writes what in a batch: clashes are found before anything runs.
#pragma once

#include "app/cli/infer/infer_flags.h"
#include "app/cli/input_list.h"

#include <string>
#include <vector>

namespace unlit::cli {

struct PlannedBatch {
    std::vector<InferenceRequest> requests;
    std::vector<std::string> notes; ///< what was left out, and why
};

/// One request per file. Throws UsageError naming both files when two inputs would write the same
/// file, or when one would replace another input. A file that was only found in a folder or by a
/// pattern and is itself a result of this batch (an earlier run wrote it there) is left out.
PlannedBatch planBatch(const InferFlags& flags, const std::vector<InputFile>& files,
                       const std::vector<std::string>& targets);

} // namespace unlit::cli
