#include "core/config/new_model.h"
#include "core/config/schema/schema_sections.h"
#include "core/config/schema/setting_makers.h"

namespace unlit::config {

namespace {

constexpr Bound kOne{1};
constexpr Bound kMostChannels{4096};
constexpr Bound kMostLayers{16};

Setting channels(std::vector<std::int64_t>& member, const std::string& help) {
    return setting("block_out_channels", member,
                   {.help = help, .unit = "channels", .min = kOne, .max = kMostChannels});
}

Setting groups(std::int64_t& member) {
    return setting("norm_num_groups", member,
                   {.help = "Groups of the normalisations; divides every width",
                    .min = kOne,
                    .max = kMostChannels});
}

Setting zeroResiduals(bool& member) {
    return setting("zero_residuals", member,
                   {.help = "Begin with every residual branch as zero: a deep network then learns "
                            "its first steps as fast as a shallow one"});
}

std::vector<Setting> describeUnet(NewUnetConfig& unet) {
    return {
        channels(unet.blockOutChannels,
                 "Width of each resolution, from the latent's own to the smallest"),
        setting("layers_per_block", unet.layersPerBlock,
                {.help = "Residual blocks by resolution on the way down, one more on the way up; "
                         "one number counts for all",
                 .min = kOne,
                 .max = kMostLayers}),
        setting("attention", unet.attention,
                {.help = "Transformer blocks behind each residual block, by resolution; 0: none; "
                         "one number counts for all; the middle has at least one",
                 .min = Bound{0},
                 .max = kMostLayers}),
        setting("heads", unet.heads,
                {.help = "Attention heads by resolution; one number counts for all",
                 .min = kOne,
                 .max = kMostChannels}),
        groups(unet.normGroups),
        setting("zero_output", unet.zeroOutput,
                {.help = "Begin with a last convolution of zeros: the first prediction is zero"}),
        zeroResiduals(unet.zeroResiduals),
        setting("start", unet.start,
                {.help = "Begin as noise, or by predicting the beauty itself and hearing no noise: "
                         "what is left to learn is the light; for a model of one step",
                 .choices = {"random", "copy"}}),
    };
}

std::vector<Setting> describeQuantizer(NewQuantizerConfig& quantizer) {
    return {
        setting("name", quantizer.name,
                {.help =
                     "Each number of a cell to one of its levels, each to its sign (one bit), or "
                     "a cell to the nearest of learnt vectors",
                 .choices = {"fsq", "lfq", "codebook"}}),
        setting("levels", quantizer.levels,
                {.help =
                     "Of fsq: how many each latent channel has; one number counts for all; none: "
                     "8",
                 .min = Bound{2},
                 .max = Bound{4096}}),
        setting("size", quantizer.size,
                {.help = "Of codebook: how many vectors there are",
                 .min = Bound{2},
                 .max = Bound{1 << 24},
                 .nullMeaning = "512"}),
    };
}

std::vector<Setting> describeVae(NewVaeConfig& vae) {
    return {
        channels(vae.blockOutChannels, "Width of each resolution, from the picture's own inwards; "
                                       "n entries make a factor of 2^(n-1)"),
        setting("layers_per_block", vae.layersPerBlock,
                {.help = "Residual blocks of a resolution of the encoder; the decoder has one more",
                 .min = kOne,
                 .max = kMostLayers}),
        setting("latent_channels", vae.latentChannels,
                {.help = "Numbers in a latent cell",
                 .unit = "channels",
                 .min = kOne,
                 .max = Bound{256}}),
        groups(vae.normGroups),
        setting("mid_attention", vae.midAttention,
                {.help = "An attention over all latent cells, in encoder and decoder"}),
        zeroResiduals(vae.zeroResiduals),
        setting("start", vae.start,
                {.help = "Begin as noise, or as a linear image pyramid that keeps a picture's main "
                         "features from the first step on and learns the rest",
                 .choices = {"random", "pyramid"}}),
        setting("posterior_std", vae.posteriorStd,
                {.help =
                     "Noise that every latent begins with; 0: what random weights say, about 1, "
                     "which drowns the picture for the first thousands of steps",
                 .min = Bound{0},
                 .max = Bound{10}}),
        setting("scaling_factor", vae.scalingFactor,
                {.help = "Latents of the diffusion are the encoder's mean times this; measured "
                         "after training by `unlit model scale-latents`",
                 .min = Bound{0, false},
                 .max = Bound{1e6}}),
        setting("sample_size", vae.sampleSize,
                {.help = "Side that it is trained on: the size of a tile",
                 .unit = "pixels",
                 .min = kOne,
                 .max = Bound{16384}}),
        optionalSection("quantizer", vae.quantizer, describeQuantizer,
                        "Codes in place of continuous latents", "continuous latents"),
    };
}

std::vector<Setting> describeText(NewTextEncoderConfig& text) {
    return {
        setting("width", text.width,
                {.help = "Of the embedding, the UNet's cross_attention_dim",
                 .unit = "channels",
                 .min = kOne,
                 .max = kMostChannels}),
        setting("layers", text.layers,
                {.help = "Transformer blocks", .min = kOne, .max = Bound{64}}),
        setting("heads", text.heads,
                {.help = "Attention heads", .min = kOne, .max = kMostChannels}),
        setting("vocabulary", text.vocabulary,
                {.help = "Tokens that it has room for; the tokenizer knows a filler, begin and end",
                 .unit = "tokens",
                 .min = Bound{3},
                 .max = Bound{1 << 20}}),
        setting("zero_embedding", text.zeroEmbedding,
                {.help = "Begin with a last normalisation of zeros, so that the UNet sees zeros in "
                         "place of a text"}),
    };
}

std::vector<Setting> describeScheduler(NewSchedulerConfig& scheduler) {
    const Bound above{0, false}, below{1, false};
    return {
        setting("prediction_type", scheduler.predictionType,
                {.help = "What the UNet is to predict",
                 .choices = {"epsilon", "sample", "v_prediction"}}),
        setting("num_train_timesteps", scheduler.numTrainTimesteps,
                {.help = "Steps of the noise schedule", .min = Bound{2}, .max = Bound{100000}}),
        setting("beta_schedule", scheduler.betaSchedule,
                {.help = "How noise grows",
                 .choices = {"linear", "scaled_linear", "squaredcos_cap_v2"}}),
        setting("beta_start", scheduler.betaStart,
                {.help = "Of the first timestep", .min = above, .max = below}),
        setting("beta_end", scheduler.betaEnd,
                {.help = "Of the last timestep", .min = above, .max = below}),
        setting("rescale_betas_zero_snr", scheduler.rescaleBetasZeroSnr,
                {.help = "Make the last timestep pure noise"}),
        setting("timestep_spacing", scheduler.timestepSpacing,
                {.help = "Of the inference steps", .choices = {"leading", "linspace", "trailing"}}),
    };
}

std::vector<Setting> describeNewModel(NewModelConfig& config) {
    return {
        section("unet", config.unet, describeUnet, "The network that predicts latents"),
        section("vae", config.vae, describeVae, "The network between pictures and latents"),
        section("text_encoder", config.textEncoder, describeText,
                "Sees the empty prompt only; diffusers cannot load a pipeline without one"),
        section("scheduler", config.scheduler, describeScheduler, "The noise schedule"),
        section("pipeline", config.pipeline, describePipeline, "What the model will make"),
        setting("transfer", config.transfer,
                {.help = "Display curve of the input and of encoded targets",
                 .choices = {"srgb", "gamma22", "log100"}}),
        setting("headroom_ev", config.headroomEv,
                {.help = "Scene-linear pictures are shown to the model this much darker than to "
                         "people: fewer highlights clip",
                 .unit = "stops",
                 .min = kAtLeastZero,
                 .max = Bound{8}}),
        setting(
            "dtype", config.dtype,
            {.help = "Of the weights in the files", .choices = {"float32", "float16", "bfloat16"}}),
    };
}

} // namespace

Setting schemaOf(NewModelConfig& config) {
    return section("", config, describeNewModel, "unlit config docs --for model lists all keys");
}

} // namespace unlit::config
