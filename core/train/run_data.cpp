#include "core/train/run_data.h"

#include "core/config/kept_back.h"

#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/base/log.h"
#include "core/data/loader/clip_dataset.h"
#include "core/data/loader/pair_dataset.h"
#include "core/data/split.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>
#include <span>
#include <string>

namespace unlit::train {

namespace fs = std::filesystem;

namespace {

data::AugmentOptions augmentOf(const config::AugmentationConfig& config) {
    data::AugmentOptions augment;
    augment.geometric = {.flipChance = config.lrFlipP,
                         .quarterTurns = config.quarterTurns,
                         .randomCrop = config.randomCrop,
                         .middle = config.precropFrac};
    augment.photometric = {.exposureEv = config.exposureEv,
                           .whiteBalance = config.whiteBalance,
                           .toneCurveChance = config.toneCurveP,
                           .noise = config.noise,
                           .jpegChance = config.jpegP,
                           .jpegLowestQuality = static_cast<int>(config.jpegLowestQuality)};
    augment.scene = {.repaintChance = config.repaintP,
                     .shadowChance = config.shadowP,
                     .keepBackgroundChance = config.keepBackgroundP,
                     .cutOutChance = config.cutOutP};
    return augment;
}

constexpr std::int64_t kLookedAt = 8; ///< pictures of such a set, where none was named

fs::path listOf(const config::DatasetConfig& set, const fs::path& root, const fs::path& base) {
    if (set.filenames.is_absolute())
        return set.filenames;
    const fs::path inSet = root / set.filenames;
    return fs::exists(inSet) ? inSet : base / set.filenames;
}

std::string nameOf(const config::DatasetConfig& set, const fs::path& root) {
    if (!set.dispName.empty())
        return set.dispName;
    const fs::path plain = (root / "").parent_path();
    return plain.stem().string();
}

/// Absolute names of the beauties, with their layers.
std::set<std::string> beautiesOf(const data::PairDataset& set, const fs::path& root) {
    std::set<std::string> names;
    const fs::path whole = fs::weakly_canonical(root);
    for (const data::ListedPair& pair : set.pairs())
        names.insert((whole / toText(pair.beauty)).string());
    return names;
}

struct Opener {
    const config::TrainConfig& config;
    const ModelPictures& pictures;
    std::set<std::string> trained = {};       ///< beauties of the training sets
    std::vector<ValidationSet> keptBack = {}; ///< by dataset.valid_frac
    std::vector<ValidationSet> lookedAt = {}; ///< some pictures of each of those
    std::vector<std::string> warnings = {};
    std::set<std::string> conditions = {};

    data::PairDatasetOptions options(const config::DatasetConfig& set) const {
        data::PairDatasetOptions options;
        options.root = config.run.baseDataDir / set.dir;
        options.list = listOf(set, options.root, config.run.baseDataDir);
        options.transfer = pictures.transfer;
        options.targets = pictures.targets;
        if (config.condition)
            options.condition = data::ConditionColumn{config.condition->kind, pictures.classes};
        options.exposure = {.fixedEv = set.exposureEv, .headroomEv = pictures.headroomEv};
        options.masks = {set.mask.useAlpha, set.mask.useFile, set.mask.excludeBlackAlbedo};
        if (set.resizeToHw)
            options.size.resize = infer::PixelSize{(*set.resizeToHw)[0], (*set.resizeToHw)[1]};
        options.size.longerSide = static_cast<int>(set.longerSide);
        options.size.cropPx = static_cast<int>(set.cropSize);
        return options;
    }

    std::shared_ptr<const data::Dataset> training(const config::DatasetConfig& set) {
        data::PairDatasetOptions options = this->options(set);
        options.augment = augmentOf(config.augmentation);
        options.seed = static_cast<std::uint64_t>(config.dataloader.seed.value_or(0));
        auto opened = std::make_shared<data::PairDataset>(options);
        trained.merge(beautiesOf(*opened, options.root));
        noteConditions(*opened);
        if (config.dataset.validFrac <= 0)
            return framesPerSample() > 1 ? clipsOf(opened, allOf(*opened)) : opened;
        const data::Split split = splitOf(*opened, nameOf(set, options.root));
        options.augment = {};
        keepBack(std::make_shared<data::PairDataset>(options), split.validation,
                 nameOf(set, options.root) + config::kKeptBack);
        const std::vector<std::int64_t> trainedOn = indicesOf(*opened, split.training);
        if (framesPerSample() > 1)
            return clipsOf(opened, trainedOn);
        return std::make_shared<data::SubsetDataset>(opened, trainedOn);
    }

