#include "core/train/run_data.h"

#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/base/log.h"
#include "core/data/loader/pair_dataset.h"
#include "core/data/split.h"

#include <algorithm>
#include <iterator>
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

constexpr const char* kKeptBack = "_kept_back"; ///< ends the name of a set of valid_frac
constexpr std::int64_t kLookedAt = 8;           ///< pictures of such a set, where none was named

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
            return opened;
        const data::Split split = splitOf(*opened, nameOf(set, options.root));
        options.augment = {};
        keptBack.push_back(
            {nameOf(set, options.root) + kKeptBack, options.list.string(),
             partOf(std::make_shared<data::PairDataset>(options), split.validation)});
        return partOf(opened, split.training);
    }

    data::Split splitOf(const data::PairDataset& set, const std::string& name) const {
        try {
            return data::splitPairs(set.pairs(),
                                    {.validationShare = config.dataset.validFrac,
                                     .seed = static_cast<std::uint64_t>(config.dataset.splitSeed)});
        } catch (const Error& error) {
            throw Error(error.kind(),
                        "dataset.valid_frac cannot be kept back of the set " + name + ": " +
                            error.what(),
                        "set dataset.valid_frac to 0, or take a larger set");
        }
    }

    /// The pairs of one side of a split; a list's lines tell them apart.
    static std::shared_ptr<const data::Dataset>
    partOf(const std::shared_ptr<const data::PairDataset>& set,
           const std::vector<data::ListedPair>& pairs) {
        std::set<int> lines;
        for (const data::ListedPair& pair : pairs)
            lines.insert(pair.line);
        std::vector<std::int64_t> indices;
        for (std::size_t i = 0; i < set->pairs().size(); ++i)
            if (lines.contains(set->pairs()[i].line))
                indices.push_back(static_cast<std::int64_t>(i));
        return std::make_shared<data::SubsetDataset>(set, std::move(indices));
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
            opened.push_back({name, list, pairs});
        }
        return opened;
    }
};

/// Pictures from all over what was kept back: neighbours in a list are often of one scene.
std::vector<ValidationSet> aFewOf(const std::vector<ValidationSet>& sets) {
    std::vector<ValidationSet> few;
    for (const ValidationSet& set : sets) {
        const std::int64_t size = set.pairs->size();
        const std::int64_t count = std::min(size, kLookedAt);
        std::vector<std::int64_t> indices;
        for (std::int64_t i = 0; i < count; ++i)
            indices.push_back(i * size / count);
        few.push_back({set.name, set.list,
                       std::make_shared<data::SubsetDataset>(set.pairs, std::move(indices))});
    }
    return few;
}

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
        config.dataset.vis.empty() ? aFewOf(opener.keptBack) : opener.fixed(config.dataset.vis);
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
