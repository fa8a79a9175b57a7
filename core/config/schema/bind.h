// A document into a configuration: every value checked, every mistake told.
#pragma once

#include "core/config/schema/setting.h"

#include <string>
#include <vector>

namespace unlit::config {

struct IgnoredSetting {
    std::string key;
    std::string why;
    SourceMark mark;
};

struct BindResult {
    std::vector<Diagnostic> diagnostics;
    std::vector<IgnoredSetting> ignored;
};

/// Sets what `document` gives; everything else stays as it is. Wrong values are told and left out.
/// `schema` is a root of schemaOf().
BindResult bind(const Node& document, const Setting& schema);

} // namespace unlit::config