    std::int64_t framesPerSample() const {
        return config.trained() == config::TrainedNetwork::Autoencoder
                   ? config.autoencoder.numFrames
                   : 1;
    }

    std::shared_ptr<const data::Dataset>
    clipsOf(const std::shared_ptr<const data::PairDataset>& set,
            const std::vector<std::int64_t>& indices) {
        auto clips = std::make_shared<data::ClipDataset>(set, indices, framesPerSample());
        if (clips->size() == 0)
            throw Error::invalidInput("no sequence of " + set->list().string() + " has " +
                                          std::to_string(framesPerSample()) +
                                          " frames (autoencoder.num_frames): " + clips->leftOut(),
                                      "name frames NAME.0001.png, NAME.0002.png, … or make "
                                      "autoencoder.num_frames smaller");
        if (!clips->leftOut().empty())
            warnings.push_back(clips->leftOut());
        return clips;
    }

    /// Figures are of all its pictures one by one, whether clips are trained or not.
    void keepBack(const std::shared_ptr<const data::PairDataset>& set,
                  const std::vector<data::ListedPair>& pairs, const std::string& name) {
        const std::vector<std::int64_t> indices = indicesOf(*set, pairs);
        const auto part = [&](std::vector<std::int64_t> some) {
            return ValidationSet{name, set->list().string(),
                                 std::make_shared<data::SubsetDataset>(set, std::move(some)),
                                 framesPerSample()};
        };
        keptBack.push_back(part(indices));
        lookedAt.push_back(part(shownOf(set, indices)));
    }

    /// A whole clip where clips are trained on, and one is there.
    std::vector<std::int64_t> shownOf(const std::shared_ptr<const data::PairDataset>& set,
                                      const std::vector<std::int64_t>& indices) const {
        if (framesPerSample() == 1)
            return aFewOf(indices);
        const data::ClipDataset clips(set, indices, framesPerSample());
        return clips.size() > 0 ? clips.framesOf(0) : aFewOf(indices);
    }

    data::Split splitOf(const data::PairDataset& set, const std::string& name) const {
        try {
            return data::splitPairs(set.pairs(),
                                    {.validationShare = config.dataset.validFrac,
                                     .seed = static_cast<std::uint64_t>(config.dataset.splitSeed),
                                     .rule = framesPerSample() > 1 ? data::SceneRule::Sequence
                                                                   : data::SceneRule::Scene});
        } catch (const Error& error) {
            throw Error(error.kind(),
                        "dataset.valid_frac cannot be kept back of the set " + name + ": " +
                            error.what(),
                        "set dataset.valid_frac to 0, or take a larger set");
        }
    }

    static std::vector<std::int64_t> allOf(const data::PairDataset& set) {
        std::vector<std::int64_t> indices(set.pairs().size());
        std::iota(indices.begin(), indices.end(), 0);
        return indices;
    }

    /// The pairs of one side of a split; a list's lines tell them apart.
    static std::vector<std::int64_t> indicesOf(const data::PairDataset& set,
                                               const std::vector<data::ListedPair>& pairs) {
        std::set<int> lines;
        for (const data::ListedPair& pair : pairs)
            lines.insert(pair.line);
        std::vector<std::int64_t> indices;
        for (std::size_t i = 0; i < set.pairs().size(); ++i)
            if (lines.contains(set.pairs()[i].line))
                indices.push_back(static_cast<std::int64_t>(i));
        return indices;
    }

    /// Pictures from all over what was kept back: neighbours in a list are often of one scene.
    static std::vector<std::int64_t> aFewOf(const std::vector<std::int64_t>& indices) {
        const auto size = static_cast<std::int64_t>(indices.size());
        const std::int64_t count = std::min(size, kLookedAt);
        std::vector<std::int64_t> few;
        for (std::int64_t i = 0; i < count; ++i)
            few.push_back(indices[static_cast<std::size_t>(i * size / count)]);
        return few;
    }

