#include "core/config/schema/schema_sections.h"
#include "core/config/schema/setting_makers.h"

namespace unlit::config {

namespace {

Setting part(std::string key, std::filesystem::path& member, const std::string& what) {
    return setting(std::move(key), member,
                   {.help = "Folder of " + what + "; empty: from pretrained_path"});
}

std::vector<Setting> describeKwargs(PipelineConfig& pipeline) {
    return {
        setting("default_denoising_steps", pipeline.defaultDenoisingSteps,
                {.help = "Steps that the finished model asks for",
                 .unit = "steps",
                 .min = Bound{1},
                 .max = Bound{1000},
                 .nullMeaning = "the folder's own; 4 in a new model"}),
        setting("default_processing_resolution", pipeline.defaultProcessingResolution,
                {.help = "Longer side that the finished model asks for; 0: as the picture is",
                 .unit = "pixels",
                 .min = Bound{0},
                 .max = Bound{16384},
                 .nullMeaning = "the folder's own; 768 in a new model"}),
        targetProperties(pipeline.targets),
    };
}

std::vector<Setting> describeModuleWeights(ModuleWeights& weights) {
    return {
        setting("path", weights.path,
                {.help = "A safetensors file, a folder of a network's weights, or a model folder"}),
        setting("module", weights.module,
                {.help = "What of the network is loaded: `unet` or `vae`, or a module of it, as "
                         "`unet.mid_block`; weights have the same names in the file"}),
        setting("leave_out", weights.leaveOut,
                {.help = "Modules of the network that keep what they have, as `conv_in`"}),
        setting("strict", weights.strict,
                {.help = "Refuse a file that has too few weights, too many, or some of another "
                         "shape; otherwise what fits is taken, and the log says the rest"}),
    };
}

} // namespace

std::vector<Setting> describeModel(ModelConfig& model) {
    return {
        setting("pretrained_path", model.pretrainedPath,
                {.help = "Model folder in the diffusers layout; a relative one starts at "
                         "run.base_ckpt_dir"}),
        part("unet", model.unet, "the UNet"),
        part("vae", model.vae, "the VAE of beauty and targets"),
        part("vae_beauty", model.vaeBeauty, "the VAE of the beauty alone"),
        part("vae_albedo", model.vaeAlbedo, "the VAE of the targets alone"),
        part("text_encoder", model.textEncoder, "the text encoder"),
        part("tokenizer", model.tokenizer, "the tokenizer"),
        part("scheduler", model.scheduler, "the noise schedule"),
        sectionList("weights", model.weights, describeModuleWeights,
                    "Weights from elsewhere for modules of the trained network, loaded once when "
                    "the run begins"),
        setting("concat_order", model.concatOrder,
                {.help = "Order of the UNet's input",
                 .choices = {"noisy_first", "image_first"},
                 .nullMeaning = "the folder's own; noisy_first for a UNet that is widened now"}),
    };
}

std::vector<Setting> describeCondition(ConditionConfig& condition) {
    return {
        choice("kind", condition.kind,
               std::vector<std::pair<ConditionKind, std::string>>{{ConditionKind::Class, "class"},
                                                                  {ConditionKind::Text, "text"}},
               {.help = "class: a whole number from 0, by the UNet's class embedding; text: a line "
                        "for the model's text encoder"}),
        setting("classes", condition.classes,
                {.help = "Classes of the embedding, which is made where the UNet has none",
                 .min = Bound{1},
                 .max = Bound{100000},
                 .nullMeaning = "as many as the UNet has"}),
        setting("dropout", condition.dropout,
                {.help = "Chance that a training picture is told nothing, which guidance at "
                         "inference needs",
                 .min = kAtLeastZero,
                 .max = Bound{1, false}}),
    };
}

std::vector<Setting> describePipeline(PipelineConfig& pipeline) {
    return {
        setting("name", pipeline.name, {.help = "As in Marigold's files; changes nothing"}),
        section("kwargs", pipeline, describeKwargs, "What is written into the finished model"),
    };
}

} // namespace unlit::config
