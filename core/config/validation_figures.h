// What a validation of a recipe tells, as far as the recipe says it.
#pragma once

#include "core/config/schema/setting.h"
#include "core/config/train_config.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace unlit::config {

/// Before the name of the set in tags of a validation's figures: "val/rooms/psnr".
inline constexpr std::string_view kValidationTags = "val/";

/// "val/rooms/psnr", by set, the metric that decides first; with a running mean of the weights
/// those of it ("…_ema"), too. A set that holds fewer targets than the model makes tells fewer.
std::vector<std::string> validationFigures(const TrainConfig& recipe);

/// What a setting that names a figure can be in this recipe: the metrics of eval.eval_metrics, then
/// tags of validations; or those tags, then the loss of steps. Empty for None.
std::vector<std::string> figuresFor(NamedFigure named, const TrainConfig& recipe);

/// Why no validation of the recipe will tell this figure; a full thought that names those it does
/// tell, lower case, without full stop. nullopt where one may: some names (the loss of a timestep,
/// parts of an autoencoder's loss) only the model knows.
std::optional<std::string> whyNotValidated(std::string_view tag, const TrainConfig& recipe);

} // namespace unlit::config
