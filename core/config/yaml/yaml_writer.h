// A configuration as YAML text that reads back to the same.
#pragma once

#include "core/config/schema/node.h"
#include "core/config/train_config.h"

#include <string>

namespace unlit::config {

/// Every setting that counts, defaults included, in the order of the schema; ends with a newline.
/// Settings that the chosen optimizer, loss or schedule does not use are left out.
std::string toYaml(const TrainConfig& config);

/// The same as a document.
Node toDocument(const TrainConfig& config);

/// A value in one line, as it stands after a colon: "0.5", "[480, 640]", "{a: null}".
std::string inlineYaml(const Node& value);

/// Any document, two spaces an indent. Texts that would be read as something else are quoted.
std::string yamlText(const Node& document);

} // namespace unlit::config
