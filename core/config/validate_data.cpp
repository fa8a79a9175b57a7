#include "core/config/validate_data.h"

#include "core/base/file_path.h"
#include "core/config/schema/node.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace unlit::config {

namespace {

class DataCheck {
public:
    explicit DataCheck(const TrainConfig& config) : m_config(config) {}

    std::vector<Diagnostic> run() {
        checkTraining();
        checkList(m_config.dataset.val, "dataset.val");
        checkList(m_config.dataset.vis, "dataset.vis");
        checkPeriods();
        checkPadding();
        checkPrecrop();
        checkSameSet();
        checkBackground();
        if (!m_config.memory.latentCache.empty())
            checkLatentCache();
        if (m_config.prepare.syntheticPairs > 0)
            checkPreparable();
        return std::move(m_found);
    }

private:
    void error(std::string key, std::string message, std::string hint) {
        m_found.push_back(
            {Diagnostic::Severity::Error, {}, std::move(key), std::move(message), std::move(hint)});
    }

    void warning(std::string key, std::string message, std::string hint) {
        m_found.push_back({Diagnostic::Severity::Warning,
                           {},
                           std::move(key),
                           std::move(message),
                           std::move(hint)});
    }

    void checkTraining() {
        const TrainSetConfig& train = m_config.dataset.train;
        if (train.name == "mixed" && !train.isMixed())
            return error("dataset.train.dataset_list",
                         "dataset.train is a mixture (name: mixed) of no sets",
                         "list them in dataset.train.dataset_list");
        if (train.isMixed() && train.name != "mixed")
            error("dataset.train.dataset_list",
                  "dataset.train is one set (name: " + train.name + ") and has a dataset_list",
                  "set dataset.train.name to mixed, or dataset.train.dataset_list to null");
        if (train.isMixed() && !train.dir.empty())
            warning("dataset.train.dir", "dataset.train.dir is not read in a mixture",
                    "put the set into dataset.train.dataset_list");
        if (train.isMixed() && !train.probLs.empty()) {
            const double sum = std::accumulate(train.probLs.begin(), train.probLs.end(), 0.0);
            if (train.probLs.size() != train.datasetList.size())
                error("dataset.train.prob_ls",
                      "dataset.train.prob_ls has " + std::to_string(train.probLs.size()) +
                          " weights for " + std::to_string(train.datasetList.size()) + " sets",
                      "give one for each set");
            else if (sum <= 0)
                error("dataset.train.prob_ls", "all weights of dataset.train.prob_ls are 0",
                      "give at least one set a weight");
        }
        if (!train.isMixed())
            return checkSet(train, "dataset.train");
        for (std::size_t i = 0; i < train.datasetList.size(); ++i)
            checkSet(train.datasetList[i], "dataset.train.dataset_list." + std::to_string(i));
    }

    void checkList(const std::vector<DatasetConfig>& sets, const std::string& path) {
        std::set<std::string> names;
        for (std::size_t i = 0; i < sets.size(); ++i) {
            const std::string key = joinedPath(path, std::to_string(i));
            checkSet(sets[i], key);
            if (!names.insert(shownName(sets[i])).second)
                error(key, "two sets of " + path + " are called " + shownName(sets[i]),
                      "give them different disp_names");
        }
    }

    void checkSet(const DatasetConfig& set, const std::string& key) {
        if (set.dir.empty())
            error(joinedPath(key, "dir"), key + " has no dir: there is nothing to read",
                  "set " + joinedPath(key, "dir") + " to a folder or .tar archive");
        if (set.filenames.empty())
            error(joinedPath(key, "filenames"), key + " has no list of pairs",
                  "set " + joinedPath(key, "filenames") + "; unlit dataset make-list writes one");
        const std::string name = shownName(set);
        if (name.find('/') != std::string::npos || name == "." || name == "..")
            error(joinedPath(key, "disp_name"), "\"" + name + "\" cannot be a part of a file name",
                  "choose another disp_name");
        if (set.resizeToHw && set.longerSide > 0)
            error(joinedPath(key, "longer_side"),
                  "resize_to_hw and longer_side of " + key + " both say how large pictures are",
                  "keep one of them");
    }

    void checkPeriods() {
        const TrainerConfig& trainer = m_config.trainer;
        if (trainer.validationPeriod > 0 && m_config.dataset.val.empty() &&
            m_config.dataset.validFrac <= 0)
            warning("trainer.validation_period", "there is no set in dataset.val to validate on",
                    "add one, set dataset.valid_frac, or set trainer.validation_period to 0");
        if (trainer.visualizationPeriod > 0 && m_config.dataset.vis.empty() &&
            m_config.dataset.validFrac <= 0)
            warning("trainer.visualization_period", "there is no set in dataset.vis to look at",
                    "add one, set dataset.valid_frac, or set trainer.visualization_period to 0");
        if (m_config.augmentation.randomCrop && cropsNothing())
            warning("augmentation.random_crop", "random_crop does nothing without a crop_size",
                    "set crop_size of the training set");
    }

