// One line at the bottom of a terminal that is redrawn in place.
#pragma once

#include <string>
#include <string_view>

namespace unlit::cli {

/// Columns that `text` takes on a terminal; one per UTF-8 code point (our texts hold no wide or
/// combining characters except in file names, where one column too many does no harm).
int columnsOf(std::string_view text);

/// The first `columns` columns of `text`, ending in "…" where something was cut.
std::string cutToColumns(std::string_view text, int columns);

/// Control characters become "?", so that a file name or metadata cannot steer the terminal.
std::string printable(std::string_view text);

/// Draws on stderr. Not thread-safe: one thread draws.
class LiveLine {
public:
    /// Whether stderr is a terminal that understands "erase to the end of the line".
    static bool isPossible();
    static int terminalColumns();

    ~LiveLine() { erase(); }

    /// Replaces the line; the same text again costs nothing, so nothing flickers.
    void show(const std::string& text);
    void erase();

private:
    std::string m_shown;
};

} // namespace unlit::cli
