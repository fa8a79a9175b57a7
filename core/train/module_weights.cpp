#include "core/train/module_weights.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/weights/files/safetensors.h"
#include "core/weights/load_report.h"
#include "core/weights/module_loader.h"
#include "core/weights/state_dict.h"

#include <torch/utils.h>

#include <algorithm>
#include <set>

namespace unlit::train {

namespace fs = std::filesystem;

namespace {

constexpr const char* kPictureAndNoise = "conv_in.weight"; ///< of a UNet that sees a picture

/// "mid_block.attentions" of "unet.mid_block.attentions"; "" for the whole network.
std::string withinNetwork(const std::string& module) {
    const std::size_t dot = module.find('.');
    return dot == std::string::npos ? "" : module.substr(dot + 1);
}

bool isWithin(const std::string& name, const std::string& module) {
    return module.empty() || name == module ||
           (name.starts_with(module) && name[module.size()] == '.');
}

weights::StateDict readModuleFile(const fs::path& path, const std::string& network) {
    if (!fs::is_directory(path))
        return weights::SafetensorsFile(path).all();
    return weights::readWeights(fs::is_directory(path / network) ? path / network : path);
}

/// Throws for a module that no weight of the network belongs to.
void requireModule(const weights::StateDict& own, const std::string& module,
                   const std::string& key) {
    if (std::ranges::any_of(own, [&](const auto& item) { return isWithin(item.first, module); }))
        return;
    std::set<std::string> modules;
    for (const auto& [name, tensor] : own)
        for (std::size_t dot = name.find('.'); dot != std::string::npos;
             dot = name.find('.', dot + 1))
            modules.insert(name.substr(0, dot));
    const std::string nearest =
        nearestName(module, std::vector<std::string>(modules.begin(), modules.end()));
    throw Error::invalidInput(key + ": the network has no module " + module +
                                  (nearest.empty() ? "" : " (did you mean " + nearest + "?)"),
                              "unlit model info DIR names its parts");
}

} // namespace

void requireModuleWeights(const config::ModuleWeights& weights, const fs::path& root) {
    std::error_code ignored;
    if (!fs::exists(root / weights.path, ignored))
        throw Error::notFound("model.weights: there is nothing at " +
                                  (root / weights.path).string(),
                              "name a safetensors file or a folder of weights");
}

std::string loadModuleWeights(torch::nn::Module& network, const config::ModuleWeights& weights,
                              const fs::path& root) {
    const fs::path path = root / weights.path;
    const std::string module = withinNetwork(weights.module);
    const weights::StateDict own = weights::stateDictOf(network);
    requireModule(own, module, "model.weights.module");
    for (const std::string& left : weights.leaveOut)
        requireModule(own, left, "model.weights.leave_out");
    const auto isMeant = [&](const std::string& name) {
        return isWithin(name, module) &&
               std::ranges::none_of(weights.leaveOut,
                                    [&](const std::string& left) { return isWithin(name, left); });
    };
    if (own.contains(kPictureAndNoise) && isMeant(kPictureAndNoise) &&
        weights.module.starts_with("unet"))
        throw Error::invalidInput(
            "model.weights takes conv_in of " + path.string() +
                ", and which half of it sees the picture and which the noise no file of weights "
                "says",
            "add conv_in to leave_out; model.unet takes a whole UNet of a model folder");
    weights::StateDict found =
        readModuleFile(path, weights.module.substr(0, weights.module.find('.')));
    std::erase_if(found, [&](const auto& item) { return !isMeant(item.first); });
    weights::LoadReport report;
    std::vector<std::pair<torch::Tensor, torch::Tensor>> pairs;
    for (const auto& [name, parameter] : own) {
        if (!isMeant(name))
            continue;
        const auto entry = found.extract(name);
        if (entry.empty())
            report.missing.push_back(name);
        else if (entry.mapped().sizes() != parameter.sizes())
            report.wrongShape.push_back(
                {name, parameter.sizes().vec(), entry.mapped().sizes().vec()});
        else
            pairs.emplace_back(parameter, entry.mapped());
    }
    for (const auto& [name, tensor] : found)
        report.unexpected.push_back(name);
    report.loaded = pairs.size();
    if (pairs.empty())
        throw Error::invalidInput(path.string() + " has no weight for " + weights.module,
                                  "look at its names: unlit model info, and at leave_out");
    if (weights.strict && !report.complete())
        throw Error::invalidInput("the weights in " + path.string() + " do not fit " +
                                      weights.module + ": " + report.sentence(),
                                  "name what does not fit in leave_out, or set strict to false");
    const torch::NoGradGuard noGrad;
    for (auto& [parameter, value] : pairs)
        torch::Tensor(parameter).copy_(value);
    return std::to_string(report.loaded) + " tensors of " + weights.module + " are those of " +
           path.string() + (report.complete() ? "" : "; " + report.sentence());
}

} // namespace unlit::train
