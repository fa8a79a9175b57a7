#include "core/session/models/export_model.h"

#include "core/base/atomic_folder.h"
#include "core/base/error.h"
#include "core/base/split_text.h"
#include "core/infer/device.h"
#include "core/infer/loaded_model.h"
#include "core/session/models/trained_order.h"
#include "core/weights/component_weights.h"
#include "core/weights/files/split_weights.h"
#include "core/weights/files/stored_type.h"
#include "core/weights/mean_weights.h"
#include "core/weights/module_loader.h"
#include "core/weights/start/deepen_unet.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace unlit {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::pair<std::string_view, torch::Dtype>, 3> kTypes = {
    {{"float32", torch::kFloat32}, {"float16", torch::kFloat16}, {"bfloat16", torch::kBFloat16}}};

constexpr std::uint64_t kSeedOfAddedLayers = 2024;

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
           !request.scheduler.empty() || !request.loras.empty() || !request.meanWith.empty() ||
           request.defaultSteps.has_value();
}

weights::StateDict unetOf(const weights::ModelFolder& folder, const LoraChoices& loras) {
    if (loras.empty())
        return weights::readComponentWeights(folder.unet);
    const auto loaded = infer::loadModel(folder, "cpu", Precision::Float32, loras);
    const torch::NoGradGuard noGrad;
    return weights::stateDictOf(*loaded->unet);
}

std::string mergedProvenance(const std::string& before, const LoraChoices& loras) {
    std::string names;
    for (LoraChoice choice : loras) {
        const bool isPlain = choice.file.has_filename();
        choice.file = isPlain ? choice.file.filename() : choice.file.parent_path().filename();
        names += (names.empty() ? "" : " and ") + toText(choice);
    }
    return (before.empty() ? "" : before + "; ") + "with " + names + " merged in";
}

void requireNoLora(const weights::ModelFolder& folder) {
    if (!folder.lora.empty())
        throw Error::unsupported(folder.lora.string() +
                                     " belongs to the model and would be left behind",
                                 "write a plain model with `unlit model merge-lora` first");
}

/// What is to be written of a folder as it is, in the order of its training.
weights::ModelToSave inTrainedOrder(const weights::ModelFolder& folder, const LoraChoices& loras) {
    weights::ModelToSave save = weights::toSave(folder);
    weights::StateDict unet = unetOf(folder, loras);
    restoreTrainedOrder(save, folder.unlit, unet);
    save.unet.weights = weights::weightsOf(std::move(unet));
    return save;
}

/// The first thing in which pictures of the two mean something else; empty = none.
std::string differenceOf(const weights::ModelToSave& a, const weights::ModelToSave& b) {
    const bool areSameTargets = std::ranges::equal(
        a.targets, b.targets, {}, &weights::TargetInfo::name, &weights::TargetInfo::name);
    if (!areSameTargets)
        return "targets";
    if (a.transfer != b.transfer || a.headroomEv != b.headroomEv)
        return "the encoding of pictures";
    if (a.concatOrder != b.concatOrder || a.beginsWithZeros != b.beginsWithZeros ||
        a.seesText != b.seesText)
        return "what the UNet is shown";
    if (a.vaeBeauty.has_value() != b.vaeBeauty.has_value())
        return "the number of VAEs";
    return a.scheduler == b.scheduler ? "" : "the scheduler";
}

void average(weights::ModelToSave& save, const ExportRequest& request) {
    const auto count = static_cast<double>(request.meanWith.size());
    const double share = request.meanShare.value_or(count / (count + 1));
    const std::string own = request.model.string();
    std::vector<weights::WeightShare> unets = {{save.unet.weights, 1 - share, own + "/unet"}};
    std::vector<weights::WeightShare> vaes = {{save.vae.weights, 1 - share, own + "/vae"}};
    std::vector<weights::WeightShare> encoders;
    if (save.vaeBeauty)
        encoders.push_back({save.vaeBeauty->weights, 1 - share, own + "/vae_beauty"});
    for (const fs::path& model : request.meanWith) {
        const weights::ModelFolder folder = weights::openModelFolder(model);
        requireNoLora(folder);
        const weights::ModelToSave other = inTrainedOrder(folder, {});
        if (const std::string difference = differenceOf(save, other); !difference.empty())
            throw Error::invalidInput(
                model.string() + " and " + own + " differ in " + difference,
                "take the mean of models that were trained from the same one");
        unets.push_back({other.unet.weights, share / count, model.string() + "/unet"});
        vaes.push_back({other.vae.weights, share / count, model.string() + "/vae"});
        if (other.vaeBeauty)
            encoders.push_back(
                {other.vaeBeauty->weights, share / count, model.string() + "/vae_beauty"});
    }
    save.unet.weights = weights::meanOf(std::move(unets));
    save.vae.weights = weights::meanOf(std::move(vaes));
    save.unet.sameAs.clear();
    save.vae.sameAs.clear();
    if (!encoders.empty()) {
        save.vaeBeauty->weights = weights::meanOf(std::move(encoders));
        save.vaeBeauty->sameAs.clear();
    }
}

std::string meanProvenance(const std::string& before, const std::vector<fs::path>& models) {
    std::vector<std::string> names;
    for (const fs::path& model : models)
        names.push_back(model.has_filename() ? model.filename().string()
                                             : model.parent_path().filename().string());
    return (before.empty() ? "" : before + "; ") + "averaged with " + joined(names, " and ");
}

/// Splitting reads and writes everything once more: half of the way.
void write(const ExportRequest& request, const weights::ModelToSave& save,
           const std::function<void(double)>& progress) {
    AtomicFolder folder(request.output);
    const double share = request.mostFileBytes > 0 ? 0.5 : 1.0;
    const auto tell = [&](double fraction) {
        if (progress)
            progress(fraction);
    };
    weights::writeModelParts(folder.temporaryPath(), save,
                             [&](double fraction) { tell(fraction * share); });
    if (request.mostFileBytes > 0) {
        std::vector<const char*> parts = {"unet", "vae", "text_encoder"};
        if (save.vaeBeauty)
            parts.push_back("vae_beauty");
        for (std::size_t i = 0; i < parts.size(); ++i)
            weights::splitWeightFile(folder.temporaryPath() / weights::savedWeightsFile(parts[i]),
                                     request.mostFileBytes, [&](double fraction) {
                                         const double done = static_cast<double>(i) + fraction;
                                         tell(share + (1 - share) * done /
                                                          static_cast<double>(parts.size()));
                                     });
    }
    folder.commit();
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
    if (request.loras.empty())
        requireNoLora(folder);
    weights::ModelToSave save = inTrainedOrder(folder, request.loras);
    if (!request.meanWith.empty())
        average(save, request);
    if (!request.layersPerBlock.empty())
        save.unet = weights::deepenUnet(save.unet, request.layersPerBlock, kSeedOfAddedLayers);
    storeAs(save, dtype);
    save.defaultSteps = request.defaultSteps.value_or(save.defaultSteps);
    save.defaultProcessingRes = request.defaultProcessingRes.value_or(save.defaultProcessingRes);
    if (!request.provenance.empty())
        save.provenance = request.provenance;
    else if (!request.meanWith.empty())
        save.provenance = meanProvenance(save.provenance, request.meanWith);
    if (!request.loras.empty())
        save.provenance = mergedProvenance(save.provenance, request.loras);
    if (changesPictures(request))
        save.forgetMeasurements();
    write(request, save, progress);
}

} // namespace unlit
