#include "app/cli/train/verify_report.h"

#include "core/session/train/run_commands.h"

namespace unlit::cli {

ExitCode reportVerification(VerbContext& context, const std::string& run,
                            const std::string& device) {
    std::stop_source stop;
    const auto progress = [&](const std::string& what) {
        if (context.interrupt.isRequested())
            stop.request_stop();
        context.console.progress(what);
    };
    RunQuery query;
    query.run = run;
    query.device = device;
    const auto result = verifyRun(query, progress, stop.get_token());
    context.console.endProgress();
    if (!result)
        throw CancelledError();
    Json differences = Json::array();
    for (const std::string& difference : result->differences) {
        context.console.error(difference);
        differences.push_back(difference);
    }
    const std::string steps =
        "steps " + std::to_string(result->fromStep + 1) + " to " + std::to_string(result->toStep);
    context.console.result(
        steps + (result->differences.empty()
                     ? ": the same, bit for bit"
                     : ": " + std::to_string(result->differences.size()) + " differences"));
    context.console.note(std::to_string(result->comparedFigures) + " figures and " +
                         std::to_string(result->comparedTensors) + " tensors compared");
    context.console.object({{"run", run},
                            {"from", result->fromStep},
                            {"to", result->toStep},
                            {"figures", result->comparedFigures},
                            {"tensors", result->comparedTensors},
                            {"differences", differences}});
    return result->differences.empty() ? ExitCode::Done : ExitCode::Failed;
}

} // namespace unlit::cli
