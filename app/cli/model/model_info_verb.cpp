#include "app/cli/model/model_info_verb.h"

#include "app/cli/table.h"
#include "core/base/split_text.h"
#include "core/base/text.h"
#include "core/config/schema/value_text.h"
#include "core/session/models/model_commands.h"

namespace unlit::cli {

namespace {

std::string componentText(const ComponentSummary& component) {
    std::string text = component.name + ": " + component.className;
    if (component.tensors > 0)
        text += ", " + std::to_string(component.tensors) + " tensors, " +
                std::to_string(component.parameters) + " parameters, " +
                formatBytes(component.bytes) + " " + component.dtype;
    return text;
}

Table tableOf(const ModelSummary& model) {
    Table table;
    table.add("class", model.className);
    table.add("targets", joined(model.targets, ", "));
    for (const ComponentSummary& component : model.components)
        table.add("parts", componentText(component));
    table.add("concat order", model.concatOrder + " (" + model.concatOrderReason + ")");
    table.add("resize convention", model.resizeConvention);
    table.add("prediction type", model.predictionType);
    table.add("transfer", model.transfer);
    if (model.headroomEv > 0)
        table.add("headroom", config::numberText(model.headroomEv) + " stops");
    table.add("VAE factor", std::to_string(model.vaeFactor));
    table.add("latents", std::to_string(model.latentChannels) + " channels, scaled by " +
                             config::numberText(model.scalingFactor));
    if (!model.quantizer.empty())
        table.add("codes", model.quantizer);
    table.add("default steps", std::to_string(model.defaultSteps));
    table.add("default size", std::to_string(model.defaultProcessingRes) + " pixels");
    if (model.hasStrength)
        table.add("default strength", config::numberText(model.strength));
    if (model.classes > 0)
        table.add("classes", "0 to " + std::to_string(model.classes - 1));
    if (model.seesText)
        table.add("text", "trained with a line for each picture");
    if (!model.provenance.empty())
        table.add("provenance", model.provenance);
    table.add("uncertainty", model.calibration.empty() ? "spread of the ensemble, not calibrated"
                                                       : "calibrated: " + model.calibration);
    if (model.isRandom)
        table.add("note", "random weights, never trained: its pictures mean nothing");
    return table;
}

Json jsonOf(const ModelSummary& model) {
    Json components = Json::array();
    for (const ComponentSummary& component : model.components)
        components.push_back({{"name", component.name},
                              {"class", component.className},
                              {"tensors", component.tensors},
                              {"parameters", component.parameters},
                              {"bytes", component.bytes},
                              {"dtype", component.dtype}});
    return {{"folder", model.folder.string()},
            {"class", model.className},
            {"components", components},
            {"targets", model.targets},
            {"concat_order", model.concatOrder},
            {"concat_order_reason", model.concatOrderReason},
            {"resize_convention", model.resizeConvention},
            {"prediction_type", model.predictionType},
            {"transfer", model.transfer},
            {"headroom_ev", model.headroomEv},
            {"vae_factor", model.vaeFactor},
            {"latent_channels", model.latentChannels},
            {"scaling_factor", model.scalingFactor},
            {"quantizer", model.quantizer.empty() ? Json() : Json(model.quantizer)},
            {"default_steps", model.defaultSteps},
            {"default_processing_res", model.defaultProcessingRes},
            {"strength", model.hasStrength ? Json(model.strength) : Json()},
            {"classes", model.classes},
            {"sees_text", model.seesText},
            {"provenance", model.provenance},
            {"calibration", model.calibration},
            {"is_random", model.isRandom}};
}

} // namespace

ModelInfoVerb::ModelInfoVerb(CLI::App& model)
    : Verb(model, "info", "Tell what a model folder holds, without loading it") {
    options().section("Arguments").positional("DIR", m_folder, "Model folder, diffusers layout");
    footer("Example:\n  unlit model info models/albedo");
}

ExitCode ModelInfoVerb::run(VerbContext& context) {
    const ModelSummary model = inspectModel(m_folder);
    context.console.result(printable(m_folder));
    context.console.result(tableOf(model).text());
    context.console.object(jsonOf(model));
    return ExitCode::Done;
}

} // namespace unlit::cli
