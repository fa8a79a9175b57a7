#include "core/weights/save_model_folder.h"

#include "core/base/atomic_folder.h"
#include "core/nn/unet/adapt_unet.h"
#include "core/weights/component_weights.h"
#include "core/weights/json_file.h"

#include <algorithm>
#include <utility>

namespace unlit::weights {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

constexpr const char* kDiffusersVersion = "0.33.0"; ///< the first with MarigoldIntrinsicsPipeline
constexpr const char* kDiffusersWeights = "diffusion_pytorch_model.safetensors";
constexpr const char* kTransformersWeights = "model.safetensors";
constexpr double kDefaultScalingFactor = 0.18215; ///< what a VAE config without the key means

/// Writes the parts into one folder and tells how far it is.
class FolderWriter {
public:
    FolderWriter(fs::path folder, std::uint64_t totalBytes,
                 const std::function<void(double)>& progress)
        : m_folder(std::move(folder)), m_totalBytes(totalBytes), m_progress(progress) {}

    void writeComponent(const std::string& name, const ComponentToSave& component) {
        writeJson(m_folder / name / "config.json", component.config);
        const fs::path file = m_folder / savedWeightsFile(name);
        if (link(component, file))
            return;
        SafetensorsWriter writer(file, component.weights.specs);
        for (const TensorSpec& spec : writer.order()) {
            const torch::Tensor tensor = component.weights.tensor(spec);
            writer.write(tensor);
            m_writtenBytes += tensor.nbytes();
            if (m_progress)
                m_progress(static_cast<double>(m_writtenBytes) / static_cast<double>(m_totalBytes));
        }
        writer.commit();
    }

    void writeText(const fs::path& name, const std::string& contents) const {
        writeAtomically(m_folder / name, contents);
    }

private:
    bool link(const ComponentToSave& component, const fs::path& file) {
        std::error_code failed;
        if (component.sameAs.empty())
            return false;
        fs::create_hard_link(component.sameAs, file, failed);
        if (failed)
            return false;
        m_writtenBytes += byteCount(component.weights);
        return true;
    }

    fs::path m_folder;
    std::uint64_t m_totalBytes;
    std::uint64_t m_writtenBytes = 0;
    const std::function<void(double)>& m_progress;
};

/// diffusers' DDIM reads the files of its relatives with the same meaning; only the name differs.
Json asDdim(Json scheduler) {
    scheduler["_class_name"] = "DDIMScheduler";
    return scheduler;
}

Json modelIndex(const ModelToSave& model) {
    return {{"_class_name", "MarigoldIntrinsicsPipeline"},
            {"_diffusers_version", kDiffusersVersion},
            {"default_denoising_steps", model.defaultSteps},
            {"default_processing_resolution", model.defaultProcessingRes},
            {"prediction_type", "intrinsics"},
            {"scheduler", {"diffusers", "DDIMScheduler"}},
            {"target_properties", toJson(model.targets)},
            {"text_encoder", {"transformers", "CLIPTextModel"}},
            {"tokenizer", {"transformers", "CLIPTokenizer"}},
            {"unet", {"diffusers", "UNet2DConditionModel"}},
            {"vae", {"diffusers", "AutoencoderKL"}}};
}

Json unlitJson(const ModelToSave& model) {
    UnlitJson content;
    content.concatOrder = ConcatOrder::ImageFirst;
    content.trainedConcatOrder = model.trainedConcatOrder.value_or(model.concatOrder);
    content.resizeConvention = model.resizeConvention;
    content.transfer = model.transfer;
    if (model.headroomEv > 0)
        content.headroomEv = model.headroomEv;
    content.provenance = model.provenance;
    content.isRandom = model.isRandom;
    content.beginsWithZeros = model.beginsWithZeros;
    content.seesText = model.seesText;
    content.strength = model.strength;
    content.calibration = model.calibration;
    return toJson(content);
}

ComponentToSave imageFirst(const ModelToSave& model, ComponentToSave unet) {
    if (model.concatOrder == ConcatOrder::ImageFirst)
        return unet;
    unet.weights.tensor = [inner = unet.weights.tensor,
                           latent = model.latentChannels](const TensorSpec& spec) {
        const torch::Tensor tensor = inner(spec);
        return spec.name == "conv_in.weight"
                   ? nn::exchangedConvIn(tensor, latent, ConcatOrder::NoisyFirst)
                   : tensor;
    };
    return unet;
}

ComponentToSave componentToSave(const Component& component) {
    return {savedConfig(component), weightsOf(readComponentWeights(component)), {}};
}

} // namespace

Json savedConfig(const Component& component) {
    Json config = component.config;
    config.erase("_name_or_path");
    switch (component.kind) {
    case ComponentKind::Vae:
        config.emplace("scaling_factor", kDefaultScalingFactor);
        config["_class_name"] = component.className;
        break;
    case ComponentKind::Unet:
        config["_class_name"] = component.className;
        break;
    case ComponentKind::TextEncoder:
        config["architectures"] = {"CLIPTextModel"};
        config["model_type"] = "clip_text_model";
        break;
    default:
        break;
    }
    return config;
}

