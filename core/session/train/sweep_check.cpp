#include "core/session/train/sweep_check.h"

#include "core/session/train/allowed_programs.h"
#include "core/session/train/sweep_figure.h"

namespace unlit {

std::optional<SweepFault> faultInSweep(const std::vector<SweepRun>& runs, const std::string& figure,
                                       const LoadSweepRun& load, const std::stop_token& stop) {
    for (const SweepRun& run : runs) {
        if (stop.stop_requested())
            break;
        std::vector<std::string> settings = run.settings;
        settings.push_back("run.name=" + run.name);
        settings.emplace_back("run.add_datetime_prefix=false");
        SweepFault fault{run.name,
                         load ? load(run, settings)
                              : config::loadConfig(config::ConfigInput{
                                    {run.config}, config::environmentSettings(), settings}),
                         {},
                         {}};
        if (!fault.loaded.isUsable())
            return fault;
        if (!figure.empty())
            fault.figure = faultInSweepFigure(figure, fault.loaded.config).value_or("");
        if (!fault.figure.empty())
            return fault;
        fault.programs = programsToAllow(fault.loaded.config);
        if (!fault.programs.empty())
            return fault;
    }
    return std::nullopt;
}

} // namespace unlit
