#include "core/config/schema/schema_sections.h"
#include "core/config/schema/setting_makers.h"

namespace unlit::config {

namespace {

const std::vector<std::pair<PixelLoss, std::string>> kPixelLosses = {{PixelLoss::L1, "l1"},
                                                                     {PixelLoss::L2, "l2"}};

std::vector<Setting> describeDiscriminator(DiscriminatorConfig& judge) {
    return {
        setting("start_step", judge.startStep,
                {.help = "Steps that are done before they begin",
                 .unit = "optimizer steps",
                 .min = kAtLeastZero}),
        setting("weight", judge.weight,
                {.help = "Of deceiving them in the autoencoder's loss", .min = kAtLeastZero}),
        setting("adaptive_weight", judge.adaptiveWeight,
                {.help = "Scale that weight so that both parts of the loss pull equally at the "
                         "decoder's last layer"}),
        setting("scales", judge.scales,
                {.help = "How many there are, each at half the resolution of the one before",
                 .min = Bound{1},
                 .max = Bound{6}}),
        setting("channels", judge.channels,
                {.help = "Of their first layer, doubled by each following one",
                 .min = Bound{1},
                 .max = Bound{1024}}),
        setting("layers", judge.layers,
                {.help = "Halvings of the resolution: how large a patch is",
                 .min = Bound{1},
                 .max = Bound{6}}),
        setting("lr", judge.lr,
                {.help = "Learning rate of their own optimizers (Adam)",
                 .min = kAtLeastZero,
                 .max = Bound{1}}),
        setting("betas", judge.betas,
                {.help = "Of their optimizers", .min = kAtLeastZero, .max = Bound{1, false}}),
        setting("warmup_steps", judge.warmupSteps,
                {.help = "Their rate rises from 0, counted from start_step",
                 .unit = "optimizer steps",
                 .min = kAtLeastZero}),
        changeable(optionalSection(
            "lr_scheduler", judge.lrScheduler, describeLrScheduler,
            "Of their rate, counted from start_step; the warm-up is warmup_steps", "constant")),
        setting("gradient_penalty", judge.gradientPenalty,
                {.help = "R1: half of this times the squared gradient at real pictures; 0: none",
                 .min = kAtLeastZero}),
        setting("gradient_penalty_every", judge.gradientPenaltyEvery,
                {.help = "The penalty is taken so seldom, and counts so much more then",
                 .unit = "optimizer steps",
                 .min = Bound{1}}),
        setting("max_grad_norm", judge.maxGradNorm,
                {.help = "Scale the gradients of each down to this norm; 0: never",
                 .min = kAtLeastZero}),
    };
}

std::vector<Setting> describePerceptual(PerceptualConfig& perceptual) {
    return {
        setting("pretrained_path", perceptual.pretrainedPath,
                {.help = "Folder of VGG16 (as torchvision's or lpips' files have it) and of the "
                         "linear layers of lpips, .safetensors"}),
        setting("weight", perceptual.weight, {.help = "In the loss", .min = kAtLeastZero}),
    };
}

std::vector<Setting> describeQuantizerLoss(QuantizerLossConfig& quantizer) {
    return {
        setting("commit_weight", quantizer.commitWeight,
                {.help = "Of the latents' mean squared distance from their codes (codebook, lfq)",
                 .min = kAtLeastZero}),
        setting("entropy_weight", quantizer.entropyWeight,
                {.help = "Of the entropy of a cell's choice less that of all cells together: sure "
                         "cells, many codes in use (lfq)",
                 .min = kAtLeastZero}),
        setting("entropy_temperature", quantizer.entropyTemperature,
                {.help = "Of the softmax over codes that this entropy is of (lfq)",
                 .min = Bound{0, false}}),
    };
}

} // namespace

std::vector<Setting> describeAutoencoder(AutoencoderConfig& autoencoder) {
    return {
        choice("pixel_loss", autoencoder.pixelLoss, kPixelLosses,
               {.help = "How a reconstruction's values are compared with the picture's"}),
        setting("gradient_weight", autoencoder.gradientWeight,
                {.help = "Of the comparison of edges: differences between neighbours, L1",
                 .min = kAtLeastZero}),
        setting("gradient_scales", autoencoder.gradientScales,
                {.help = "Resolutions at which edges are compared, each half the one before",
                 .min = Bound{1},
                 .max = Bound{6}}),
        setting("kl_weight", autoencoder.klWeight,
                {.help = "Of the latents' distance from a standard normal distribution, a mean "
                         "over their numbers; not of a model with a quantizer",
                 .min = kAtLeastZero}),
        setting("freeze_encoder", autoencoder.freezeEncoder,
                {.help = "Train the decoder alone; latents, and what a UNet has learnt of them, "
                         "stay as they are"}),
        setting("measure_scaling_factor", autoencoder.measureScalingFactor,
                {.help = "Write 1 / standard deviation of the latents as the VAE's scaling_factor",
                 .nullMeaning = "where the model was never trained"}),
        setting("num_frames", autoencoder.numFrames,
                {.help = "Above 1: a sample is a clip of so many numbered pictures of one sequence",
                 .unit = "frames",
                 .min = Bound{1},
                 .max = Bound{1024}}),
        optionalSection("perceptual", autoencoder.perceptual, describePerceptual,
                        "How different pictures look to a network that was trained on photographs "
                        "(LPIPS)",
                        "none"),
        section("quantizer", autoencoder.quantizer, describeQuantizerLoss,
                "Of a model whose VAE has a quantizer (unlit model new: vae.quantizer)"),
        optionalSection("discriminator", autoencoder.discriminator, describeDiscriminator,
                        "Networks that judge reconstructions patch by patch", "no discriminator"),
    };
}

} // namespace unlit::config
