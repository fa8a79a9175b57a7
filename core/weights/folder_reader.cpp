#include "core/weights/folder_reader.h"

#include "core/base/error.h"
#include "core/base/file_path.h"
#include "core/diffusion/scheduler_config.h"
#include "core/nn/clip/clip_options.h"
#include "core/nn/unet/unet_options.h"
#include "core/nn/vae/vae_options.h"
#include "core/weights/json_file.h"
#include "core/weights/lora/lora_choice.h"
#include "core/weights/model_fit.h"

#include <array>
#include <string_view>

namespace unlit::weights {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

constexpr const char* kLayoutHint =
    "a model is a folder in the diffusers layout: model_index.json beside unet, vae, scheduler, "
    "text_encoder and tokenizer";

/// Marigold's other models have the same layout, and would give pictures that are no albedo.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kOtherPictures = {{
    {"MarigoldPipeline", "depth"},
    {"MarigoldDepthPipeline", "depth"},
    {"MarigoldNormalsPipeline", "surface normals"},
}};

/// The hub's cache keeps a model's versions in folders below the one that bears its name, a
/// training its checkpoints.
std::string insideHint(const fs::path& path) {
    std::error_code failed;
    for (const fs::directory_entry& entry : fs::directory_iterator(path / "snapshots", failed))
        if (fs::exists(entry.path() / kIndexName, failed))
            return "it is a folder of the hub's cache: the model lies in " + entry.path().string();
    if (const fs::path latest = path / "checkpoint" / "latest";
        fs::exists(latest / kIndexName, failed))
        return "it is a training run: its checkpoints are models, such as " + latest.string();
    return kLayoutHint;
}

bool isWholeModelElsewhere(const ComponentOverrides& overrides) {
    return overrides.unet && overrides.vaeBeauty && overrides.textEncoder && overrides.tokenizer &&
           overrides.scheduler;
}

/// ["diffusers", "AutoencoderKL"] -> "AutoencoderKL"
std::string classOfEntry(const Json& index, const std::string& name) {
    const auto found = index.find(name);
    const bool named =
        found != index.end() && found->is_array() && found->size() == 2 && (*found)[1].is_string();
    return named ? (*found)[1].get<std::string>() : std::string();
}

/// Unknown settings are found now, where the file is known, not when the network is built.
void requireKnownSettings(const Component& part) {
    const std::string file = part.configFile.string();
    try {
        switch (part.kind) {
        case ComponentKind::Unet:
            nn::unetOptionsFromJson(part.config);
            break;
        case ComponentKind::Vae:
            nn::vaeOptionsFromJson(part.config);
            break;
        case ComponentKind::TextEncoder:
            nn::clipOptionsFromJson(part.config);
            break;
        case ComponentKind::Scheduler:
            diffusion::schedulerConfigFromJson(part.config, file);
            break;
        case ComponentKind::Tokenizer:
            break;
        }
    } catch (const Error& error) {
        const std::string message = error.what();
        throw Error(error.kind(), message.starts_with(file) ? message : file + ": " + message,
                    error.hint());
    }
}

} // namespace

fs::path plainPath(const fs::path& path) {
    return path.empty() ? path : withoutSlash(fs::absolute(path));
}

void FolderReader::readIndex() {
    const fs::path& path = m_model.path;
    if (path.empty() && isWholeModelElsewhere(m_overrides))
        return;
    if (fs::is_regular_file(path)) {
        throw Error::unsupported(path.string() + " is a file, not a model folder",
                                 path.filename() == kIndexName
                                     ? "give the folder that it lies in"
                                     : "convert it once in Python: load it with diffusers' "
                                       "from_single_file and call save_pretrained(\"new-folder\")");
    }
    if (!fs::is_directory(path))
        throw Error::notFound("no model folder " + path.string(), kLayoutHint);
    if (!fs::exists(path / kIndexName))
        throw Error::notFound(path.string() + " is no model folder: it has no model_index.json",
                              insideHint(path));
    m_index = readJsonObject(path / kIndexName);
}

