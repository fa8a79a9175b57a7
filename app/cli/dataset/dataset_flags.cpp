#include "app/cli/dataset/dataset_flags.h"

#include "core/base/text.h"

#include <chrono>

namespace unlit::cli {

void DatasetFlags::addSource(OptionSet& options, bool allowsLists) {
    options.section("Arguments")
        .positional("SOURCE", source,
                    allowsLists ? "Folder or .tar archive of pictures, or a filename_list"
                                : "Folder or .tar archive of pictures");
    if (allowsLists)
        options.section("Pairs").text("--root", "DIR", root,
                                      "Folder or .tar archive that a list speaks of",
                                      "the list's folder");
}

void DatasetFlags::addLayers(OptionSet& options) {
    options.section("Pairs");
    options.text("--beauty-layer", "NAME", beautyLayer,
                 "Layer of EXR files that is the beauty, by its name or the end of its name",
                 "by the table of names");
    options.text("--albedo-layer", "NAME", albedoLayer, "Likewise for the albedo",
                 "by the table of names");
}

void DatasetFlags::addWithout(OptionSet& options) {
    options.section("Pairs").text("--without", "LIST", without,
                                  "Leave out the pairs of this list, such as a quarantine", "none");
}

void DatasetFlags::addWorkers(OptionSet& options) {
    options.section("Work");
    options.whole("--workers", workers, {0, 1024},
                  "Threads that read pictures; 0 = one for each "
                  "processor",
                  "0");
    options.flag("--no-cache", noCache, "Look at every pair again, and remember nothing");
    options.text("--cache", "FILE", cacheFile, "Where to remember what was found",
                 "in the user's cache folder");
}

DatasetInput DatasetFlags::input() const {
    if (!root.empty() && !isFilenameList(source))
        throw UsageError("--root belongs to a filename_list; " + source + " is none");
    return {source, root, {beautyLayer, albedoLayer}, without};
}

DatasetCheckOptions DatasetFlags::checkOptions() const {
    if (noCache && !cacheFile.empty())
        throw UsageError("--no-cache and --cache exclude each other");
    return {workers, !noCache, cacheFile};
}

DatasetWork::DatasetWork(VerbContext& context) : m_context(context) {
    context.interrupt.waitForCaller();
}

DatasetProgress DatasetWork::progress(const std::string& doing) {
    using Clock = std::chrono::steady_clock;
    return [this, doing, begin = Clock::now()](std::size_t done, std::size_t total) {
        if (m_context.interrupt.isRequested())
            m_stop.request_stop();
        if (!m_context.console.isLive())
            return;
        if (total == 0)
            return m_context.console.progress("looking for files: " + std::to_string(done));
        const std::chrono::duration<double> passed = Clock::now() - begin;
        std::string line = doing + " " + std::to_string(done) + " of " + std::to_string(total);
        constexpr double secondsToJudge = 2;
        if (done > 0 && passed.count() > secondsToJudge)
            line += " · " +
                    formatSeconds(passed.count() * static_cast<double>(total - done) /
                                  static_cast<double>(done)) +
                    " left";
        m_context.console.progress(line);
    };
}

void DatasetWork::warnOfCache(const data::Examination& examination) {
    if (!examination.cacheProblem.empty())
        m_context.console.warning("nothing is remembered for the next time: " +
                                  examination.cacheProblem);
}

void DatasetWork::cleanUpBeside(const std::filesystem::path& file) {
    if (!file.empty())
        m_context.interrupt.cleanUp(std::filesystem::absolute(file).parent_path());
}

Json jsonOf(const data::ListedPair& pair) {
    Json json = {{"beauty", toText(pair.beauty)}, {"albedo", toText(pair.albedo)}};
    if (pair.mask)
        json["mask"] = toText(*pair.mask);
    return json;
}

Json jsonOf(const data::Findings& findings) {
    Json list = Json::array();
    for (const data::Finding& finding : findings)
        list.push_back({{"check", toString(finding.check)},
                        {"severity", toString(finding.severity)},
                        {"text", finding.text}});
    return list;
}

std::string countText(std::size_t count, const std::string& one) {
    return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

} // namespace unlit::cli
