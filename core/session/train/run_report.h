// A training run as one page that can be sent: plots, pictures, figures, records, settings.
#pragma once

#include <filesystem>
#include <string>

namespace unlit {

struct RunReportOptions {
    std::filesystem::path run;
    std::filesystem::path page{}; ///< empty: RUN/report.html
    bool overwrite = false;       ///< of a page elsewhere; RUN/report.html is made anew each time
};

struct RunReport {
    std::filesystem::path page;
    std::size_t plots = 0;
    std::size_t pictures = 0;
};

/// HTML without scripts, and nothing outside of it: pictures are inside, at most six samples of the
/// last step that has any. Everything that a run's files say is escaped. Throws Error: NotFound for
/// no run, InvalidInput for a page that is there already; Error::system.
RunReport writeRunReport(const RunReportOptions& options);

} // namespace unlit
