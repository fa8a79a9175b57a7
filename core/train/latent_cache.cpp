#include "core/train/latent_cache.h"

#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/weights/files/safetensors.h"
#include "core/weights/files/safetensors_writer.h"

#include <torch/utils.h>

#include <algorithm>
#include <set>
#include <span>
#include <sstream>
#include <utility>

namespace unlit::train {

namespace fs = std::filesystem;

namespace {

constexpr const char* kTensor = "latent";
constexpr const char* kVae = "vae"; ///< key of an entry's metadata
constexpr std::size_t kFolderDigits = 2;

void addText(ContentHash& hash, const std::string& text) {
    hash.add(std::as_bytes(std::span(text)));
}

void addTensor(ContentHash& hash, const torch::Tensor& tensor) {
    std::ostringstream kind;
    kind << tensor.dtype() << tensor.sizes();
    addText(hash, kind.str());
    const torch::Tensor flat = tensor.detach().to(torch::kCPU).contiguous();
    hash.add({static_cast<const std::byte*>(flat.data_ptr()), flat.nbytes()});
}

bool isLatent(const torch::Tensor& latent) {
    return latent.scalar_type() == torch::kFloat32 && latent.dim() == 4 && latent.size(0) == 1;
}

} // namespace

std::string fingerprintOf(const nn::AutoencoderKL& vae) {
    const torch::NoGradGuard noGrad;
    ContentHash hash;
    std::ostringstream words;
    const auto& options = vae->options();
    words << options.normGroups << ' ' << options.layersPerBlock << ' '
          << vae->encoder->conv_in->weight.device().type() << ' ';
    if (vae->quantizer) // says where latents lie
        words << vae->options().quantizer->text() << ' ';
    if (const auto& tiling = vae->tiling())
        words << "tiles " << tiling->sampleMinSize << ' ' << tiling->overlapFactor;
    addText(hash, words.str());
    for (const auto& item : vae->named_parameters()) {
        if (item.key().starts_with("decoder") || item.key().starts_with("post_quant_conv"))
            continue;
        addText(hash, item.key());
        addTensor(hash, item.value());
    }
    return hashText(hash.digest());
}

LatentCache::LatentCache(fs::path folder, const std::vector<std::string>& vaes)
    : m_folder(std::move(folder)) {
    noteOtherVaes(vaes);
}

void LatentCache::noteOtherVaes(const std::vector<std::string>& vaes) {
    std::error_code unreadable;
    std::set<std::string> others;
    for (const auto& entry : fs::directory_iterator(m_folder, unreadable)) {
        const std::string name = entry.path().filename().string();
        if (entry.is_directory() && std::ranges::find(vaes, name) == vaes.end())
            others.insert(name);
    }
    if (others.empty())
        return;
    m_notes.push_back("the latent cache " + m_folder.string() + " holds latents of another VAE (" +
                      *others.begin() + (others.size() > 1 ? " and more" : "") +
                      "): they are not used");
}

fs::path LatentCache::fileOf(const std::string& vae, const torch::Tensor& picture) const {
    ContentHash hash;
    addTensor(hash, picture);
    const std::string name = hashText(hash.digest());
    return m_folder / vae / name.substr(0, kFolderDigits) / (name + ".safetensors");
}

torch::Tensor LatentCache::read(const fs::path& file, const std::string& vae) {
    std::error_code unreadable;
    if (!fs::exists(file, unreadable))
        return {};
    try {
        const weights::SafetensorsFile entry(file);
        const auto maker = entry.metadata().find(kVae);
        if (maker == entry.metadata().end() || maker->second != vae) {
            m_notes.push_back(file.string() +
                              " was made by another VAE: it is not used but made anew");
            return {};
        }
        const torch::Tensor latent = entry.tensor(kTensor).clone();
        if (isLatent(latent))
            return latent;
        m_notes.push_back(file.string() + " holds no latent: it is made anew");
    } catch (const Error& error) {
        m_notes.push_back(
            std::string("an entry of the latent cache is damaged and is made anew: ") +
            error.what());
    }
    return {};
}

void LatentCache::keep(const fs::path& file, const std::string& vae, const torch::Tensor& latent) {
    if (!m_canWrite)
        return;
    try {
        weights::writeSafetensors(file, {{kTensor, latent}}, {{kVae, vae}});
    } catch (const Error& error) {
        m_canWrite = false;
        m_notes.push_back(std::string("no more latents are kept: ") + error.what());
    }
}

torch::Tensor LatentCache::get(const std::string& vae, const torch::Tensor& picture_13HW,
                               const std::function<torch::Tensor()>& encode) {
    const fs::path file = fileOf(vae, picture_13HW);
    torch::Tensor latent = read(file, vae);
    if (latent.defined()) {
        ++m_hits;
        return latent;
    }
    ++m_misses;
    latent = encode().to(torch::kCPU);
    keep(file, vae, latent);
    return latent;
}

std::vector<std::string> LatentCache::takeNotes() {
    return std::exchange(m_notes, {});
}

} // namespace unlit::train
