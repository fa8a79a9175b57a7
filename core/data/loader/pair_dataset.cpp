#include "core/data/loader/pair_dataset.h"

#include "core/base/error.h"
#include "core/data/loader/validity.h"
#include "core/image/color.h"
#include "core/infer/image_tensor.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>

namespace unlit::data {

namespace {

std::string sizeText(const Image& image) {
    return std::to_string(image.width) + "x" + std::to_string(image.height);
}

torch::Tensor maskTensor(const std::vector<unsigned char>& valid, const Image& image) {
    torch::Tensor mask = torch::empty({1, image.height, image.width}, torch::kBool);
    std::copy(valid.begin(), valid.end(), mask.data_ptr<bool>());
    return mask;
}

torch::Tensor pictureTensor(const Image& shown) {
    return infer::toTensor(shown).squeeze(0);
}

/// Numbers that are no colours would spread when the picture is resized.
void clearBadPixels(Image& image) {
    for (float& sample : image.samples)
        if (!std::isfinite(sample))
            sample = 0;
}

/// [0, 1] to [-1, 1].
torch::Tensor normalised(const torch::Tensor& picture_CHW) {
    return picture_CHW.mul(2).sub_(1);
}

} // namespace

PairDataset::PairDataset(PairDatasetOptions options)
    : m_options(std::move(options)), m_source(PictureSource::open(m_options.root)),
      m_pairs(readFilenameList(m_options.list)) {
    if (!isDisplayEncoded(m_options.transfer))
        throw Error::invalidInput("the transfer function of a set cannot be '" +
                                      std::string(toString(m_options.transfer)) + "'",
                                  "use srgb or gamma22, as the model has it");
    if (m_options.size.cropPx < 0 || m_options.size.longerSide < 0)
        throw Error::invalidInput("a size below 0 for the pictures of a set", "use 0 for none");
    checkFiles();
}

void PairDataset::checkFiles() const {
    for (const ListedPair& pair : m_pairs)
        for (const PictureRef* picture :
             {&pair.beauty, &pair.albedo, pair.mask ? &*pair.mask : nullptr})
            if (picture != nullptr && !m_source->has(picture->path))
                throw Error(ErrorKind::NotFound,
                            m_options.list.string() + ":" + std::to_string(pair.line) + ": " +
                                picture->path + " is not in " + m_options.root.string(),
                            "it was moved or deleted: make the list again",
                            SourceMark{m_options.list, pair.line, 0});
}

Sample PairDataset::get(std::int64_t index, std::int64_t epoch) const {
    if (index < 0 || index >= size())
        throw Error::internal("sample " + std::to_string(index) + " of " + std::to_string(size()));
    const torch::NoGradGuard noGrad;
    SampleRandom random(m_options.seed, epoch, index);
    try {
        return read(m_pairs[static_cast<std::size_t>(index)], random);
    } catch (const Error& error) {
        throw Error(error.kind(), describe(index) + ": " + error.what(), error.hint(),
                    error.mark());
    }
}

std::string PairDataset::describe(std::int64_t index) const {
    const ListedPair& pair = m_pairs.at(static_cast<std::size_t>(index));
    return m_options.list.string() + ":" + std::to_string(pair.line) + " (" + toText(pair.beauty) +
           ")";
}

std::string PairDataset::identity(std::int64_t index) const {
    const ListedPair& pair = m_pairs.at(static_cast<std::size_t>(index));
    return toText(pair.beauty) + "\n" + toText(pair.albedo) + "\n" +
           (pair.mask ? toText(*pair.mask) : "");
}

Sample PairDataset::read(const ListedPair& pair, SampleRandom& random) const {
    const Image beauty = m_source->read(pair.beauty).image;
    Image albedo = m_source->read(pair.albedo).image;
    if (beauty.width != albedo.width || beauty.height != albedo.height)
        throw Error::invalidInput("the beauty is " + sizeText(beauty) + ", the albedo " +
                                      sizeText(albedo),
                                  "find such pairs with `unlit dataset check`");
    std::optional<Image> maskFile;
    if (pair.mask && m_options.masks.useFile)
        maskFile = m_source->read(*pair.mask).image;
    const auto valid =
        validPixels(beauty, albedo, maskFile ? &*maskFile : nullptr, m_options.masks);
    // All draws come first, in one order: what one option switches on does not change another's.
    const PhotometricDraw draw = drawPhotometric(m_options.augment.photometric, random);
    clearBadPixels(albedo);
    Sample sample;
    sample.relativePath = toText(pair.beauty);
    sample.beauty_CHW =
        pictureTensor(showBeauty(beauty, m_options.transfer, m_options.exposure, draw));
    sample.albedo_CHW = pictureTensor(toDisplay(albedo, m_options.transfer, 0.0).image);
    sample.valid_1HW = maskTensor(valid, beauty);
    sample = resized(std::move(sample), m_options.size);
    sample = placed(std::move(sample), m_options.size, m_options.augment.geometric, random);
    if (draw.noise > 0 || draw.jpegQuality) {
        Image shown = infer::toImage(sample.beauty_CHW, m_options.transfer);
        spoil(shown, draw);
        sample.beauty_CHW = pictureTensor(shown);
    }
    sample.beauty_CHW = normalised(sample.beauty_CHW);
    sample.albedo_CHW = normalised(sample.albedo_CHW);
    return sample;
}

} // namespace unlit::data
