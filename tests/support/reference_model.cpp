#include "tests/support/reference_model.h"

#include "core/nn/precision.h"
#include "core/nn/unet/adapt_unet.h"
#include "core/weights/key_adapter.h"
#include "core/weights/module_loader.h"
#include "tests/support/reference_pack.h"
#include "tests/support/test_device.h"

#include <nlohmann/json.hpp>

#include <fstream>

namespace unlit::test {

namespace fs = std::filesystem;

namespace {

nlohmann::json configOf(const fs::path& folder) {
    std::ifstream stream(folder / "config.json");
    return nlohmann::json::parse(stream);
}

/// On the CPU they stay as they were read, the memory layout included.
void onDevice(nn::Module& module) {
    if (const torch::Device device = testDevice(); !device.is_cpu())
        nn::setPrecision(module, torch::kFloat32, device);
}

/// Calls `visit(name, module)` for every module of ours below the root.
template <class Visit>
void forEachModule(nn::Module& root, Visit visit) {
    for (const auto& part : root.named_modules("", /*include_self=*/false))
        if (auto* ours = dynamic_cast<nn::Module*>(part.value().get()))
            visit(part.key(), *ours);
}

} // namespace

fs::path modelFolder(const std::string& model) {
    return referenceDir() / model.substr(0, model.find(' '));
}

nn::UNet2DConditionModel referenceUNet(const std::string& model) {
    const fs::path folder = modelFolder(model);
    nn::UNet2DConditionModel unet(nn::unetOptionsFromJson(configOf(folder)));
    weights::loadInto(*unet, weights::readWeights(folder), folder.string());
    onDevice(*unet);
    return unet;
}

nn::AutoencoderKL referenceVae(const std::string& model) {
    const fs::path folder = modelFolder(model);
    nn::AutoencoderKL vae(nn::vaeOptionsFromJson(configOf(folder)));
    weights::loadInto(*vae, weights::adaptVaeKeys(weights::readWeights(folder), folder),
                      folder.string());
    onDevice(*vae);
    return vae;
}

nn::CLIPTextModel referenceTextEncoder(const std::string& model) {
    const fs::path folder = modelFolder(model);
    nn::CLIPTextModel clip(nn::clipOptionsFromJson(configOf(folder)));
    weights::loadInto(*clip, weights::adaptClipKeys(weights::readWeights(folder), folder),
                      folder.string());
    onDevice(*clip);
    return clip;
}

void widenTo(nn::UNet2DConditionModel& unet, int64_t channels) {
    const int64_t have = unet->options().inChannels;
    if (channels != have)
        nn::widenUnet(unet, channels / have - 1);
}

ModuleTrace::ModuleTrace(nn::Module& root) : m_root(root) {
    forEachModule(root, [this](const std::string& name, nn::Module& part) {
        part.observe([this, name](std::string_view what, const torch::Tensor& value) {
            const std::string key = what.empty() ? name : name + "." + std::string(what);
            m_order.push_back(key);
            m_values[key] = value.detach().clone();
        });
    });
}

ModuleTrace::~ModuleTrace() {
    forEachModule(m_root, [](const std::string&, nn::Module& part) { part.observe({}); });
}

torch::Tensor ModuleTrace::value(const std::string& name) const {
    const auto found = m_values.find(name);
    if (found == m_values.end())
        throw std::runtime_error("no module of the name " + name + " has run");
    return found->second;
}

} // namespace unlit::test