    void warnOfOverlap(const std::string& name, const std::set<std::string>& beauties) {
        const auto shared = std::ranges::count_if(
            beauties, [this](const std::string& beauty) { return trained.contains(beauty); });
        if (shared > 0)
            warnings.push_back(std::to_string(shared) + " of " + std::to_string(beauties.size()) +
                               " pairs of the validation set " + name +
                               " are trained on, too: its figures are better than the model is");
    }

    std::vector<ValidationSet> validation(const std::vector<config::DatasetConfig>& sets) {
        for (const config::DatasetConfig& set : sets) {
            const data::PairDatasetOptions options = this->options(set);
            warnOfOverlap(nameOf(set, options.root),
                          beautiesOf(data::PairDataset(options), options.root));
        }
        return fixed(sets);
    }

    void noteConditions(const data::PairDataset& set) {
        for (const data::ListedPair& pair : set.pairs())
            if (!pair.condition.empty())
                conditions.insert(pair.condition);
    }

    std::vector<ValidationSet> fixed(const std::vector<config::DatasetConfig>& sets) {
        std::vector<ValidationSet> opened;
        for (const config::DatasetConfig& set : sets) {
            data::PairDatasetOptions options = this->options(set);
            const std::string list = options.list.string();
            const std::string name = nameOf(set, options.root);
            const auto pairs = std::make_shared<data::PairDataset>(std::move(options));
            noteConditions(*pairs);
            opened.push_back({name, list, pairs, framesPerSample()});
        }
        return opened;
    }
};

} // namespace

RunData openRunData(const config::TrainConfig& config, const ModelPictures& pictures) {
    Opener opener{config, pictures};
    RunData data;
    std::vector<std::shared_ptr<const data::Dataset>> parts;
    for (const config::DatasetConfig& set : config.dataset.train.sets())
        parts.push_back(opener.training(set));
    data.trainWeights = config.dataset.train.probLs;
    data.middleBatches = config.augmentation.precropIters * config.dataloader.accumulationSteps();
    data.train = parts.size() == 1 && data.trainWeights.empty()
                     ? parts.front()
                     : std::make_shared<data::JoinedDataset>(std::move(parts));
    data.validation = opener.validation(config.dataset.val);
    data.visualization =
        config.dataset.vis.empty() ? std::move(opener.lookedAt) : opener.fixed(config.dataset.vis);
    std::ranges::move(opener.keptBack, std::back_inserter(data.validation));
    data.warnings = std::move(opener.warnings);
    data.conditions = std::move(opener.conditions);
    return data;
}

std::unique_ptr<data::DataLoader> makeTrainLoader(const RunData& data,
                                                  const config::DataLoaderConfig& config,
                                                  std::uint64_t orderSeed, std::int64_t part,
                                                  std::int64_t parts) {
    data::LoaderOptions options;
    options.batchSize = config.maxTrainBatchSize;
    options.dropLast = config.dropLast;
    options.seed = config.seed ? Seed::fromSigned(*config.seed) : Seed::fromUnsigned(orderSeed);
    options.workers = static_cast<int>(config.numWorkers);
    options.prefetch = static_cast<int>(config.prefetch);
    options.skipBroken = config.skipBroken;
    options.weights = data.trainWeights;
    options.middleBatches = data.middleBatches;
    options.padsSizes = config.padMixedSizes;
    options.part = part;
    options.parts = parts;
    return std::make_unique<data::DataLoader>(data.train, options);
}

nlohmann::json describeSet(const data::Dataset& set) {
    ContentHash names;
    for (std::int64_t i = 0; i < set.size(); ++i) {
        const std::string name = set.identity(i) + '\n';
        names.add(std::as_bytes(std::span(name)));
    }
    return {{"pairs", set.size()}, {"names", hashText(names.digest())}};
}

nlohmann::json fingerprintOf(const data::Dataset& set) {
    nlohmann::json description = describeSet(set);
    description["files"] = nullptr;
    ContentHash files;
    try {
        for (std::int64_t i = 0; i < set.size(); ++i) {
            const std::string stamps = set.stamps(i) + '\n';
            files.add(std::as_bytes(std::span(stamps)));
        }
    } catch (const Error&) {
        logSwallowed("looking at sizes and times of a training set", LogLevel::Debug);
        return description; // reading it will tell
    }
    description["files"] = hashText(files.digest());
    return description;
}

} // namespace unlit::train
