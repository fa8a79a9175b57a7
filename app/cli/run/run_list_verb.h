// `unlit run list`: runs below some folders as a table, with any setting and figure.
#pragma once

#include "app/cli/verb.h"
#include "core/runs/run_filter.h"

#include <string>
#include <vector>

namespace unlit::cli {

/// JSON: {"runs":[{"run", COLUMN: text…}]}
class RunListVerb : public Verb {
public:
    explicit RunListVerb(CLI::App& parent);
    ExitCode run(VerbContext& context) override;

private:
    void requireColumns(const runs::RunFilter& filter,
                        const std::vector<runs::RunSummary>& found) const;

    std::vector<std::string> m_folders;
    std::vector<std::string> m_columns;
    std::string m_filter;
    std::string m_sort;
    bool m_isReversed = false;
    bool m_differing = false;
    bool m_csv = false;
    bool m_archived = false;
};

} // namespace unlit::cli
