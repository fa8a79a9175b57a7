#include "core/session/export_model.h"

#include "core/base/error.h"
#include "core/session/trained_order.h"
#include "core/weights/stored_type.h"

#include <array>
#include <string_view>
#include <utility>

namespace unlit {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::pair<std::string_view, torch::Dtype>, 3> kTypes = {
    {{"float32", torch::kFloat32}, {"float16", torch::kFloat16}, {"bfloat16", torch::kBFloat16}}};

torch::Dtype typeNamed(const std::string& name) {
    for (const auto& [known, dtype] : kTypes)
        if (known == name)
            return dtype;
    throw Error::invalidInput("weights cannot be stored as " + name,
                              "use float32, float16 or bfloat16");
}

std::optional<fs::path> given(const fs::path& path) {
    return path.empty() ? std::nullopt : std::optional(path);
}

weights::ComponentOverrides overridesOf(const ExportRequest& request) {
    weights::ComponentOverrides overrides;
    overrides.unet = given(request.unet);
    overrides.vaeBeauty = overrides.vaeAlbedo = given(request.vae);
    overrides.textEncoder = given(request.textEncoder);
    overrides.scheduler = given(request.scheduler);
    return overrides;
}

bool changesPictures(const ExportRequest& request) {
    return !request.unet.empty() || !request.vae.empty() || !request.textEncoder.empty() ||
           !request.scheduler.empty() || request.defaultSteps.has_value();
}

void storeAs(weights::ModelToSave& save, torch::Dtype dtype) {
    const auto store = [dtype](weights::ComponentToSave& part, const char* name) {
        part.weights = weights::storedAs(std::move(part.weights), dtype, name);
    };
    store(save.unet, "unet");
    store(save.vae, "vae");
    if (save.vaeBeauty)
        store(*save.vaeBeauty, "vae_beauty");
    store(save.textEncoder, "text_encoder");
}

} // namespace

void exportModel(const ExportRequest& request, const std::function<void(double)>& progress) {
    const torch::Dtype dtype = typeNamed(request.dtype);
    weights::requireWritableModelFolder(request.output, request.overwrite);
    const weights::ModelFolder folder =
        weights::openModelFolder(request.model, overridesOf(request));
    if (!folder.lora.empty())
        throw Error::unsupported(folder.lora.string() +
                                     " belongs to the model and would be left behind",
                                 "write a plain model with `unlit model merge-lora` first");
    weights::ModelToSave save = weights::toSave(folder);
    weights::StateDict unet = weights::readComponentWeights(folder.unet);
    restoreTrainedOrder(save, folder.unlit, unet);
    save.unet.weights = weights::weightsOf(std::move(unet));
    storeAs(save, dtype);
    save.defaultSteps = request.defaultSteps.value_or(save.defaultSteps);
    save.defaultProcessingRes = request.defaultProcessingRes.value_or(save.defaultProcessingRes);
    if (!request.provenance.empty())
        save.provenance = request.provenance;
    if (changesPictures(request))
        save.calibration = nullptr;
    weights::saveModelFolder(request.output, save, request.overwrite, progress);
}

} // namespace unlit
