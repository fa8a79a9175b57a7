// `unlit sweep`: trainings one after the other, over recipes and values of settings.
#pragma once

#include "app/cli/verb.h"
#include "core/session/train/sweep_plan.h"

#include <string>
#include <vector>

namespace unlit::cli {

/// JSON: {"sweep","runs":[{"name","status","step","best","note"}]}. Exit code 0: all are complete,
/// or were stopped for being behind; 1: some failed; 75: it is to be gone on with. With --stop:
/// {"sweep","stop_asked"}.
class SweepVerb : public Verb {
public:
    explicit SweepVerb(CLI::App& program);
    ExitCode run(VerbContext& context) override;

private:
    bool takeAxis(const char* option, const std::string& text, SweepValues go);
    ExitCode stop(VerbContext& context) const;
    SweepPlan newPlan(VerbContext& context) const;
    static void requireUsableRuns(VerbContext& context, const SweepPlan& plan);

    std::vector<std::string> m_recipes;
    std::vector<std::string> m_settings;
    std::vector<SweepAxis> m_axes;
    std::string m_output;
    std::string m_resume;
    std::string m_stop;
    std::string m_figure;
    bool m_stopsByMedian = false;
    bool m_dryRun = false;
};

} // namespace unlit::cli
