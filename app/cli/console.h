// The two streams of a verb: results on stdout, messages on stderr.
#pragma once

#include "app/cli/live_line.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace unlit::cli {

using Json = nlohmann::ordered_json; ///< objects keep the order in which a person would read them

/// Used on the main thread only.
class Console {
public:
    Console(bool json, bool quiet);

    bool isJson() const { return m_json; }

    /// Whether a line may be redrawn in place.
    bool isLive() const { return m_live; }

    /// A line of the result; nothing with --json.
    void result(std::string_view line);
    /// The whole result of a verb; nothing without --json. Called exactly once by each verb.
    void object(const Json& object);

    void note(std::string_view line);    ///< silenced by --quiet
    void warning(std::string_view line); ///< silenced by --quiet
    void error(std::string_view line);
    /// Shown until the next message or the end; nothing where isLive() is false.
    void progress(const std::string& line);

    void endProgress() { m_line.erase(); }

    /// False when stdout could not take everything (disk full, closed pipe).
    bool flush();

private:
    void message(std::string_view line, std::string_view level = {}, std::string_view colour = {});

    bool m_json;
    bool m_quiet;
    bool m_live;
    LiveLine m_line;
};

} // namespace unlit::cli
