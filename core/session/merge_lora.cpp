#include "core/infer/device.h"
#include "core/infer/loaded_model.h"
#include "core/session/model_commands.h"
#include "core/session/trained_order.h"
#include "core/weights/module_loader.h"
#include "core/weights/save_model_folder.h"

namespace unlit {

namespace fs = std::filesystem;

void mergeLora(const fs::path& model, const fs::path& lora, const fs::path& out, bool overwrite,
               const std::function<void(double)>& progress) {
    weights::requireWritableModelFolder(out, overwrite); // before gigabytes are read
    const weights::ModelFolder folder = weights::openModelFolder(model);
    weights::ModelToSave save = weights::toSave(folder);
    save.calibration = nullptr; // of the model without
    const auto loaded = infer::loadModel(folder, "cpu", Precision::Float32, lora);
    const torch::NoGradGuard noGrad;
    weights::StateDict unet = weights::stateDictOf(*loaded->unet);
    restoreTrainedOrder(save, folder.unlit, unet);
    save.unet.weights = weights::weightsOf(std::move(unet));
    save.provenance = (save.provenance.empty() ? "" : save.provenance + "; ") + "with " +
                      lora.filename().string() + " merged in";
    weights::saveModelFolder(out, save, overwrite, progress);
}

} // namespace unlit