    bool cropsNothing() const {
        return std::ranges::none_of(m_config.dataset.train.sets(),
                                    [](const DatasetConfig& set) { return set.cropSize > 0; });
    }

    void checkSameSet() {
        for (const DatasetConfig& trained : m_config.dataset.train.sets())
            for (std::size_t i = 0; i < m_config.dataset.val.size(); ++i) {
                const DatasetConfig& val = m_config.dataset.val[i];
                if (!val.dir.empty() && val.dir == trained.dir &&
                    val.filenames == trained.filenames)
                    warning("dataset.val." + std::to_string(i),
                            shownName(val) + " is validated on the pictures it is trained on",
                            "unlit dataset split makes two lists of one");
            }
    }

    /// What is seen can only be the truth of one picture, in the same numbers.
    void checkBackground() {
        const std::vector<TargetConfig>& targets = m_config.pipeline.targets;
        const bool canStay =
            targets.size() == 1 && targets.front().predictionSpace == TargetSpace::Srgb;
        if (m_config.augmentation.keepBackgroundP > 0 && !canStay)
            error("augmentation.keep_background_p",
                  "a background that stays as it is seen needs one target, with "
                  "prediction_space srgb",
                  "set augmentation.keep_background_p to 0");
    }

    /// Flips and turns give a picture eight faces at most, which all fit into the cache; what is
    /// drawn anew each time is never seen twice.
    void checkLatentCache() {
        const AugmentationConfig& augmentation = m_config.augmentation;
        const auto refuse = [this](bool isOn, const std::string& key) {
            if (isOn)
                error("memory.latent_cache",
                      "the latent cache is useless with augmentation." + key +
                          ": every epoch sees other pictures, none is met again",
                      "switch augmentation." + key + " off, or take memory.latent_cache out");
        };
        refuse(augmentation.randomCrop && !cropsNothing(), "random_crop");
        refuse(augmentation.repaintP > 0, "repaint_p");
        refuse(augmentation.shadowP > 0, "shadow_p");
        refuse(augmentation.keepBackgroundP > 0, "keep_background_p");
        refuse(augmentation.cutOutP > 0, "cut_out_p");
        refuse(augmentation.exposureEv > 0, "exposure_ev");
        refuse(augmentation.whiteBalance > 0, "white_balance");
        refuse(augmentation.toneCurveP > 0, "tone_curve_p");
        refuse(augmentation.noise > 0, "noise");
        refuse(augmentation.jpegP > 0, "jpeg_p");
        refuse(augmentation.precropIters > 0, "precrop_iters");
    }

    /// What was added to a picture must not be learnt from.
    void checkPadding() {
        if (!m_config.dataloader.padMixedSizes)
            return;
        const auto refuse = [this](const std::string& why, const std::string& remedy) {
            error("dataloader.pad_mixed_sizes", "dataloader.pad_mixed_sizes is true, but " + why,
                  remedy + ", or dataloader.pad_mixed_sizes to false");
        };
        if (m_config.trained() == TrainedNetwork::Autoencoder)
            refuse("an autoencoder learns from every pixel, also from those that are added",
                   "set crop_size of the training set");
        else if (!m_config.gtMaskType)
            refuse("gt_mask_type is null: what is added would count",
                   "set gt_mask_type to valid_mask");
        if (!m_config.memory.latentCache.empty())
            refuse("memory.latent_cache keeps pictures that are encoded alone",
                   "take memory.latent_cache out");
    }

    void checkPrecrop() {
        const AugmentationConfig& augmentation = m_config.augmentation;
        const double frac = augmentation.precropFrac;
        if (augmentation.precropIters > 0 && frac >= 1)
            warning("augmentation.precrop_frac",
                    "precrop_iters does nothing where precrop_frac is 1, the whole picture",
                    "make augmentation.precrop_frac smaller, or take precrop_iters out");
    }

    void checkPreparable() {
        std::vector<DatasetConfig> sets = m_config.dataset.train.sets();
        sets.insert(sets.end(), m_config.dataset.val.begin(), m_config.dataset.val.end());
        sets.insert(sets.end(), m_config.dataset.vis.begin(), m_config.dataset.vis.end());
        for (const DatasetConfig& set : sets)
            if (set.dir.extension() == ".tar")
                error("prepare.synthetic_pairs",
                      "pairs cannot be rendered into the archive " + set.dir.string(),
                      "use a folder, or set prepare.synthetic_pairs to 0");
    }

    const TrainConfig& m_config;
    std::vector<Diagnostic> m_found;
};

} // namespace

std::vector<Diagnostic> validateData(const TrainConfig& config) {
    return DataCheck(config).run();
}

std::string shownName(const DatasetConfig& set) {
    if (!set.dispName.empty())
        return set.dispName;
    return withoutSlash(set.dir).stem().string();
}

} // namespace unlit::config
