#include "app/cli/dataset/dataset_check_verb.h"

#include "core/base/error.h"

#include <map>

namespace unlit::cli {

namespace fs = std::filesystem;

namespace {

using Counts = std::map<data::Severity, std::size_t>; ///< pairs by their worst finding

Counts countsOf(const data::Examination& examination) {
    Counts counts;
    for (const data::ExaminedPair& pair : examination.pairs)
        if (const auto found = worst(pair.report.findings))
            ++counts[*found];
    return counts;
}

void print(const data::Examination& examination, const Counts& counts, Console& console) {
    for (const data::ExaminedPair& pair : examination.pairs) {
        if (!pair.report.findings.empty())
            console.result(printable(toText(pair.pair.beauty)));
        for (const data::Finding& finding : pair.report.findings)
            console.result(printable("    " + std::string(toString(finding.severity)) + ": " +
                                     std::string(toString(finding.check)) + ": " + finding.text));
    }
    for (const data::LeftOver& picture : examination.unreadable) {
        console.result(printable(picture.path));
        console.result(printable("    error: unreadable: it is in no pair, as " + picture.reason));
    }
    const auto count = [&](data::Severity severity) {
        return counts.contains(severity) ? counts.at(severity) : 0;
    };
    console.result(countText(examination.pairs.size(), "pair") + ": " +
                   std::to_string(count(data::Severity::Error)) + " with errors, " +
                   std::to_string(count(data::Severity::Warning)) + " with warnings, " +
                   std::to_string(count(data::Severity::Note)) + " with notes only" +
                   (examination.unreadable.empty()
                        ? ""
                        : ", and " + countText(examination.unreadable.size(), "picture") +
                              " that cannot be read"));
}

Json unreadableOf(const data::Examination& examination) {
    Json unreadable = Json::array();
    for (const data::LeftOver& picture : examination.unreadable)
        unreadable.push_back({{"path", picture.path}, {"reason", picture.reason}});
    return unreadable;
}

Json resultsOf(const data::Examination& examination) {
    Json results = Json::array();
    for (const data::ExaminedPair& pair : examination.pairs) {
        if (pair.report.findings.empty())
            continue;
        Json json = jsonOf(pair.pair);
        json["findings"] = jsonOf(pair.report.findings);
        results.push_back(std::move(json));
    }
    return results;
}

void refuseExisting(const std::string& path, bool overwrite) {
    std::error_code problem;
    if (!path.empty() && !overwrite && fs::exists(path, problem))
        throw Error::invalidInput(path + " exists already",
                                  "add --overwrite, or choose another name");
}

} // namespace

DatasetCheckVerb::DatasetCheckVerb(CLI::App& dataset)
    : Verb(dataset, "check", "Look at every pair for faults that would spoil a training") {
    m_flags.addSource(options(), true);
    m_flags.addLayers(options());
    m_flags.addWithout(options());
    OptionSet& results = options().section("Results");
    results.text("--output", "LIST", m_output, "Write a filename_list of the good pairs");
    results.text("--quarantine", "LIST", m_quarantine, "Write a filename_list of the faulty pairs");
    results.choice("--level", m_level, namesOf({data::Severity::Warning, data::Severity::Error}),
                   "Findings from here on make a pair faulty", "warning");
    results.flag("--overwrite", m_overwrite, "Replace lists that are there already");
    m_flags.addWorkers(options());
    footer("Example:\n  unlit dataset check renders --output good.txt --quarantine bad.txt");
}

ExitCode DatasetCheckVerb::run(VerbContext& context) {
    DatasetWork work(context);
    work.cleanUpBeside(m_output);
    work.cleanUpBeside(m_quarantine);
    refuseExisting(m_output, m_overwrite); // before minutes of work, not after
    refuseExisting(m_quarantine, m_overwrite);
    const auto examination = work.finish(checkDataset(m_flags.input(), m_flags.checkOptions(),
                                                      work.progress("checking"), work.token()));
    work.warnOfCache(examination);
    const std::vector<data::ListedPair> faulty = examination.atLeast(m_level);
    if (!m_output.empty())
        writeFilenameList(m_output, examination.below(m_level), m_overwrite);
    if (!m_quarantine.empty())
        writeFilenameList(m_quarantine, faulty, m_overwrite);
    Counts counts = countsOf(examination);
    print(examination, counts, context.console);
    context.console.object({{"source", m_flags.source},
                            {"pairs", examination.pairs.size()},
                            {"from_cache", examination.fromCache},
                            {"faulty", faulty.size()},
                            {"errors", counts[data::Severity::Error]},
                            {"warnings", counts[data::Severity::Warning]},
                            {"notes", counts[data::Severity::Note]},
                            {"unreadable", unreadableOf(examination)},
                            {"results", resultsOf(examination)}});
    return faulty.empty() && examination.unreadable.empty() ? ExitCode::Done : ExitCode::Failed;
}

} // namespace unlit::cli