/// Whether a file of a folder lies in it, or where the hub's client keeps what its links mean. What
/// is copied may be given on: a model of somebody else must not bring along a file of ours.
bool isOfFolder(const fs::path& file, const fs::path& folder) {
    std::error_code failed;
    const fs::path home = fs::canonical(folder, failed);
    const fs::path real = failed ? fs::path() : fs::canonical(file, failed);
    if (failed)
        return false;
    // models--NAME/snapshots/REVISION/tokenizer/FILE -> models--NAME/blobs/HASH
    const fs::path snapshots = home.parent_path().parent_path();
    const bool isOfHub = snapshots.filename() == "snapshots" &&
                         real.parent_path() == snapshots.parent_path() / "blobs";
    return real.parent_path() == home || isOfHub;
}

std::map<std::string, std::string> readTokenizerFiles(const fs::path& folder) {
    constexpr std::uintmax_t kMostBytes = std::uintmax_t{64} << 20;
    std::map<std::string, std::string> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        const std::string extension = entry.path().extension().string();
        if (!entry.is_regular_file() || (extension != ".json" && extension != ".txt"))
            continue;
        if (entry.is_symlink() && !isOfFolder(entry.path(), folder))
            throw Error::invalidInput(entry.path().string() +
                                          " is a link to a file elsewhere, and would be copied",
                                      "put the file itself in its place");
        if (entry.file_size() > kMostBytes)
            throw Error::corrupt(entry.path(), "the file is too large for a tokenizer",
                                 "take the tokenizer of the original model");
        files.emplace(entry.path().filename().string(), readText(entry.path()));
    }
    return files;
}

ModelToSave toSave(const ModelFolder& model) {
    requireImageInput(model);
    ModelToSave save;
    save.unet = componentToSave(model.unet);
    save.vae = componentToSave(model.vaeAlbedo);
    if (model.hasTwoVaes)
        save.vaeBeauty = componentToSave(model.vaeBeauty);
    save.textEncoder = componentToSave(model.textEncoder);
    save.scheduler = model.scheduler.config;
    save.tokenizerFiles = readTokenizerFiles(model.tokenizer.folder);
    save.targets = model.targets;
    save.latentChannels = model.latentChannels;
    save.concatOrder = model.concatOrder;
    save.trainedConcatOrder = model.unlit.trainedConcatOrder;
    save.resizeConvention = model.resizeConvention;
    save.transfer = model.transfer;
    save.headroomEv = model.headroomEv;
    save.defaultSteps = model.defaultSteps;
    save.defaultProcessingRes = model.defaultProcessingRes;
    save.provenance = model.unlit.provenance;
    save.isRandom = model.unlit.isRandom;
    save.beginsWithZeros = model.unlit.beginsWithZeros;
    save.seesText = model.unlit.seesText;
    save.strength = model.unlit.strength;
    save.calibration = model.unlit.calibration;
    return save;
}

void requireWritableModelFolder(const fs::path& out, bool overwrite) {
    if (!fs::exists(out))
        return;
    if (!fs::is_directory(out))
        throw Error::invalidInput(out.string() + " is a file", "choose a folder");
    if (fs::is_empty(out))
        return;
    if (!fs::exists(out / "model_index.json")) {
        throw Error::invalidInput(out.string() + " is not empty and holds no model",
                                  "choose another folder");
    }
    if (!overwrite)
        throw Error::invalidInput(out.string() + " holds a model already",
                                  "choose another folder, or allow overwriting (--overwrite)");
}

void writeModelParts(const fs::path& folder, const ModelToSave& model,
                     const std::function<void(double)>& progress) {
    std::uint64_t total = byteCount(model.unet.weights) + byteCount(model.vae.weights) +
                          byteCount(model.textEncoder.weights);
    if (model.vaeBeauty)
        total += byteCount(model.vaeBeauty->weights);
    for (const auto& means : {model.unetEma, model.vaeEma})
        if (means)
            total += byteCount(means->weights);
    FolderWriter writer(folder, std::max<std::uint64_t>(total, 1), progress);
    writer.writeComponent("unet", imageFirst(model, model.unet));
    if (model.unetEma)
        writer.writeComponent(kUnetEma, imageFirst(model, *model.unetEma));
    writer.writeComponent("vae", model.vae);
    if (model.vaeEma)
        writer.writeComponent(kVaeEma, *model.vaeEma);
    if (model.vaeBeauty)
        writer.writeComponent("vae_beauty", *model.vaeBeauty);
    writer.writeComponent("text_encoder", model.textEncoder);
    for (const auto& [name, contents] : model.tokenizerFiles)
        writer.writeText(fs::path("tokenizer") / name, contents);
    writeJson(folder / "scheduler" / "scheduler_config.json", asDdim(model.scheduler));
    writeJson(folder / "unlit.json", unlitJson(model));
    writeJson(folder / "model_index.json", modelIndex(model));
}

fs::path savedWeightsFile(const std::string& component) {
    return fs::path(component) /
           (component == "text_encoder" ? kTransformersWeights : kDiffusersWeights);
}

void saveModelFolder(const fs::path& out, const ModelToSave& model, bool overwrite,
                     const std::function<void(double)>& progress) {
    requireWritableModelFolder(out, overwrite);
    AtomicFolder folder(out);
    writeModelParts(folder.temporaryPath(), model, progress);
    folder.commit();
}

} // namespace unlit::weights
