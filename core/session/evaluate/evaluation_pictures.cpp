#include "core/session/evaluate/evaluation_pictures.h"

#include "core/base/error.h"
#include "core/base/natural_order.h"
#include "core/base/text.h"
#include "core/data/loader/validity.h"
#include "core/image/color/color.h"

#include <algorithm>
#include <cmath>

namespace unlit {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kTestEvery = 5;

/// 1 where every channel is a number; the others become 0, so that no sum is spoiled.
std::vector<unsigned char> clearBadPixels(Image& image) {
    std::vector<unsigned char> finite(image.planeSize(), 1);
    for (int c = 0; c < image.channelCount(); ++c) {
        const auto plane = image.plane(c);
        for (std::size_t i = 0; i < plane.size(); ++i)
            if (!std::isfinite(plane[i])) {
                finite[i] = 0;
                plane[i] = 0;
            }
    }
    return finite;
}

} // namespace

std::optional<EvaluationSet> EvaluationSet::open(const EvaluationRequest& request,
                                                 const std::stop_token& stop) {
    EvaluationSet set;
    auto pairs = datasetPairs(request.dataset, {}, stop);
    if (!pairs)
        return {};
    set.m_pairs = std::move(*pairs);
    set.m_source = data::PictureSource::open(datasetRoot(request.dataset));
    set.m_beautySpace = request.input.space;
    set.m_truthSpace = request.truthSpace;
    set.m_keepBlackAlbedo = request.keepBlackAlbedo;
    return set;
}

std::string EvaluationSet::name(std::size_t index) const {
    return toText(m_pairs[index].beauty);
}

Image EvaluationSet::readPicture(const data::PictureRef& picture,
                                 std::optional<ColorSpace> space) const {
    if (!space)
        return m_source->read(picture).image;
    if (!fs::is_directory(m_source->root()))
        throw Error::unsupported("the colour space of pictures in an archive cannot be changed",
                                 "unpack " + m_source->root().string());
    return readImage(m_source->root() / picture.path, {picture.layer, space}).image;
}

EvaluationPicture EvaluationSet::read(std::size_t index) const {
    const data::ListedPair& pair = m_pairs[index];
    EvaluationPicture picture;
    picture.beauty = readPicture(pair.beauty, m_beautySpace);
    Image truth = readPicture(pair.albedo, m_truthSpace);
    if (picture.beauty.width != truth.width || picture.beauty.height != truth.height)
        throw Error::invalidInput(toText(pair.beauty) + " is " + sizeText(picture.beauty) + ", " +
                                      toText(pair.albedo) + " " + sizeText(truth),
                                  "find such pairs with `unlit dataset check`");
    data::PairImages images{
        .beauty = std::move(picture.beauty), .targets = {}, .albedo = 0, .mask = {}};
    images.targets.push_back(std::move(truth));
    if (pair.mask)
        images.mask = m_source->read(*pair.mask).image;
    data::MaskPolicy policy;
    policy.excludeBlackAlbedo = !m_keepBlackAlbedo;
    picture.truth.valid = data::validPixels(images, policy);
    picture.beauty = std::move(images.beauty);
    truth = std::move(images.targets.front());
    picture.truth.finite = clearBadPixels(truth);
    convertTo(truth, ColorSpace::Linear);
    truth.mask.clear();
    picture.truth.linear = std::move(truth);
    return picture;
}

bool visitPictures(const EvaluationSet& set,
                   const std::function<bool(const EvaluationPicture&)>& take,
                   std::vector<std::pair<std::string, Failure>>& failures,
                   const std::function<void(std::size_t, std::size_t)>& progress,
                   const std::stop_token& stop) {
    for (std::size_t i = 0; i < set.size(); ++i) {
        if (stop.stop_requested())
            return false;
        progress(i, set.size());
        try {
            if (!take(set.read(i)))
                return false;
        } catch (const Error&) {
            failures.emplace_back(set.name(i), translateCurrentException());
        }
    }
    return true;
}

std::vector<JudgedPicture> judgedPictures(const JudgementInput& input) {
    if (!fs::is_directory(input.folder))
        throw Error::notFound(input.folder.string() + " is no folder",
                              "give the folder with ID.json and ID.png of each picture");
    std::vector<JudgedPicture> pictures;
    for (const auto& entry : fs::directory_iterator(input.folder))
        if (toLower(entry.path().extension().string()) == ".json")
            pictures.push_back({entry.path().stem().string(), entry.path()});
    if (pictures.empty())
        throw Error::invalidInput(input.folder.string() + " holds no judgement file",
                                  "give the folder with ID.json and ID.png of each picture");
    std::ranges::sort(pictures, [](const JudgedPicture& a, const JudgedPicture& b) {
        return comesBefore(a.name, b.name); // "7" before "12"
    });
    if (!input.testOnly)
        return pictures;
    std::vector<JudgedPicture> test;
    for (std::size_t i = 0; i < pictures.size(); i += kTestEvery)
        test.push_back(pictures[i]);
    return test;
}

Image readJudgedPicture(const JudgedPicture& picture, std::optional<ColorSpace> space) {
    for (const char* suffix : {".png", ".jpg", ".jpeg", ".exr", ".tif"}) {
        fs::path file = picture.judgements;
        file.replace_extension(suffix);
        if (fs::exists(file))
            return readImage(file, {{}, space}).image;
    }
    throw Error::notFound(picture.judgements.string() + " has no picture " + picture.name +
                              ".png beside it",
                          "put the pictures and their judgements in one folder");
}

} // namespace unlit