/// What the pictures mean goes with the UNet, not with the folder that lends the other parts.
void FolderReader::readIdentity() {
    m_identityFolder = m_model.path;
    m_identity = m_index;
    if (m_overrides.unet) {
        if (m_model.unet.folder.empty())
            return; // the UNet could not be read, which has been said
        m_identityFolder = m_model.unet.folder.parent_path();
        m_identity = fs::exists(m_identityFolder / kIndexName)
                         ? readJsonObject(m_identityFolder / kIndexName)
                         : Json::object();
    }
    const auto name = m_identity.find("_class_name");
    if (name != m_identity.end() && name->is_string())
        m_model.className = name->get<std::string>();
    for (const auto& [className, what] : kOtherPictures) {
        if (m_model.className == className) {
            throw Error::unsupported((m_identityFolder / kIndexName).string() + ": a " +
                                         m_model.className + " predicts " + std::string(what) +
                                         ", not the albedo",
                                     "use a MarigoldIntrinsicsPipeline or a model trained here");
        }
    }
}

fs::path FolderReader::overridden(const fs::path& chosen, const std::string& name) const {
    const fs::path path = plainPath(
        chosen.is_relative() && !m_overrides.root.empty() ? m_overrides.root / chosen : chosen);
    if (fs::is_directory(path / name))
        return path / name;
    // A whole model has one VAE for both uses.
    if (name.starts_with("vae_") && fs::is_directory(path / "vae"))
        return path / "vae";
    return path;
}

bool FolderReader::readPart(Component& part, ComponentKind kind, const std::string& name,
                            const std::optional<fs::path>& chosen) {
    const bool isRead = attempt([&] {
        part = chosen ? readComponent(kind, name, overridden(*chosen, name), "")
                      : readComponent(kind, name, m_model.path / name, classOfEntry(m_index, name));
    });
    const bool isKnown = isRead && attempt([&] { requireKnownSettings(part); });
    if (!isKnown)
        part = {};
    return isKnown;
}

/// vae_beauty/ and vae_albedo/ where the folder has them, else vae/ for either use.
void FolderReader::readVaes() {
    const auto nameOf = [&](const char* own, const std::optional<fs::path>& chosen) {
        const bool isOwn = chosen || (!m_model.path.empty() && fs::exists(m_model.path / own));
        return std::string(isOwn ? own : "vae");
    };
    const std::string beauty = nameOf("vae_beauty", m_overrides.vaeBeauty);
    const std::string albedo = nameOf("vae_albedo", m_overrides.vaeAlbedo);
    m_hasVaes = readPart(m_model.vaeBeauty, ComponentKind::Vae, beauty, m_overrides.vaeBeauty);
    const bool hasNoOther = albedo == "vae" && (beauty == "vae" || m_model.path.empty());
    if (hasNoOther) {
        m_model.vaeAlbedo = m_model.vaeBeauty;
        return;
    }
    const bool hasAlbedo =
        readPart(m_model.vaeAlbedo, ComponentKind::Vae, albedo, m_overrides.vaeAlbedo);
    m_hasVaes = m_hasVaes && hasAlbedo;
    std::error_code ignored;
    m_model.hasTwoVaes =
        m_hasVaes && !fs::equivalent(m_model.vaeBeauty.folder, m_model.vaeAlbedo.folder, ignored);
}

