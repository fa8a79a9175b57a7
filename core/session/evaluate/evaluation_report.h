// An evaluation as JSON, CSV and contact sheet.
#pragma once

#include "core/session/evaluate/evaluate_commands.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace unlit {

/// {"unlit_evaluation": 1, "dataset", "encoding", "bootstrap", "pictures", "metrics", "models":
/// [{"name", "what", "seconds_per_picture", "cells": [{"scale", "region", "space", "metrics":
/// {"psnr": {"mean", "pictures", "difference": {"mean", "low", "high"}}, …}, "protocols"}],
/// "per_picture": [{"picture", "cells"}], "whdr"}], "failed": [{"picture", "model", "error"}]}. A
/// figure without a value is null.
nlohmann::ordered_json evaluationJson(const Evaluation& evaluation);

/// One line for each model, cell and metric: means, and the interval of the difference to the first
/// model (RFC 4180).
std::string evaluationCsv(const Evaluation& evaluation);

/// One line for each picture, model and cell, a column for each metric.
std::string picturesCsv(const Evaluation& evaluation);

/// Throws Error::invalidInput naming the first file of a report that is there already, unless
/// `overwrite`: before hours of work.
void refuseExistingReport(const std::filesystem::path& folder, bool overwrite);

/// Writes evaluation.json, evaluation.csv, evaluation_pictures.csv and, where there are pictures,
/// contact_sheet.png; each appears whole. Throws Error.
std::vector<std::filesystem::path>
writeEvaluation(const Evaluation& evaluation, const std::filesystem::path& folder, bool overwrite);

} // namespace unlit
