// The small networks that the packs of modules/ were made with.
#pragma once

#include "core/nn/clip/clip_text_model.h"
#include "core/nn/unet/unet_2d_condition.h"
#include "core/nn/vae/autoencoder_kl.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace unlit::test {

/// `model` is the field of that name in a pack's JSON: a folder below the reference folder, then
/// perhaps words about it. Weights are loaded as they stand in the file, strictly, in float32,
/// on the test device.
std::filesystem::path modelFolder(const std::string& model);
nn::UNet2DConditionModel referenceUNet(const std::string& model);
nn::AutoencoderKL referenceVae(const std::string& model);
nn::CLIPTextModel referenceTextEncoder(const std::string& model);

/// Widens `unet` as often as it takes to read `channels` input channels.
void widenTo(nn::UNet2DConditionModel& unet, int64_t channels);

/// Outputs of every module below one, by state_dict name; inner values as "module.what".
/// The module must outlive it.
class ModuleTrace {
public:
    explicit ModuleTrace(nn::Module& root);
    ~ModuleTrace();
    ModuleTrace(const ModuleTrace&) = delete;
    ModuleTrace& operator=(const ModuleTrace&) = delete;

    /// In the order in which the modules finished.
    const std::vector<std::string>& order() const { return m_order; }

    bool has(const std::string& name) const { return m_values.count(name) > 0; }

    /// The last value; throws naming it when that module never ran.
    torch::Tensor value(const std::string& name) const;

private:
    nn::Module& m_root;
    std::vector<std::string> m_order;
    std::map<std::string, torch::Tensor> m_values;
};

} // namespace unlit::test
