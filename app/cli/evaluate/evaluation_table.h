// An evaluation on a terminal.
#pragma once

#include "core/session/evaluate/evaluate_commands.h"

#include <string>
#include <vector>

namespace unlit::cli {

/// The lines of the table: a block for each cell, a row for each model, and below the rows of all
/// but the first the difference to it with its interval; the protocols that a block follows. Where
/// no picture has a mask the cells of all pixels are the masked ones and are shown once.
std::vector<std::string> evaluationLines(const Evaluation& evaluation);

} // namespace unlit::cli
