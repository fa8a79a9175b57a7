#include "core/data/loader/pair_dataset.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/data/loader/cast_shadow.h"
#include "core/data/loader/cut_out.h"
#include "core/data/loader/keep_background.h"
#include "core/data/loader/not_finite.h"
#include "core/data/loader/repaint.h"
#include "core/data/loader/target_pictures.h"
#include "core/data/loader/validity.h"
#include "core/tensor/image_tensor.h"

#include <torch/types.h>

#include <algorithm>
#include <set>

namespace unlit::data {

namespace {

torch::Tensor maskTensor(const ValidPixels& valid, const Image& image) {
    torch::Tensor mask = torch::empty({1, image.height, image.width}, torch::kBool);
    std::copy(valid.begin(), valid.end(), mask.data_ptr<bool>());
    return mask;
}

torch::Tensor pictureTensor(const Image& shown) {
    return infer::toTensor(shown).squeeze(0);
}

/// [0, 1] to [-1, 1].
torch::Tensor normalised(const torch::Tensor& picture_CHW) {
    return picture_CHW.mul(2).sub_(1);
}

std::optional<std::size_t> placeOf(const std::string& name,
                                   const std::vector<weights::TargetInfo>& targets) {
    const auto found = std::ranges::find(targets, name, &weights::TargetInfo::name);
    return found != targets.end() ? std::optional(static_cast<std::size_t>(found - targets.begin()))
                                  : std::nullopt;
}

/// Where the rule of black albedos applies: a set of one target has always been one of albedos.
std::optional<std::size_t> albedoAmong(const std::vector<weights::TargetInfo>& targets) {
    const std::optional<std::size_t> named = placeOf("albedo", targets);
    return named || targets.size() != 1 ? named : std::optional<std::size_t>(0);
}

PairImages readImages(const PictureSource& source, const ListedPair& pair,
                      const PairDatasetOptions& options) {
    PairImages images;
    images.beauty = source.read(pair.beauty).image;
    const std::vector<PictureRef> targets = pair.targets();
    for (std::size_t i = 0; i < targets.size(); ++i) {
        Image target = source.read(targets[i]).image;
        if (target.width != images.beauty.width || target.height != images.beauty.height)
            throw Error::invalidInput("the beauty is " + sizeText(images.beauty) + ", the " +
                                          options.targets[i].name + " " + sizeText(target),
                                      "find such pairs with `unlit dataset check`");
        images.targets.push_back(std::move(target));
    }
    images.albedo = albedoAmong(options.targets);
    images.shading = placeOf("shading", options.targets);
    images.residual = placeOf("residual", options.targets);
    if (pair.mask && options.masks.useFile)
        images.mask = source.read(*pair.mask).image;
    return images;
}

} // namespace

PairDataset::PairDataset(PairDatasetOptions options)
    : m_options(std::move(options)), m_source(PictureSource::open(m_options.root)),
      m_pairs(readFilenameList(m_options.list, {std::max<std::size_t>(m_options.targets.size(), 1),
                                                m_options.condition.has_value()})) {
    checkTargets();
    checkBackground();
    if (!isDisplayEncoded(m_options.transfer))
        throw Error::invalidInput("the transfer function of a set cannot be '" +
                                      std::string(toString(m_options.transfer)) + "'",
                                  "use srgb or gamma22, as the model has it");
    if (m_options.size.cropPx < 0 || m_options.size.longerSide < 0)
        throw Error::invalidInput("a size below 0 for the pictures of a set", "use 0 for none");
    checkFiles();
    checkClasses();
}

void PairDataset::checkTargets() const {
    std::set<std::string> keys = {kBeautyNorm};
    for (const std::string& name : targetNames())
        if (!keys.insert(targetKey(name)).second)
            throw Error::invalidInput("a target of a set cannot be called '" + name + "'",
                                      "give each target a name of its own, other than beauty");
    if (m_options.targets.empty())
        throw Error::invalidInput("a set without targets", "name at least one");
}

/// What is seen can only be the truth of one picture, in the same numbers.
void PairDataset::checkBackground() const {
    using weights::PredictionSpace;
    const bool canStay = m_options.targets.size() == 1 &&
                         m_options.targets.front().predictionSpace == PredictionSpace::Srgb;
    if (m_options.augment.scene.keepBackgroundChance > 0 && !canStay)
        throw Error::invalidInput("a background that stays as it is (keep_background_p) needs a "
                                  "set of one target, in the beauty's own numbers",
                                  "set augmentation.keep_background_p to 0");
}

void PairDataset::checkFiles() const {
    for (const ListedPair& pair : m_pairs) {
        std::vector<PictureRef> pictures = pair.targets();
        pictures.push_back(pair.beauty);
        if (pair.mask)
            pictures.push_back(*pair.mask);
        for (const PictureRef& picture : pictures)
            if (!m_source->has(picture.path))
                throw Error(ErrorKind::NotFound,
                            m_options.list.string() + ":" + std::to_string(pair.line) + ": " +
                                picture.path + " is not in " + m_options.root.string(),
                            "it was moved or deleted: make the list again",
                            SourceMark{m_options.list, pair.line, 0});
    }
}

void PairDataset::checkClasses() const {
    if (!m_options.condition || m_options.condition->kind != ConditionKind::Class)
        return;
    const std::int64_t classes = m_options.condition->classes;
    for (const ListedPair& pair : m_pairs) {
        const auto number = numberIn<std::int64_t>(pair.condition);
        const bool isClass = number && *number >= 0 && (classes == 0 || *number < classes);
        if (!pair.condition.empty() && !isClass)
            throw Error(
                ErrorKind::InvalidInput,
                m_options.list.string() + ":" + std::to_string(pair.line) + ": \"" +
                    pair.condition + "\" is no class" +
                    (classes > 0 ? " of the model, which has " + std::to_string(classes) : ""),
                "number classes from 0, and let condition.classes say how many there are",
                SourceMark{m_options.list, pair.line, 0});
    }
}

std::vector<std::string> PairDataset::targetNames() const {
    std::vector<std::string> names;
    for (const weights::TargetInfo& target : m_options.targets)
        names.push_back(target.name);
    return names;
}

Sample PairDataset::get(std::int64_t index, std::int64_t epoch) const {
    infer::PixelSize ignored;
    return frame(index, epoch, {.drawnAs = index}, ignored);
}

Sample PairDataset::getMiddle(std::int64_t index, std::int64_t epoch) const {
    infer::PixelSize ignored;
    return frame(index, epoch, {.drawnAs = index, .isOfMiddle = true}, ignored);
}

/// Errors begin with the sample.
Sample PairDataset::frame(std::int64_t index, std::int64_t epoch, FrameDraw draw,
                          infer::PixelSize& fileSize) const {
    if (index < 0 || index >= size())
        throw Error::internal("sample " + std::to_string(index) + " of " + std::to_string(size()));
    const torch::NoGradGuard noGrad;
    try {
        return read(index, epoch, draw, fileSize);
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
    std::string text = toText(pair.beauty) + "\n";
    for (const PictureRef& target : pair.targets())
        text += toText(target) + "\n";
    text += pair.mask ? toText(*pair.mask) : "";
    return pair.condition.empty() ? text : text + "\n" + pair.condition;
}

std::string PairDataset::stamps(std::int64_t index) const {
    const ListedPair& pair = m_pairs.at(static_cast<std::size_t>(index));
    std::vector<PictureRef> files = pair.targets();
    files.push_back(pair.beauty);
    if (pair.mask)
        files.push_back(*pair.mask);
    std::string text;
    for (const PictureRef& file : files) {
        const FileStamp stamp = m_source->stamp(file.path);
        text += std::to_string(stamp.size) + " " + std::to_string(stamp.time) + "\n";
    }
    return text;
}

/// Its draws are a stream of their own: what else is drawn does not depend on them.
PairDataset::Background PairDataset::changeScene(PairImages& images, const ValidPixels& valid,
                                                 SampleRandom random) const {
    const SceneOptions& scene = m_options.augment.scene;
    const auto paint = drawPaint(scene.repaintChance, random);
    const auto lender = static_cast<std::size_t>(random.below(size()));
    const auto shadow = drawShadow(scene.shadowChance, random);
    const bool isKept = random.chance(scene.keepBackgroundChance);
    const bool isCutOut = random.chance(scene.cutOutChance);
    if (paint && images.albedo) {
        std::optional<Image> borrowed;
        if (paint->isBorrowed)
            borrowed = m_source->read(m_pairs[lender].targets().at(*images.albedo)).image;
        repaint(images, valid, *paint, borrowed ? &*borrowed : nullptr);
    }
    if (shadow) {
        const std::optional<Image> lit = isKept ? std::optional(images.beauty) : std::nullopt;
        castShadow(images, *shadow);
        if (lit) // no shadow falls on a sky
            restoreBackground(*lit, valid, images.beauty);
    }
    if (isCutOut)
        return Background::Black;
    return isKept ? Background::Kept : Background::LeftOut;
}

Sample PairDataset::read(std::int64_t index, std::int64_t epoch, FrameDraw frame,
                         infer::PixelSize& fileSize) const {
    const ListedPair& pair = m_pairs[static_cast<std::size_t>(index)];
    PairImages images = readImages(*m_source, pair, m_options);
    fileSize = {images.beauty.height, images.beauty.width};
    const ValidPixels valid = validPixels(images, m_options.masks);
    std::string notFinite = notFiniteIn(images, targetNames(), valid);
    constexpr std::uint64_t sceneStream = 0x5ce9e;
    const Background background = changeScene(
        images, valid, SampleRandom(m_options.seed ^ sceneStream, epoch, frame.drawnAs));
    SampleRandom random(m_options.seed, epoch, frame.drawnAs);
    // All draws come first, in one order: what one option switches on does not change another's.
    const PhotometricDraw draw = drawPhotometric(m_options.augment.photometric, random);
    Sample sample;
    sample.relativePath = toText(pair.beauty);
    sample.condition = pair.condition;
    sample.notFinite = std::move(notFinite);
    sample.beauty_CHW =
        pictureTensor(showBeauty(images.beauty, m_options.transfer, m_options.exposure, draw));
    for (const Image& target :
         targetPictures(std::move(images.targets), m_options.targets, m_options.transfer))
        sample.targets_TCHW.push_back(pictureTensor(target));
    sample.valid_1HW = maskTensor(valid, images.beauty);
    if (background == Background::Kept)
        keepBackground(sample, maskTensor(seenPixels(images.beauty), images.beauty),
                       m_options.transfer);
    sample = resized(std::move(sample), m_options.size);
    GeometricOptions geometric = m_options.augment.geometric;
    if (!frame.isOfMiddle)
        geometric.middle = 1;
    sample = placed(std::move(sample), m_options.size, geometric, random);
    if (background == Background::Black)
        cutOut(sample);
    if (draw.noise > 0 || draw.jpegQuality) {
        Image shown = infer::toImage(sample.beauty_CHW, m_options.transfer);
        spoil(shown, draw);
        sample.beauty_CHW = pictureTensor(shown);
    }
    sample.beauty_CHW = normalised(sample.beauty_CHW);
    for (torch::Tensor& target_CHW : sample.targets_TCHW)
        target_CHW = normalised(target_CHW);
    return sample;
}

} // namespace unlit::data
