#include "core/weights/start/model_recipe.h"

namespace unlit::weights {

namespace {

/// Of the networks that are made to run on no particular task, at 768 pixels.
config::NewModelConfig builtIn() {
    config::NewModelConfig model;
    model.vae.scalingFactor = 0.18215;
    model.vae.sampleSize = 768;
    model.textEncoder.zeroEmbedding = false;
    return model;
}

} // namespace

ModelRecipe sd21Recipe() {
    config::NewModelConfig model = builtIn();
    model.textEncoder.width = 1024;
    model.textEncoder.layers = 23;
    model.textEncoder.heads = 16;
    model.textEncoder.vocabulary = 49408;
    return recipeOf(model);
}

ModelRecipe tinyRecipe() {
    config::NewModelConfig model = builtIn();
    model.unet.blockOutChannels = {32, 32, 64, 64};
    model.unet.heads = {2, 2, 4, 4};
    model.unet.layersPerBlock = {1};
    model.unet.normGroups = 8;
    model.vae.blockOutChannels = {16, 16, 32, 32};
    model.vae.layersPerBlock = 1;
    model.vae.normGroups = 8;
    model.textEncoder.width = 64;
    model.textEncoder.layers = 2;
    model.textEncoder.heads = 4;
    model.textEncoder.vocabulary = 512;
    model.pipeline.defaultProcessingResolution = 256;
    return recipeOf(model);
}

} // namespace unlit::weights
