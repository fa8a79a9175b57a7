// Names as people see them: the same letters, however they are put together.
#pragma once

#include <string>
#include <string_view>

namespace unlit {

/// Unicode's normalisation form C: "e" with an accent behind it becomes one letter. Some systems
/// write names of files composed, others decomposed. Bytes that are no UTF-8 stay as they are.
std::string composed(std::string_view text);

/// Composed, and without the difference of small and capital letters of any alphabet.
std::string caseFolded(std::string_view text);

} // namespace unlit
