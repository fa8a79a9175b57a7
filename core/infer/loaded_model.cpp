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
#include <stop_token>
#include <utility>

namespace unlit::infer {

namespace {

/// Loading touches each weight as often as a run on a picture of this many cells would.
constexpr std::int64_t kCopiedOnce = 64;

enum class Kept { AsComputed, InInt8 };

/// Leaves loadNetworks() when nobody waits for the model any more.
struct LoadingStopped {};

/// How weights are to be kept, and whether they are still wanted.
struct Loading {
    torch::Device device = torch::kCPU;
    torch::Dtype dtype = torch::kFloat32;
    std::stop_token stop;
    Kept kept = Kept::AsComputed;
};

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

void loadWeights(nn::Module& network, const weights::Component& component, const Loading& loading) {
    nn::setPrecision(network, loading.dtype, loading.device, nn::WeightValues::Discard);
    network.eval();
    const auto takeIntoInt8 = loading.kept == Kept::InInt8
                                  ? takingIntoInt8(network)
                                  : std::function<void(const std::string&)>();
    weights::loadInto(network, weights::readComponentWeights(component), component.folder.string(),
                      weights::Strictness::Strict, [&](const std::string& name) {
                          if (loading.stop.stop_requested())
                              throw LoadingStopped();
                          if (takeIntoInt8)
                              takeIntoInt8(name);
                      });
}

/// The text encoder goes at the end of this function: it is as large as a third of the UNet, and
/// a prompt is given seldom.
torch::Tensor embedEmptyPrompt(const weights::ModelFolder& folder, torch::Device device,
                               const std::stop_token& stop) {
    if (folder.unlit.seesText)
        return TextEmbedder(folder, device, /*keepsEncoder=*/false).embed("");
    const std::vector<std::int64_t> tokens = nn::emptyPromptTokens(folder.tokenizer.folder);
    nn::CLIPTextModel encoder(nn::clipOptionsFromJson(folder.textEncoder.config));
    loadWeights(*encoder, folder.textEncoder, {.stop = stop});
    return encoder->forward(torch::tensor(tokens).unsqueeze(0)).to(device);
}

/// Additions are small next to what they are added to: the sum is formed before it is rounded.
void loadUnet(LoadedModel& model, const LoraChoices& loras, const std::stop_token& stop) {
    const weights::ModelFolder& folder = model.folder;
    const torch::Dtype type = dtypeOf(model.precision);
    const bool isInt8 = model.precision == Precision::Int8;
    if (folder.lora.empty() && loras.empty())
        return loadWeights(*model.unet, folder.unet,
                           {.device = model.device,
                            .dtype = type,
                            .stop = stop,
                            .kept = isInt8 ? Kept::InInt8 : Kept::AsComputed});
    loadWeights(*model.unet, folder.unet, {.stop = stop});
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

nn::AutoencoderKL loadVae(const weights::Component& component, const Loading& loading) {
    nn::AutoencoderKL vae(nn::vaeOptionsFromJson(component.config));
    loadWeights(*vae, component, loading);
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

/// Throws LoadingStopped, too.
void loadNetworks(LoadedModel& model, const LoraChoices& loras, const std::stop_token& stop) {
    const weights::ModelFolder& folder = model.folder;
    model.unet = nn::UNet2DConditionModel(nn::unetOptionsFromJson(folder.unet.config));
    model.unetParameters = parameterCount(*model.unet);
    const ComputeScope scope(model.unetParameters, kCopiedOnce);
    model.emptyText_1LD = embedEmptyPrompt(folder, model.device, stop);
    loadUnet(model, loras, stop);
    const Loading ofVaes{.device = model.device, .dtype = model.vaeDtype, .stop = stop};
    model.inputVae = loadVae(folder.vaeBeauty, ofVaes);
    model.targetVae = folder.hasTwoVaes ? loadVae(folder.vaeAlbedo, ofVaes) : model.inputVae;
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
                                       const LoraChoices& loras, const std::stop_token& stop) {
    weights::requireImageInput(folder);
    auto model = std::make_shared<LoadedModel>();
    model->folder = folder;
    model->device = parseDevice(device);
    setCudaArithmetic({});
    model->precision = resolvePrecision(precision, model->device);
    model->vaeDtype = vaeDtypeFor(model->precision);
    model->scheduler = schedulerOf(folder);
    diffusion::validate(model->scheduler);
    try {
        loadNetworks(*model, loras, stop);
    } catch (const LoadingStopped&) {
        model.reset();
        releaseFreedMemory();
    }
    return model;
}

std::shared_ptr<LoadedModel> loadModelForTraining(const weights::ModelFolder& folder,
                                                  const std::string& device) {
    auto model = std::make_shared<LoadedModel>();
    model->folder = folder;
    model->device = parseDevice(device);
    setCudaArithmetic({});
    model->scheduler = schedulerOf(folder);
    loadNetworks(*model, {}, {});
    return model;
}

} // namespace unlit::infer
