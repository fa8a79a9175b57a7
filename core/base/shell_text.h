// Words of a command line that somebody may copy.
#pragma once

#include <string>

namespace unlit {

/// `word` as one word of a POSIX shell: as it is where that is safe, else in single quotes.
std::string shellQuoted(const std::string& word);

} // namespace unlit
