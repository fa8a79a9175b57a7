#include "core/weights/start/model_recipe.h"

#include "core/nn/unet/adapt_unet.h"
#include "core/weights/save_model_folder.h"

namespace unlit::weights {

namespace fs = std::filesystem;

ModelRecipe recipeOf(const ModelFolder& model) {
    ModelRecipe recipe;
    recipe.unet = savedConfig(model.unet);
    recipe.vae = savedConfig(model.vaeAlbedo);
    recipe.textEncoder = savedConfig(model.textEncoder);
    recipe.scheduler = model.scheduler.config;
    recipe.tokenizerFiles = readTokenizerFiles(model.tokenizer.folder);
    recipe.targets = model.targets;
    if (!model.seesImage)
        recipe.unet = nn::widenedConfig(recipe.unet, static_cast<int64_t>(model.targets.size()));
    recipe.latentChannels = model.latentChannels;
    recipe.resizeConvention = model.resizeConvention;
    recipe.transfer = model.transfer;
    recipe.headroomEv = model.headroomEv;
    recipe.defaultSteps = model.defaultSteps;
    recipe.defaultProcessingRes = model.defaultProcessingRes;
    return recipe;
}

ModelRecipe recipeNamed(const std::string& like) {
    if (like == "sd21")
        return sd21Recipe();
    if (like == "tiny")
        return tinyRecipe();
    if (!fs::exists(like)) {
        throw Error::notFound("no built-in model and no folder is called '" + like + "'",
                              "use sd21, tiny, or the path of a model folder");
    }
    return recipeOf(openModelFolder(like));
}

} // namespace unlit::weights
