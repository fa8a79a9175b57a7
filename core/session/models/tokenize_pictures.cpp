#include "core/session/models/tokenize_pictures.h"

#include "core/base/error.h"
#include "core/image/color/color.h"
#include "core/infer/codes/code_map.h"
#include "core/infer/device.h"
#include "core/nn/precision.h"
#include "core/weights/component_weights.h"
#include "core/weights/model_folder.h"
#include "core/weights/module_loader.h"
#include "core/weights/save_model_folder.h"

#include <torch/utils.h>

#include <cmath>
#include <map>

namespace unlit {

namespace fs = std::filesystem;

namespace {

constexpr const char* kMapSuffix = ".codes.safetensors";

weights::ModelFolder openForCodes(const TokenizeRequest& request) {
    if (!request.usesMean)
        return weights::openModelFolder(request.model);
    const fs::path mean = request.model / weights::kVaeEma;
    if (!fs::is_directory(mean))
        throw Error::notFound(request.model.string() + " holds no running mean of a VAE's weights",
                              "leave --ema out, or name a checkpoint of a training with ema");
    weights::ComponentOverrides parts;
    parts.vaeBeauty = parts.vaeAlbedo = mean;
    return weights::openModelFolder(request.model, parts);
}

/// The VAE alone, float32.
class CodeMaker {
public:
    explicit CodeMaker(const TokenizeRequest& request)
        : m_folder(openForCodes(request)), m_device(infer::parseDevice(request.device)) {
        if (m_folder.hasTwoVaes)
            throw Error::invalidInput(request.model.string() + " has two VAEs",
                                      "name a model with one for pictures and targets");
        m_vae = nn::AutoencoderKL(nn::vaeOptionsFromJson(m_folder.vaeAlbedo.config));
        if (!m_vae->quantizer)
            throw Error::invalidInput("the VAE of " + request.model.string() +
                                          " has no quantizer: its latents are no codes",
                                      "train a model that was made with vae.quantizer");
        infer::setCudaArithmetic({});
        nn::setPrecision(*m_vae, torch::kFloat32, m_device, nn::WeightValues::Discard);
        m_vae->eval();
        weights::loadInto(*m_vae, weights::readComponentWeights(m_folder.vaeAlbedo),
                          m_folder.vaeAlbedo.folder.string());
        m_codebook = infer::codebookHash(m_vae);
    }

    TokenizeResult emptyResult() const {
        const nn::QuantizerOptions& quantizer = m_vae->quantizer->options();
        TokenizeResult result;
        result.codebook = m_codebook;
        result.quantizer = quantizer.text();
        result.codeCount = quantizer.codeCount();
        return result;
    }

    TokenizedFile toCodes(const fs::path& picture, const fs::path& output,
                          const TokenizeRequest& request) {
        const LoadedImage loaded = readImage(picture);
        const DisplayImage shown =
            toDisplay(loaded.image, m_folder.transfer, request.exposureEv, m_folder.headroomEv);
        infer::CodeMap map = infer::encodeToCodes(m_vae, shown.image, m_device);
        map.codebook = m_codebook;
        const ColorSpace space = loaded.image.space;
        if (space == ColorSpace::Linear || space == ColorSpace::AcesCg)
            map.headroom = m_folder.headroomEv;
        map.stops = shown.exposureEv - map.headroom;
        infer::writeCodeMap(output, map, m_vae->quantizer->options());
        return described(map, picture, output);
    }

    TokenizedFile toPicture(const fs::path& file, const fs::path& output,
                            const TokenizeRequest& request) {
        const infer::CodeMap map =
            infer::readCodeMap(file, m_codebook, m_vae->options(), request.model.string());
        Image picture = infer::decodeCodes(m_vae, map, m_device);
        convertTo(picture, ColorSpace::Linear);
        const bool isLight = request.format == FileFormat::Exr;
        // Light is what it was; a picture for people has its exposure, but not the headroom that
        // was taken off for the network.
        const auto factor = static_cast<float>(std::exp2(isLight ? -map.stops : map.headroom));
        for (float& sample : picture.samples)
            sample *= factor;
        if (!isLight)
            convertTo(picture, ColorSpace::Srgb);
        writeImage(output, picture,
                   {.format = request.format, .half = false, .overwrite = request.overwrite});
        return described(map, file, output);
    }

private:
    static TokenizedFile described(const infer::CodeMap& map, const fs::path& input,
                                   const fs::path& output) {
        return {.input = input,
                .output = output,
                .width = map.width,
                .height = map.height,
                .cells = map.codes_hw.numel(),
                .differentCodes = std::get<0>(at::_unique(map.codes_hw)).numel()};
    }

    weights::ModelFolder m_folder;
    torch::Device m_device;
    nn::AutoencoderKL m_vae{nullptr};
    std::string m_codebook;
};

/// hall.exr -> hall, hall.codes.safetensors -> hall.
std::string stemOf(const fs::path& file) {
    const std::string name = file.filename().string();
    return name.ends_with(kMapSuffix) ? name.substr(0, name.size() - std::string(kMapSuffix).size())
                                      : file.stem().string();
}

std::vector<fs::path> outputsOf(const TokenizeRequest& request, std::string_view suffix) {
    std::vector<fs::path> outputs;
    std::map<fs::path, fs::path> makers;
    for (const fs::path& file : request.files) {
        const fs::path output = request.output / (stemOf(file) + std::string(suffix));
        const auto [other, isNew] = makers.emplace(output, file);
        if (!isNew)
            throw Error::invalidInput(other->second.string() + " and " + file.string() +
                                          " would both become " + output.string(),
                                      "give them one after the other, with another --output");
        outputs.push_back(output);
    }
    return outputs;
}

template <class Make>
std::optional<TokenizeResult> forEachFile(const TokenizeRequest& request, std::string_view suffix,
                                          const TokenizeProgress& progress,
                                          const std::stop_token& stop, Make make) {
    const std::vector<fs::path> outputs = outputsOf(request, suffix);
    CodeMaker maker(request);
    TokenizeResult result = maker.emptyResult();
    fs::create_directories(request.output);
    for (std::size_t i = 0; i < request.files.size(); ++i) {
        if (stop.stop_requested())
            return {};
        progress(i, request.files.size());
        try {
            if (!request.overwrite && fs::exists(outputs[i]))
                throw Error::invalidInput(outputs[i].string() + " exists already",
                                          "choose another folder, or allow --overwrite");
            result.done.push_back(make(maker, request.files[i], outputs[i]));
        } catch (const std::exception&) {
            result.failed.push_back({request.files[i], translateCurrentException()});
        }
    }
    return result;
}

} // namespace

std::optional<TokenizeResult> tokenizePictures(const TokenizeRequest& request,
                                               const TokenizeProgress& progress,
                                               const std::stop_token& stop) {
    return forEachFile(request, kMapSuffix, progress, stop,
                       [&request](CodeMaker& maker, const fs::path& from, const fs::path& to) {
                           return maker.toCodes(from, to, request);
                       });
}

std::optional<TokenizeResult> detokenizePictures(const TokenizeRequest& request,
                                                 const TokenizeProgress& progress,
                                                 const std::stop_token& stop) {
    return forEachFile(request, suffixOf(request.format), progress, stop,
                       [&request](CodeMaker& maker, const fs::path& from, const fs::path& to) {
                           return maker.toPicture(from, to, request);
                       });
}

} // namespace unlit
