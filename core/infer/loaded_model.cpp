#include "core/infer/loaded_model.h"

#include "core/base/error.h"
#include "core/infer/device.h"
#include "core/infer/memory.h"
#include "core/infer/text_embedder.h"
#include "core/nn/clip/clip_text_model.h"
#include "core/nn/clip/clip_tokenizer.h"
#include "core/nn/lora/lora_adapters.h"
#include "core/nn/precision.h"
#include "core/options/attention_heads.h"
#include "core/weights/component_weights.h"
#include "core/weights/lora/lora_file.h"
#include "core/weights/module_loader.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace unlit::infer {

namespace {

/// Loading touches each weight as often as a run on a picture of this many cells would.
constexpr std::int64_t kCopiedOnce = 64;

enum class Kept { AsComputed, InInt8 };

/// What a loaded weight calls for: its layer takes it into 8 bits at once, so that the network is
/// never whole in memory as it is computed with.
std::function<void(const std::string&)> takingIntoInt8(nn::Module& network) {
    std::map<std::string, nn::Module*> layers;
    for (const auto& item : network.named_modules("", /*include_self=*/false))
        if (auto* layer = dynamic_cast<nn::Module*>(item.value().get()))
            layers.emplace(item.key() + ".weight", layer);
    return [layers = std::move(layers)](const std::string& name) {
        if (const auto found = layers.find(name); found != layers.end())
            found->second->keepInInt8();
    };
}

void loadWeights(nn::Module& network, const weights::Component& component, torch::Device device,
                 torch::Dtype dtype, Kept kept = Kept::AsComputed) {
    nn::setPrecision(network, dtype, device, nn::WeightValues::Discard);
    network.eval();
    weights::loadInto(network, weights::readComponentWeights(component), component.folder.string(),
                      weights::Strictness::Strict,
                      kept == Kept::InInt8 ? takingIntoInt8(network)
                                           : std::function<void(const std::string&)>());
}

/// The text encoder goes at the end of this function: it is as large as a third of the UNet, and
/// a prompt is given seldom.
torch::Tensor embedEmptyPrompt(const weights::ModelFolder& folder, torch::Device device) {
    if (folder.unlit.seesText)
        return TextEmbedder(folder, device, /*keepsEncoder=*/false).embed("");
    const std::vector<std::int64_t> tokens = nn::emptyPromptTokens(folder.tokenizer.folder);
    nn::CLIPTextModel encoder(nn::clipOptionsFromJson(folder.textEncoder.config));
    loadWeights(*encoder, folder.textEncoder, torch::kCPU, torch::kFloat32);
    return encoder->forward(torch::tensor(tokens).unsqueeze(0)).to(device);
}

/// Additions are small next to what they are added to: the sum is formed before it is rounded.
void loadUnet(LoadedModel& model, const LoraChoices& loras) {
    const weights::ModelFolder& folder = model.folder;
    const torch::Dtype type = dtypeOf(model.precision);
    const bool isInt8 = model.precision == Precision::Int8;
    if (folder.lora.empty() && loras.empty())
        return loadWeights(*model.unet, folder.unet, model.device, type,
                           isInt8 ? Kept::InInt8 : Kept::AsComputed);
    loadWeights(*model.unet, folder.unet, torch::kCPU, torch::kFloat32);
    bool isAsStored = true;
    const auto isOwn = [&folder](const LoraChoice& choice) {
        std::error_code missing; // then reading it says so
        std::filesystem::path file = choice.file;
        if (std::filesystem::is_directory(file, missing))
            if (const auto inside = loraFilesOf(file); inside.size() == 1)
                file = inside.front();
        return std::filesystem::equivalent(file, folder.lora, missing);
    };
    if (!folder.lora.empty() && std::none_of(loras.begin(), loras.end(), isOwn))
        nn::LoraAdapters::mergeInto(model.unet, weights::readLora(folder.lora),
                                    folder.lora.string());
    for (const LoraChoice& choice : loras) {
        nn::LoraAdapters::mergeInto(model.unet, weights::readLora(choice), choice.file.string());
        isAsStored = isAsStored && choice.scale == 1 && isOwn(choice);
    }
    if (!isAsStored) {
        // They hold for the model without.
        model.folder.unlit.strength.reset();
        model.folder.unlit.calibration = nullptr;
    }
    nn::setPrecision(*model.unet, type, model.device);
    if (isInt8)
        nn::keepInInt8(*model.unet);
}

nn::AutoencoderKL loadVae(const weights::Component& component, torch::Device device,
                          torch::Dtype dtype) {
    nn::AutoencoderKL vae(nn::vaeOptionsFromJson(component.config));
    loadWeights(*vae, component, device, dtype);
    return vae;
}

std::int64_t parameterCount(const torch::nn::Module& network) {
    std::int64_t count = 0;
    for (const auto& weight : network.parameters())
        count += weight.numel();
    return count;
}

/// float16 overflows in the VAEs whose config asks for more; bfloat16 has the range of float32.
torch::Dtype vaeDtypeFor(Precision precision) {
    return precision == Precision::Float16 ? torch::kFloat32 : dtypeOf(precision);
}

void loadNetworks(LoadedModel& model, const LoraChoices& loras) {
    const weights::ModelFolder& folder = model.folder;
    model.unet = nn::UNet2DConditionModel(nn::unetOptionsFromJson(folder.unet.config));
    model.unetParameters = parameterCount(*model.unet);
    const ComputeScope scope(model.unetParameters, kCopiedOnce);
    model.emptyText_1LD = embedEmptyPrompt(folder, model.device);
    loadUnet(model, loras);
    model.inputVae = loadVae(folder.vaeBeauty, model.device, model.vaeDtype);
    model.targetVae = folder.hasTwoVaes ? loadVae(folder.vaeAlbedo, model.device, model.vaeDtype)
                                        : model.inputVae;
    releaseFreedMemory();
}

diffusion::SchedulerConfig schedulerOf(const weights::ModelFolder& folder) {
    return diffusion::schedulerConfigFromJson(folder.scheduler.config,
                                              folder.scheduler.configFile.string());
}

/// A number that no attention has as many heads for would do nothing.
void requireHeads(const nn::UNet2DConditionModel& unet, AttentionSlicing slicing) {
    const std::int64_t most = std::ranges::max(unet->options().heads);
    if (sliceHeadsOf(slicing).value_or(1) <= most)
        return;
    throw Error::invalidInput("slices of " + slicingText(slicing) +
                                  " heads are asked for, and the attentions of this network have " +
                                  std::to_string(most) + " at most",
                              "use a number from 1 to " + std::to_string(most) + ", or off");
}

} // namespace

