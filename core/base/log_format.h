// How the lines of a log look: by a format of Python's logging, or as TIME LEVEL TEXT.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace unlit {

/// From Debug up, each more urgent than the one before.
enum class LogLevel { Debug, Info, Warning, Error };

/// "debug", "info", "warning", "error".
std::string_view toString(LogLevel level);

/// The least level of which Python's number lets messages through: 10 is Debug, 11 to 20 Info;
/// above 40 that is still Error, which is never silenced.
LogLevel logLevelOfPython(int level);

/// Immutable; any thread.
class LogFormat {
public:
    using Time = std::chrono::system_clock::time_point;

    /// "2026-03-02T10:00:00Z info TEXT".
    LogFormat() = default;

    /// Fields "%(asctime)s", levelname, levelno, message, name, process, with flags and width as
    /// Python takes them; "" = the format above. Fields that name a place in a source become "-".
    /// Throws Error::invalidInput for what problemOf() names.
    explicit LogFormat(std::string_view python);

    /// "" or what is wrong with a format: "has no field %(mesage)s".
    static std::string problemOf(std::string_view python);

    /// Without a line end; line ends in `text` become spaces.
    std::string line(LogLevel level, std::string_view text, Time time) const;

private:
    struct Piece {
        std::string text; ///< as it stands; of a field its name
        bool isField = false;
        int width = 0; ///< below 0: aligned to the left
        char fill = ' ';
    };

    static std::string parse(std::string_view python, std::vector<Piece>& pieces);

    std::vector<Piece> m_pieces; ///< empty: TIME LEVEL TEXT
};

} // namespace unlit
