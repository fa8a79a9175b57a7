// What a run writes down for people, and how much of it.
#pragma once

#include <cstdint>
#include <string>

namespace unlit::config {

/// Marigold's section `logging`. Levels count as Python's do: 10 debug, 20 info, 30 warning, 40
/// error; what is below one is left out.
struct LoggingConfig {
    std::string filename = "logging.log"; ///< in the run folder
    std::string format;                   ///< Python's, as "%(asctime)s %(message)s"; "" = our own
    std::int64_t consoleLevel = 20;
    std::int64_t fileLevel = 20;
};

} // namespace unlit::config