void forgetRecordings(LoadedModel& model) {
    model.capturedUnet->forget();
    model.capturedEncoder->forget();
    model.capturedDecoder->forget();
}

void applyMemoryOptions(LoadedModel& model, const MemoryOptions& options) {
    if (options.attentionSlicing != model.attentionSlicing) {
        requireHeads(model.unet, options.attentionSlicing);
        nn::setAttentionSlicing(*model.unet, options.attentionSlicing);
        model.attentionSlicing = options.attentionSlicing;
        forgetRecordings(model);
    }
    for (nn::AutoencoderKL& vae : {std::ref(model.inputVae), std::ref(model.targetVae)})
        vae->setTiling(options.vaeTiling ? std::optional(nn::VaeTiling{
                                               .sampleMinSize = vae->options().sampleSize})
                                         : std::nullopt);
    model.offloadsVaes = options.offload && model.device.is_cuda();
    const torch::Device home = model.offloadsVaes ? torch::Device(torch::kCPU) : model.device;
    nn::setPrecision(*model.inputVae, model.vaeDtype, home);
    nn::setPrecision(*model.targetVae, model.vaeDtype, home);
}

std::shared_ptr<LoadedModel> loadModel(const weights::ModelFolder& folder,
                                       const std::string& device, Precision precision,
                                       const LoraChoices& loras) {
    weights::requireImageInput(folder);
    auto model = std::make_shared<LoadedModel>();
    model->folder = folder;
    model->device = parseDevice(device);
    setCudaArithmetic({});
    model->precision = resolvePrecision(precision, model->device);
    model->vaeDtype = vaeDtypeFor(model->precision);
    model->scheduler = schedulerOf(folder);
    diffusion::validate(model->scheduler);
    loadNetworks(*model, loras);
    return model;
}

std::shared_ptr<LoadedModel> loadModelForTraining(const weights::ModelFolder& folder,
                                                  const std::string& device) {
    auto model = std::make_shared<LoadedModel>();
    model->folder = folder;
    model->device = parseDevice(device);
    setCudaArithmetic({});
    model->scheduler = schedulerOf(folder);
    loadNetworks(*model, {});
    return model;
}

} // namespace unlit::infer
