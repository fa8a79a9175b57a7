// How deep a JSON text is nested, before it is parsed.
#pragma once

#include <string_view>

namespace unlit {

/// More than any file of ours has. Values are copied and written level by level on the stack: a
/// text of nothing but brackets would end the program.
constexpr int kDeepestJson = 32;

/// Looks at brackets outside of texts only; whether the text is JSON is the parser's to say.
bool isJsonTooDeep(std::string_view json, int deepest = kDeepestJson);

} // namespace unlit
