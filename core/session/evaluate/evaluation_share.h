// An evaluation whose pictures were measured by several processes: what each hands over, and how it
// becomes one again.
#pragma once

#include "core/session/evaluate/evaluate_commands.h"

#include <string>
#include <vector>

namespace unlit {

/// All figures, failures and small pictures of a share, as bytes (CBOR) that this version of the
/// program reads. Figures keep all their bits.
std::string evaluationPart(const Evaluation& share);

/// The evaluation of all pictures: to the bit what one process makes of the same figures. `parts`:
/// of all shares of `request`, in their order. Throws Error::internal for what are no such parts.
Evaluation joinedEvaluation(const EvaluationRequest& request,
                            const std::vector<std::string>& parts);

/// Means, intervals and order of the failures, out of the figures of all pictures.
void summarizeEvaluation(Evaluation& evaluation);

/// The columns of its contact sheet: input, models, truth.
std::vector<std::string> sheetColumns(const std::vector<std::string>& models);

} // namespace unlit
