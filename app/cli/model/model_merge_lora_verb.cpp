#include "app/cli/model/model_merge_lora_verb.h"

#include "app/cli/model/model_output.h"
#include "app/cli/usage_error.h"
#include "app/cli/value_kinds.h"
#include "core/session/models/model_commands.h"

namespace unlit::cli {

ModelMergeLoraVerb::ModelMergeLoraVerb(CLI::App& model)
    : Verb(model, "merge-lora", "Write a model with a LoRA added to its weights") {
    OptionSet& arguments = options().section("Arguments");
    arguments.positional("DIR", m_model, "Model folder that the LoRA was trained on");
    arguments.positional("LORA", m_lora,
                         "Low-rank additions: FILE or FILE:SCALE, as infer --lora takes them");
    arguments.positional("OUT", m_output, "Folder to write");
    options().section("Model").flag("--overwrite", m_overwrite,
                                    "Replace a model folder that is there already");
    footer("Example:\n"
           "  unlit model merge-lora models/albedo run/checkpoint/latest/"
           "pytorch_lora_weights.safetensors models/mine");
}

ExitCode ModelMergeLoraVerb::run(VerbContext& context) {
    const auto progress = beginModelOutput(context, m_output);
    const auto lora = loraChoiceFrom(m_lora);
    if (!lora)
        throw UsageError("LORA: \"" + m_lora + "\" is not allowed; use " + kAllowedLora);
    mergeLora(m_model, *lora, m_output, m_overwrite, progress);
    context.console.endProgress();
    context.console.result(m_output);
    context.console.object({{"output", m_output}, {"model", m_model}, {"lora", m_lora}});
    return ExitCode::Done;
}

} // namespace unlit::cli
