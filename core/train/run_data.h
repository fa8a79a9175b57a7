// The sets of a config as the trainer uses them.
#pragma once

#include "core/config/train_config.h"
#include "core/data/loader/data_loader.h"
#include "core/image/color/color_space.h"
#include "core/train/validation/validator.h"
#include "core/weights/target_info.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace unlit::train {

/// All opened: lists read, files found. Nothing is decoded yet.
struct RunData {
    std::shared_ptr<const data::Dataset> train;
    std::vector<double> trainWeights; ///< of the parts of a mixture; empty = by size
    std::int64_t middleBatches = 0;   ///< the first ones see the middle of pictures alone
    std::vector<ValidationSet> validation;
    std::vector<ValidationSet> visualization;
    std::set<std::string> conditions; ///< texts or classes of all sets
    /// What a user should know before the figures are believed: validation pairs that are trained
    /// on, too.
    std::vector<std::string> warnings;
};

/// What a model's pictures are: how the files of a set are read for it.
struct ModelPictures {
    ColorSpace transfer = ColorSpace::Srgb;   ///< the display curve
    double headroomEv = 0;                    ///< stops (core/weights/unlit_json.h)
    std::vector<weights::TargetInfo> targets; ///< in the model's order, which is that of the lists
    std::int64_t classes = 0;                 ///< that it tells apart
};

/// Relative paths start at run.base_data_dir; a list is looked for in its set's folder first.
/// Throws as PairDataset does, for the first set that cannot be opened.
RunData openRunData(const config::TrainConfig& config, const ModelPictures& pictures);

/// The loader of the training set. `orderSeed` takes the place of an unset dataloader.seed. `part`
/// of `parts`: see LoaderOptions.
std::unique_ptr<data::DataLoader> makeTrainLoader(const RunData& data,
                                                  const config::DataLoaderConfig& config,
                                                  std::uint64_t orderSeed, std::int64_t part = 0,
                                                  std::int64_t parts = 1);

/// What tells one set from another: the number of pairs, and a hash of their names.
nlohmann::json describeSet(const data::Dataset& set);

/// The same with a hash of the sizes and times of its files, which are not read: "files"; null
/// where one of them is gone.
nlohmann::json fingerprintOf(const data::Dataset& set);

} // namespace unlit::train
