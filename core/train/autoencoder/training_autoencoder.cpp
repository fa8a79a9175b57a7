#include "core/train/autoencoder/training_autoencoder.h"

#include "core/base/error.h"
#include "core/infer/device.h"
#include "core/nn/precision.h"
#include "core/weights/component_weights.h"
#include "core/weights/module_loader.h"

namespace unlit::train {

TrainingAutoencoder loadTrainingAutoencoder(const weights::ModelFolder& folder,
                                            const std::string& device) {
    if (folder.hasTwoVaes)
        throw Error::invalidInput(folder.path.string() +
                                      " has two VAEs, one for pictures and one for targets",
                                  "name one of them for both: model.vae");
    TrainingAutoencoder result;
    result.folder = folder;
    result.device = infer::parseDevice(device);
    const weights::Component& part = folder.vaeAlbedo;
    result.vae = nn::AutoencoderKL(nn::vaeOptionsFromJson(part.config));
    nn::setPrecision(*result.vae, torch::kFloat32, result.device, nn::WeightValues::Discard);
    weights::loadInto(*result.vae, weights::readComponentWeights(part), part.folder.string());
    result.base = weights::toSave(folder);
    result.base.forgetMeasurements();
    return result;
}

} // namespace unlit::train
