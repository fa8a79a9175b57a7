#include "app/cli/dataset/dataset_make_list_verb.h"

#include "core/base/error.h"

namespace unlit::cli {

namespace fs = std::filesystem;

DatasetMakeListVerb::DatasetMakeListVerb(CLI::App& dataset)
    : Verb(dataset, "make-list", "Write a filename_list of the pairs in a folder or archive") {
    m_flags.addSource(options(), false);
    m_flags.addLayers(options());
    m_flags.addWithout(options());
    OptionSet& results = options().section("Results");
    results.requiredText("--output", "LIST", m_output, "File to write");
    results.flag("--checked", m_checked,
                 "Examine the pairs first, and leave out those with a warning or an error");
    results.flag("--overwrite", m_overwrite, "Replace LIST if it exists");
    m_flags.addWorkers(options());
    footer("Example:\n  unlit dataset make-list renders --checked --output "
           "renders/filename_list.txt");
}

ExitCode DatasetMakeListVerb::run(VerbContext& context) {
    DatasetWork work(context);
    work.cleanUpBeside(m_output);
    std::error_code problem;
    if (!m_overwrite && fs::exists(m_output, problem))
        throw Error::invalidInput(m_output + " exists already",
                                  "add --overwrite, or choose another name");
    std::vector<data::ListedPair> pairs;
    std::size_t leftOut = 0;
    if (m_checked) {
        const auto examination = work.finish(checkDataset(m_flags.input(), m_flags.checkOptions(),
                                                          work.progress("checking"), work.token()));
        work.warnOfCache(examination);
        pairs = examination.below(data::Severity::Warning);
        leftOut = examination.pairs.size() - pairs.size();
    } else {
        pairs =
            work.finish(datasetPairs(m_flags.input(), work.progress("looking at"), work.token()));
    }
    if (pairs.empty())
        throw Error::invalidInput("none of the " + std::to_string(leftOut) + " pairs in " +
                                      m_flags.source + " is free of faults",
                                  "see them with `unlit dataset check`");
    writeFilenameList(m_output, pairs, m_overwrite);
    context.console.result(m_output);
    context.console.note(
        countText(pairs.size(), "pair") +
        (leftOut > 0 ? ", " + std::to_string(leftOut) + " left out as faulty" : ""));
    context.console.object({{"output", m_output}, {"pairs", pairs.size()}, {"left_out", leftOut}});
    return ExitCode::Done;
}

} // namespace unlit::cli
