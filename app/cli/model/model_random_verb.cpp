#include "app/cli/model/model_random_verb.h"

#include "app/cli/model/model_output.h"
#include "app/cli/value_kinds.h"
#include "core/session/models/model_commands.h"

namespace unlit::cli {

ModelRandomVerb::ModelRandomVerb(CLI::App& model)
    : Verb(model, "random", "Write a model folder with random weights, for trying things out") {
    options().section("Arguments").positional("OUT", m_output, "Folder to write");
    OptionSet& flags = options().section("Model");
    flags.requiredText("--like", "sd21|tiny|DIR", m_like,
                       "Sizes of Stable Diffusion 2.1, a tiny one, or the configs of a model "
                       "folder");
    addSeed(flags, m_seed, "Seed of the weights");
    flags.flag("--overwrite", m_overwrite, "Replace a model folder that is there already");
    footer("Example:\n  unlit model random --like tiny models/tiny");
}

ExitCode ModelRandomVerb::run(VerbContext& context) {
    const auto progress = beginModelOutput(context, m_output);
    writeRandomModel(m_like, m_output, m_seed, m_overwrite, progress);
    context.console.endProgress();
    context.console.result(m_output);
    context.console.note("its weights are random: its pictures mean nothing");
    context.console.object({{"output", m_output}, {"like", m_like}, {"seed", m_seed}});
    return ExitCode::Done;
}

} // namespace unlit::cli
