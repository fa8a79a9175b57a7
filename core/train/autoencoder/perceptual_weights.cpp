// Where the perceptual loss has its weights from.
#include "core/base/error.h"
#include "core/train/autoencoder/perceptual_loss.h"
#include "core/train/autoencoder/vgg16_layout.h"
#include "core/weights/files/safetensors.h"

#include <torch/utils.h>

#include <algorithm>
#include <sstream>

namespace unlit::train {

namespace fs = std::filesystem;

namespace {

constexpr const char* kLayoutHint =
    "put torchvision's vgg16 and the linear layers of lpips there as .safetensors";

/// All weights of a folder by name.
class PerceptualFiles {
public:
    explicit PerceptualFiles(const fs::path& folder) : m_folder(folder) {
        std::error_code failed;
        if (!fs::is_directory(folder, failed))
            throw Error::notFound("autoencoder.perceptual.pretrained_path is no folder: " +
                                      folder.string(),
                                  kLayoutHint);
        std::vector<fs::path> files;
        for (const fs::directory_entry& entry : fs::directory_iterator(folder))
            if (entry.path().extension() == ".safetensors")
                files.push_back(entry.path());
        if (files.empty())
            throw Error::notFound(folder.string() + " holds no .safetensors file", kLayoutHint);
        std::ranges::sort(files);
        for (const fs::path& file : files)
            m_files.emplace_back(file);
        m_isTorchvisions = find("features.0.weight") != nullptr;
        if (!m_isTorchvisions && find("net.slice1.0.weight") == nullptr)
            refuse("neither features.0.weight nor net.slice1.0.weight is there");
    }

    /// Name of a convolution of VGG16 without its last part.
    std::string nameOf(std::size_t stage, int number) const {
        return m_isTorchvisions
                   ? "features." + std::to_string(number)
                   : "net.slice" + std::to_string(stage + 1) + "." + std::to_string(number);
    }

    /// The file that has it.
    const weights::SafetensorsFile& require(const std::string& name,
                                            const std::vector<std::int64_t>& shape) const {
        const weights::SafetensorsFile* file = find(name);
        if (file == nullptr)
            refuse(name + " is missing");
        const auto& found = file->info(name).shape;
        if (found != shape) {
            std::ostringstream words;
            words << file->path().string() << ": " << name << " is " << torch::IntArrayRef(found)
                  << ", and " << torch::IntArrayRef(shape) << " in VGG16 and lpips";
            throw Error::invalidInput(words.str(), kLayoutHint);
        }
        return *file;
    }

private:
    [[noreturn]] void refuse(const std::string& why) const {
        throw Error::invalidInput(
            m_folder.string() + " does not have VGG16 and lpips in their public layout: " + why,
            kLayoutHint);
    }

    const weights::SafetensorsFile* find(const std::string& name) const {
        const auto found = std::ranges::find_if(
            m_files, [&name](const weights::SafetensorsFile& file) { return file.has(name); });
        return found == m_files.end() ? nullptr : &*found;
    }

    fs::path m_folder;
    std::vector<weights::SafetensorsFile> m_files;
    bool m_isTorchvisions = false;
};

/// Calls `take(stage, name, shape)` for every tensor that is needed, in the order of the network.
template <class Take>
void forEachWeight(const PerceptualFiles& files, Take take) {
    std::int64_t in = 3;
    for (std::size_t i = 0; i < kVggStages.size(); ++i) {
        const VggStage& stage = kVggStages[i];
        for (std::int64_t k = 0; k < stage.count; ++k) {
            const std::string name = files.nameOf(i, stage.first + 2 * static_cast<int>(k));
            take(i, name + ".weight", std::vector<std::int64_t>{stage.channels, in, 3, 3});
            take(i, name + ".bias", std::vector<std::int64_t>{stage.channels});
            in = stage.channels;
        }
        take(i, "lin" + std::to_string(i) + ".model.1.weight",
             std::vector<std::int64_t>{1, stage.channels, 1, 1});
    }
}

} // namespace

void PerceptualLoss::requireWeights(const fs::path& folder) {
    const PerceptualFiles files(folder);
    forEachWeight(files, [&files](std::size_t, const std::string& name,
                                  const std::vector<std::int64_t>& shape) {
        (void)files.require(name, shape);
    });
}

PerceptualLoss PerceptualLoss::load(const fs::path& folder, torch::Device device) {
    const PerceptualFiles files(folder);
    std::array<Stage, kStages> stages;
    forEachWeight(
        files, [&](std::size_t i, const std::string& name, const std::vector<std::int64_t>& shape) {
            const torch::Tensor tensor =
                files.require(name, shape).tensor(name).to(device, torch::kFloat32).clone();
            if (name.starts_with("lin"))
                stages[i].channelWeights = tensor;
            else if (name.ends_with(".weight"))
                stages[i].convolutions.push_back({tensor, {}});
            else
                stages[i].convolutions.back().bias = tensor;
        });
    return PerceptualLoss(std::move(stages));
}

} // namespace unlit::train
