#include "app/cli/dataset/dataset_synthesize_verb.h"

#include "app/cli/dataset/dataset_flags.h"
#include "app/cli/option_flags.h"
#include "app/cli/processes/processes_flag.h"
#include "app/cli/processes/shared_work.h"
#include "app/cli/usage_error.h"
#include "core/base/split_text.h"
#include "core/base/text.h"
#include "core/session/data/synthesis_schema.h"

#include <algorithm>
#include <cmath>
#include <thread>

namespace unlit::cli {

namespace fs = std::filesystem;

namespace {

std::string lineOf(const SynthesisProgress& progress) {
    if (progress.listed > 0)
        return "looking for textures: " + std::to_string(progress.listed) + " files";
    std::string line =
        "rendering pair " + std::to_string(progress.done) + " of " + std::to_string(progress.total);
    if (progress.done > 0 && progress.done < progress.total)
        line += " · " +
                formatSeconds(progress.seconds / progress.done * (progress.total - progress.done)) +
                " left";
    return line;
}

/// Before anything runs; names of texture sets are known only when their folder has been read.
void checkFamilies(const std::vector<std::string>& names) {
    const std::vector<std::string> known = syntheticFamilies();
    for (const std::string& name : names) {
        if (std::ranges::find(known, name) != known.end())
            continue;
        const std::string nearest = nearestName(name, known);
        throw UsageError(
            "--hold-out: there is no family \"" + name + "\"; " +
            (nearest.empty() ? "use " + joined(known, ", ") : "did you mean \"" + nearest + "\"?"));
    }
}

void warnOfBroken(const std::map<std::string, std::string>& broken, Console& console) {
    constexpr std::size_t mostNamed = 5;
    std::size_t named = 0;
    for (const auto& [name, why] : broken) {
        if (++named > mostNamed)
            break;
        console.warning(printable(name + " was left out: " + why));
    }
    if (broken.size() > mostNamed)
        console.warning("and " + std::to_string(broken.size() - mostNamed) +
                        " more texture sets that could not be read");
}

} // namespace

DatasetSynthesizeVerb::DatasetSynthesizeVerb(CLI::App& dataset)
    : Verb(dataset, "synthesize", "Render training pairs: beauty, albedo, mask") {
    options().section("Arguments").positional("OUT", m_output, "Folder to write");
    OptionSet& set = options().section("Set");
    set.text("--from", "FILE", m_from,
             "Set that a YAML file describes: count, size, seed, samples, materials, textures, "
             "repaint, swap_relief; flags that are given win",
             "none");
    set.text("--textures", "DIR", m_textures,
             "Folders of PBR textures (base colour, normal, roughness) as further materials",
             "none");
    addOptions(set, describe(m_synthesis));
    addProcesses(set, m_processes,
                 "Share the pictures out among so many processes of this machine; auto = one a "
                 "processor. The set is the same to the byte");
    footer("Example:\n  unlit dataset synthesize --count 2000 --hold-out wood,tiles "
           "data/synthetic");
}

void DatasetSynthesizeVerb::takeFrom() {
    if (options().wasGiven("--hold-out"))
        throw UsageError("--hold-out: the file of --from says which materials may appear");
    SynthesisOptions from = synthesisOf(m_from);
    const config::Options wanted = describe(from);
    for (const config::Option& given : describe(m_synthesis))
        if (options().wasGiven(flagOf(given)))
            assignText(optionAt(wanted, given.key()), textOf(given));
    m_synthesis = std::move(from);
}

/// Of a process that was started for a share of the pictures.
ExitCode DatasetSynthesizeVerb::runShare(const OwnShare& own, VerbContext& context) {
    context.interrupt.waitForCaller();
    m_synthesis.workers = own.workers(m_synthesis.workers);
    std::stop_source stop;
    const auto progress = [&](const SynthesisProgress& state) {
        if (context.interrupt.isRequested())
            stop.request_stop();
        own.tell(lineOf(state));
    };
    const auto part =
        renderShare(m_synthesis, own.share(), own.folder(), progress, stop.get_token());
    if (!part)
        throw CancelledError();
    own.handOver(*part);
    return ExitCode::Done;
}

int DatasetSynthesizeVerb::processes() const {
    if (m_processes == "auto")
        return std::min(m_synthesis.count,
                        static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
    const int processes = processesIn(m_processes.value_or("1"));
    if (processes > m_synthesis.count)
        throw UsageError("--processes: " + std::to_string(processes) + " processes cannot share " +
                         countText(m_synthesis.count, "pair") +
                         "; use as many as there are pairs, or fewer");
    return processes;
}

std::optional<SynthesisSummary> DatasetSynthesizeVerb::synthesize(VerbContext& context) const {
    std::stop_source stop;
    const auto progress = [&](const SynthesisProgress& state) {
        if (context.interrupt.isRequested())
            stop.request_stop();
        context.console.progress(lineOf(state));
    };
    const int shares = processes();
    if (shares == 1)
        return synthesizeDataset(m_synthesis, progress, stop.get_token());
    const auto render = [&](const fs::path& folder) {
        return std::optional(shareWork(shares, folder, context));
    };
    return synthesizeDataset(m_synthesis, render, progress, stop.get_token());
}

ExitCode DatasetSynthesizeVerb::run(VerbContext& context) {
    if (!m_from.empty())
        takeFrom();
    else if (m_textures.empty())
        checkFamilies(m_synthesis.heldOut);
    m_synthesis.output = m_output;
    m_synthesis.textures = m_textures;
    if (const auto own = OwnShare::ofThisProcess())
        return runShare(*own, context);
    context.interrupt.waitForCaller();
    // The set grows under a hidden name beside its place, with or without a slash at its end.
    context.interrupt.cleanUp((fs::absolute(m_output) / "").parent_path().parent_path());
    const auto summary = synthesize(context);
    context.console.endProgress();
    if (!summary)
        throw CancelledError();
    const double perMinute = 60.0 * m_synthesis.count / summary->seconds;
    context.console.result(summary->list.string());
    context.console.note(
        std::to_string(m_synthesis.count) + " pairs of " + std::to_string(m_synthesis.size) +
        " × " + std::to_string(m_synthesis.size) + " in " + formatSeconds(summary->seconds) + ", " +
        std::to_string(std::lround(perMinute)) + " per minute");
    if (!m_synthesis.textures.empty())
        context.console.note(countText(summary->textureSets, "texture set") + " in " + m_textures);
    warnOfBroken(summary->broken, context.console);
    context.console.object({{"output", summary->output.string()},
                            {"list", summary->list.string()},
                            {"count", m_synthesis.count},
                            {"size", m_synthesis.size},
                            {"seed", m_synthesis.seed},
                            {"seconds", summary->seconds},
                            {"pairs_per_minute", perMinute},
                            {"families", summary->shown},
                            {"texture_sets", summary->textureSets},
                            {"unreadable_texture_sets", summary->broken}});
    return ExitCode::Done;
}

} // namespace unlit::cli
