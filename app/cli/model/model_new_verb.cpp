#include "app/cli/model/model_new_verb.h"

#include "app/cli/config/config_report.h"
#include "app/cli/model/model_output.h"
#include "app/cli/value_kinds.h"
#include "core/base/text.h"
#include "core/config/new_model.h"
#include "core/session/models/model_commands.h"

namespace unlit::cli {

ModelNewVerb::ModelNewVerb(CLI::App& model)
    : Verb(model, "new", "Write a model folder of chosen sizes, ready to be trained") {
    OptionSet& arguments = options().section("Arguments");
    arguments.positional("OUT", m_output, "Folder to write");
    arguments.optionalPositionals("SETTING", m_overrides,
                                  "KEY=VALUE, as vae.latent_channels=8; later ones win");
    OptionSet& flags = options().section("Model");
    flags.requiredText("--config", "FILE", m_config, "Sizes and targets as YAML");
    addSeed(flags, m_seed, "Seed of the weights");
    flags.flag("--overwrite", m_overwrite, "Replace a model folder that is there already");
    footer("Example:\n  unlit model new --config configs/unlit_small/model.yaml models/mine");
}

ExitCode ModelNewVerb::run(VerbContext& context) {
    const config::LoadedNewModel loaded = config::loadNewModel(m_config, m_overrides);
    tell(loaded.diagnostics, context.console);
    if (hasErrors(loaded.diagnostics)) {
        context.console.object(
            {{"config", m_config}, {"ok", false}, {"diagnostics", jsonOf(loaded.diagnostics)}});
        return ExitCode::Usage;
    }
    const auto progress = beginModelOutput(context, m_output);
    writeNewModel(loaded.config, m_output, m_seed, m_overwrite, progress);
    context.console.endProgress();
    tellSizes(context);
    return ExitCode::Done;
}

void ModelNewVerb::tellSizes(VerbContext& context) const {
    Json parameters = Json::object();
    std::uint64_t bytes = 0;
    std::string sizes;
    for (const ComponentSummary& part : inspectModel(m_output).components) {
        if (part.parameters == 0)
            continue;
        parameters[part.name] = part.parameters;
        bytes += part.bytes;
        sizes += part.name + " " + std::to_string(part.parameters) + ", ";
    }
    context.console.result(m_output);
    context.console.note("parameters: " + sizes + "together " + formatBytes(bytes));
    context.console.note("its weights were never trained: its pictures mean nothing yet");
    context.console.object({{"output", m_output},
                            {"config", m_config},
                            {"seed", m_seed},
                            {"parameters", parameters},
                            {"bytes", bytes}});
}

} // namespace unlit::cli
