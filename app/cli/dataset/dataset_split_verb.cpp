#include "app/cli/dataset/dataset_split_verb.h"

#include "app/cli/value_kinds.h"
#include "core/base/error.h"
#include "core/base/number_text.h"

namespace unlit::cli {

namespace fs = std::filesystem;

DatasetSplitVerb::DatasetSplitVerb(CLI::App& dataset)
    : Verb(dataset, "split", "Part a set into training and validation, scenes kept whole") {
    m_flags.addSource(options(), true);
    m_flags.addLayers(options());
    m_flags.addWithout(options());
    OptionSet& flags = options().section("Split");
    const auto assignShare = [this](const std::string& text) {
        const auto share = numberIn<double>(text);
        if (!share || *share <= 0 || *share >= 1)
            return false;
        m_options.validationShare = *share;
        return true;
    };
    flags.value("--val", "SHARE", {"a number between 0 and 1, such as 0.1", {}}, assignShare,
                "Share of the pairs that goes to validation; between 0 and 1", "0.1");
    addSeed(flags, m_options.seed, "Another seed gives another split");
    flags.choice(
        "--by", m_options.rule,
        namesOf({data::SceneRule::Scene, data::SceneRule::Sequence, data::SceneRule::Folder,
                 data::SceneRule::Pair}),
        "What is never torn apart: the scene or asset by its name, that and the frames of a "
        "sequence, all of a folder, or only pairs with the same albedo file",
        "scene");
    OptionSet& results = options().section("Results");
    results.requiredText("--output", "DIR", m_outputFolder, "Folder for train.txt and val.txt");
    results.flag("--overwrite", m_overwrite, "Replace lists that are there already");
    footer("Example:\n  unlit dataset split good.txt --val 0.1 --output lists");
}

ExitCode DatasetSplitVerb::run(VerbContext& context) {
    DatasetWork work(context);
    work.cleanUpBeside(fs::path(m_outputFolder) / "train.txt");
    const fs::path trainList = fs::path(m_outputFolder) / "train.txt";
    const fs::path valList = fs::path(m_outputFolder) / "val.txt";
    std::error_code problem;
    for (const fs::path& list : {trainList, valList})
        if (!m_overwrite && fs::exists(list, problem)) // both or none
            throw Error::invalidInput(list.string() + " exists already",
                                      "add --overwrite, or choose another folder");
    const auto pairs =
        work.finish(datasetPairs(m_flags.input(), work.progress("looking at"), work.token()));
    const data::Split split = splitPairs(pairs, m_options);
    writeFilenameList(trainList, split.training, m_overwrite);
    writeFilenameList(valList, split.validation, m_overwrite);
    context.console.result(trainList.string());
    context.console.result(valList.string());
    const std::size_t trainScenes = split.scenes - split.validationScenes;
    context.console.note(countText(split.training.size(), "pair") + " of " +
                         countText(trainScenes, "scene") + " for training, " +
                         countText(split.validation.size(), "pair") + " of " +
                         countText(split.validationScenes, "scene") + " for validation");
    context.console.object({{"seed", m_options.seed},
                            {"by", toString(m_options.rule)},
                            {"scenes", split.scenes},
                            {"train",
                             {{"output", trainList.string()},
                              {"pairs", split.training.size()},
                              {"scenes", trainScenes}}},
                            {"val",
                             {{"output", valList.string()},
                              {"pairs", split.validation.size()},
                              {"scenes", split.validationScenes}}}});
    return ExitCode::Done;
}

} // namespace unlit::cli
