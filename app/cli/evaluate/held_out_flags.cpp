#include "app/cli/evaluate/held_out_flags.h"

#include "app/cli/value_kinds.h"

namespace unlit::cli {

void HeldOutFlags::add(OptionSet& options, InputOptions& input) {
    options.section("Arguments").positional("DIR", model, "Model folder, diffusers layout");
    options.section("Pictures");
    options.requiredText("--dataset", "LIST", pairs.source,
                         "filename_list of held-out beauty, albedo and mask; or a folder or .tar "
                         "archive of pairs");
    options.text("--root", "DIR", pairs.root, "Folder or .tar archive that the list speaks of",
                 "the list's folder");
    addInputSpace(options, input.space);
    addExposure(options, input.exposureEv,
                "Stops added to scene-linear pictures before they are shown to the model");
}

Json sayFailures(Console& console, const std::vector<std::pair<std::string, Failure>>& failures) {
    Json said = Json::array();
    for (const auto& [picture, failure] : failures) {
        console.error(printable(picture + ": " + failure.text()));
        said.push_back({{"picture", picture}, {"error", failure.text()}});
    }
    return said;
}

} // namespace unlit::cli
