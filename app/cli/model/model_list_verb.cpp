#include "app/cli/model/model_list_verb.h"

#include "app/cli/table.h"
#include "core/base/split_text.h"
#include "core/base/text.h"
#include "core/session/models/model_catalogue.h"

namespace unlit::cli {

namespace {

std::string described(const ModelRow& row) {
    if (row.failure)
        return "cannot be used: " + row.failure->text();
    std::string text = joined(row.summary->targets, ", ") + "; " +
                       std::to_string(row.parameters()) + " parameters, " + row.dtype() + ", " +
                       formatBytes(row.diskBytes);
    if (!row.seesImage)
        return text + "; makes pictures from text, to be trained first";
    return row.summary->isRandom ? text + "; random weights, never trained" : text;
}

Json jsonOf(const ModelRow& row) {
    Json object = {{"name", row.found.name},
                   {"place", toString(row.found.place)},
                   {"folder", row.found.folder.string()},
                   {"targets", Json::array()},
                   {"parameters", row.parameters()},
                   {"dtype", row.dtype()},
                   {"bytes", row.diskBytes},
                   {"transfer", row.summary ? row.summary->transfer : ""},
                   {"provenance", row.summary ? row.summary->provenance : ""},
                   {"license", row.card.license},
                   {"usable", row.isUsable()},
                   {"is_random", row.summary && row.summary->isRandom},
                   {"problem", row.failure ? row.failure->message : ""},
                   {"hint", row.failure ? row.failure->hint : ""}};
    if (row.summary)
        object["targets"] = row.summary->targets;
    return object;
}

} // namespace

ModelListVerb::ModelListVerb(CLI::App& model)
    : Verb(model, "list", "List the model folders that are found, and what each of them is") {
    options()
        .section("Arguments")
        .optionalPositionals("DIR", m_folders,
                             "More folders to look through, besides the bundled models, "
                             "$XDG_DATA_HOME/unlit/models and "
                             "the cache of the Hugging Face hub");
    footer("Examples:\n  unlit model list\n  unlit model list models/ output/");
}

ExitCode ModelListVerb::run(VerbContext& context) {
    std::vector<ModelRoot> roots = standardModelRoots();
    for (const std::string& folder : m_folders)
        roots.push_back({folder, ModelPlace::Own});
    Json models = Json::array();
    const auto tell = [&](const ModelRow& row) {
        context.console.result(printable(row.found.name + " (" + row.found.folder.string() + ")"));
        context.console.result("  " + printable(described(row)));
        models.push_back(jsonOf(row));
    };
    const std::vector<std::string> problems = catalogueModels(roots, {}, tell);
    for (const std::string& problem : problems)
        context.console.error(problem);
    if (models.empty())
        context.console.note("no models found; name a folder that holds some");
    context.console.object({{"models", models}, {"problems", problems}});
    return problems.empty() ? ExitCode::Done : ExitCode::Failed;
}

} // namespace unlit::cli
