#include "app/cli/dataset/dataset_corrections_verb.h"

#include "core/base/number_text.h"

#include <cmath>

namespace unlit::cli {

DatasetCorrectionsVerb::DatasetCorrectionsVerb(CLI::App& dataset)
    : Verb(dataset, "corrections",
           "Collect results that were corrected by hand into a set to train on") {
    options()
        .section("Arguments")
        .positionals("SOURCE", m_sources,
                     "Side-cars of corrected results, and folders with such side-cars");
    OptionSet& flags = options().section("Masks");
    flags.value(
        "--least-influence", "SHARE", {"a number above 0 and at most 1, such as 0.5", {}},
        [this](const std::string& text) {
            const auto share = numberIn<double>(text);
            if (!share || *share <= 0 || *share > 1)
                return false;
            m_options.leastInfluence = *share;
            return true;
        },
        "How far strokes must have decided a pixel for it to be learnt from", "0.5");
    OptionSet& results = options().section("Results");
    results.requiredText("--output", "DIR", m_output,
                         "Folder for pictures, albedos, masks, filename_list.txt and lora.yaml");
    results.flag("--overwrite", m_options.overwrite, "Replace DIR if it exists");
    footer("Example:\n  unlit dataset corrections out --output corrections\n"
           "  unlit train --config corrections/lora.yaml");
}

ExitCode DatasetCorrectionsVerb::run(VerbContext& context) {
    DatasetWork work(context);
    m_options.sources.assign(m_sources.begin(), m_sources.end());
    m_options.output = m_output;
    work.cleanUpBeside(m_options.output);
    const Corrections made =
        work.finish(collectCorrections(m_options, work.progress("collecting"), work.token()));
    Json leftOut = Json::array();
    for (const LeftCorrection& left : made.leftOut) {
        context.console.warning("left out " + left.sideCar.string() + ": " + left.reason);
        leftOut.push_back({{"sidecar", left.sideCar.string()}, {"reason", left.reason}});
    }
    for (const std::string& note : made.notes)
        context.console.warning(note);
    context.console.result(made.list.string());
    context.console.result(made.recipe.string());
    context.console.note(countText(made.pairs, "pair") + "; strokes decided " +
                         std::to_string(std::lround(100 * made.share)) + " % of their pixels");
    context.console.object({{"output", m_output},
                            {"list", made.list.string()},
                            {"recipe", made.recipe.string()},
                            {"pairs", made.pairs},
                            {"share", made.share},
                            {"left_out", leftOut},
                            {"notes", made.notes}});
    return ExitCode::Done;
}

} // namespace unlit::cli
