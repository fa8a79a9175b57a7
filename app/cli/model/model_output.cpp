#include "app/cli/model/model_output.h"

#include "app/cli/usage_error.h"

#include <cmath>
#include <filesystem>

namespace unlit::cli {

namespace fs = std::filesystem;

std::function<void(double)> beginModelOutput(VerbContext& context, const std::string& output) {
    context.interrupt.waitForCaller();
    // The folder grows under a hidden name beside its place, with or without a slash at its end.
    context.interrupt.cleanUp((fs::absolute(output) / "").parent_path().parent_path());
    return [&context, output](double fraction) {
        if (context.interrupt.isRequested())
            throw CancelledError();
        context.console.progress("writing " + output + " " +
                                 std::to_string(std::lround(fraction * 100)) + " %");
    };
}

} // namespace unlit::cli
