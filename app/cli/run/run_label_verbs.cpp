#include "app/cli/run/run_label_verbs.h"

#include "app/cli/usage_error.h"
#include "core/base/error.h"
#include "core/runs/run_finder.h"
#include "core/runs/run_labels.h"

#include <functional>

namespace unlit::cli {

namespace {

void requireLabelOption(const char* option, const std::string& text) {
    try {
        runs::requireLabel(text);
    } catch (const Error& error) {
        throw UsageError(std::string(option) + ": " + error.what() + "; " + error.hint());
    }
}

/// Changes the labels of each run and lists them.
void relabel(const std::vector<std::string>& folders, VerbContext& context,
             const std::function<void(runs::RunLabels&)>& change) {
    // All of them exist before the first is touched.
    for (const std::string& folder : folders)
        if (!runs::isRunFolder(folder))
            throw Error::notFound("there is no run in " + folder,
                                  "name folders that unlit run list shows");
    Json list = Json::array();
    for (const std::string& folder : folders) {
        const runs::RunLabels before = runs::readRunLabels(folder);
        runs::RunLabels labels = before;
        change(labels);
        if (labels != before)
            runs::writeRunLabels(folder, labels);
        std::string line = folder;
        for (const std::string& tag : labels.tags)
            line += "  " + tag;
        if (!labels.group.empty())
            line += "  group=" + labels.group;
        if (labels.isArchived)
            line += "  archived";
        context.console.result(line);
        list.push_back({{"run", folder},
                        {"tags", labels.tags},
                        {"group", labels.group},
                        {"archived", labels.isArchived}});
    }
    context.console.object({{"runs", list}});
}

} // namespace

RunTagVerb::RunTagVerb(CLI::App& parent)
    : Verb(parent, "tag", "Give runs tags and a group, or show those that they have") {
    options().section("Arguments").positionals("RUN", m_runs, "Folders of runs");
    OptionSet& what = options().section("Labels");
    const auto word = [](const char* option, std::vector<std::string>& words) {
        return [option, &words](const std::string& text) {
            requireLabelOption(option, text);
            words.push_back(text);
            return true;
        };
    };
    what.repeated("--add", "TAG", {"one word", {}}, word("--add", m_added), "One more tag", "none");
    what.repeated("--remove", "TAG", {"one word", {}}, word("--remove", m_removed), "One tag less",
                  "none");
    what.text("--group", "NAME", m_group, "The group that they are of", "as it is");
    what.flag("--no-group", m_leavesGroup, "They are of no group any more");
    footer("Labels stand in labels.json of each run's folder; unlit run list --where "
           "'tag=baseline group=rates' finds them.\n\nExample:\n"
           "  unlit run tag output/a output/b --add baseline --group rates");
}

ExitCode RunTagVerb::run(VerbContext& context) {
    if (m_leavesGroup && !m_group.empty())
        throw UsageError("--group and --no-group contradict each other");
    if (!m_group.empty())
        requireLabelOption("--group", m_group);
    relabel(m_runs, context, [this](runs::RunLabels& labels) {
        for (const std::string& tag : m_added)
            labels.addTag(tag);
        for (const std::string& tag : m_removed)
            labels.removeTag(tag);
        if (m_leavesGroup || !m_group.empty())
            labels.group = m_group;
    });
    return ExitCode::Done;
}

RunArchiveVerb::RunArchiveVerb(CLI::App& parent)
    : Verb(parent, "archive", "Put runs out of the way: lists leave them out unless asked") {
    options().section("Arguments").positionals("RUN", m_runs, "Folders of runs");
    options().section("Back").flag("--restore", m_restores, "Bring them back");
    footer("Nothing is moved or removed. unlit run list --archived shows them, too.\n\nExample:\n"
           "  unlit run archive output/first_try");
}

ExitCode RunArchiveVerb::run(VerbContext& context) {
    relabel(m_runs, context, [this](runs::RunLabels& labels) { labels.isArchived = !m_restores; });
    return ExitCode::Done;
}

} // namespace unlit::cli