void FolderReader::decideConventions() {
    const fs::path file = m_identityFolder / kUnlitName;
    if (!m_identityFolder.empty() && fs::exists(file))
        m_model.unlit = readUnlitJson(file);
    const bool isMarigold = m_model.className.starts_with("Marigold");
    const std::string reason = m_model.className.empty() ? "no model_index.json beside the UNet"
                                                         : "class " + m_model.className;
    m_model.concatOrder = isMarigold ? ConcatOrder::ImageFirst : ConcatOrder::NoisyFirst;
    m_model.resizeConvention = m_model.className == "MarigoldIntrinsicsPipeline"
                                   ? ResizeConvention::Diffusers
                               : isMarigold ? ResizeConvention::Marigold
                                            : ResizeConvention::Unlit;
    m_model.transfer = isMarigold ? ColorSpace::Gamma22 : ColorSpace::Srgb;
    m_model.concatOrderReason = m_model.resizeConventionReason = reason;
    if (m_model.unlit.concatOrder) {
        m_model.concatOrder = *m_model.unlit.concatOrder;
        m_model.concatOrderReason = kUnlitName;
    }
    if (m_model.unlit.resizeConvention) {
        m_model.resizeConvention = *m_model.unlit.resizeConvention;
        m_model.resizeConventionReason = kUnlitName;
    }
    m_model.transfer = m_model.unlit.transfer.value_or(m_model.transfer);
    m_model.headroomEv = m_model.unlit.headroomEv.value_or(0);
}

int FolderReader::wholeNumberOfIndex(const std::string& key, int missing, int least,
                                     int most) const {
    Component index;
    index.configFile = m_identityFolder / kIndexName;
    index.config = m_identity;
    return static_cast<int>(wholeNumber(index, key, missing, least, most));
}

void FolderReader::readDefaults() {
    m_model.defaultSteps =
        wholeNumberOfIndex("default_denoising_steps", m_model.defaultSteps, 1, 1000);
    m_model.defaultProcessingRes =
        wholeNumberOfIndex("default_processing_resolution", m_model.defaultProcessingRes, 0, 65536);
}

void FolderReader::readTargets(int targetCount) {
    const auto properties = m_identity.find("target_properties");
    if (properties == m_identity.end() || properties->is_null()) {
        m_model.targets = unnamedTargets(static_cast<std::size_t>(targetCount));
        return;
    }
    const fs::path file = m_identityFolder / kIndexName;
    m_model.targets = targetsFromJson(*properties, file);
    if (m_model.targets.size() != static_cast<std::size_t>(targetCount)) {
        throw Error::invalidInput("the UNet does not fit the targets: it predicts " +
                                      std::to_string(targetCount) + " (" +
                                      m_model.unet.configFile.string() + "), but " + file.string() +
                                      " names " + std::to_string(m_model.targets.size()),
                                  "take model_index.json and unet from the same model");
    }
}

ModelFolder FolderReader::read() {
    if (!attempt([&] { readIndex(); }))
        return m_model; // no folder: its parts would only be missing too
    const bool hasUnet = readPart(m_model.unet, ComponentKind::Unet, "unet", m_overrides.unet);
    readVaes();
    const bool hasText = readPart(m_model.textEncoder, ComponentKind::TextEncoder, "text_encoder",
                                  m_overrides.textEncoder);
    readPart(m_model.tokenizer, ComponentKind::Tokenizer, "tokenizer", m_overrides.tokenizer);
    readPart(m_model.scheduler, ComponentKind::Scheduler, "scheduler", m_overrides.scheduler);
    attempt([&] { readIdentity(); });
    attempt([&] { decideConventions(); });
    attempt([&] { readDefaults(); });
    const Fit fit =
        checkFit({hasUnet ? &m_model.unet : nullptr, m_hasVaes ? &m_model.vaeBeauty : nullptr,
                  m_hasVaes && m_model.hasTwoVaes ? &m_model.vaeAlbedo : nullptr,
                  hasText ? &m_model.textEncoder : nullptr},
                 m_faults);
    m_model.latentChannels = fit.latentChannels;
    m_model.vaeFactor = fit.vaeFactor;
    m_model.seesImage = fit.seesImage;
    if (hasUnet && fs::exists(m_model.unet.folder.parent_path() / kLoraFile))
        m_model.lora = m_model.unet.folder.parent_path() / kLoraFile;
    if (hasUnet && m_hasVaes)
        attempt([&] { readTargets(fit.targetCount); });
    return m_model;
}

} // namespace unlit::weights
