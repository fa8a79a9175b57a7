// A recipe that trains on a set: what goes from looking at data to training on it.
#pragma once

#include "core/data/doctor/pair_report.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace unlit {

/// What the last column of a set's lists is.
struct SetCondition {
    bool isText = false;
    std::int64_t classes = 0; ///< where they are classes: the largest and one

    bool operator==(const SetCondition&) const = default;
};

/// Of the conditions of its pairs, "" for none: classes where all are whole numbers; nullopt where
/// no pair has one.
std::optional<SetCondition> conditionFor(const std::vector<std::string>& conditions);

struct TrainOnSet {
    std::filesystem::path root;       ///< absolute: folder or archive
    std::filesystem::path list;       ///< absolute: the filename_list that is learnt from
    std::filesystem::path validation; ///< absolute: likewise, of other pairs; "" = none
    double validationShare = 0;       ///< kept back of `list` by scenes; 0 = none
    std::uint64_t splitSeed = 2024;   ///< of who is kept back
    std::int64_t cropSize = 0;        ///< pixels; 0 = pictures as they are
    std::filesystem::path model;      ///< absolute: what training begins with; "" = left open
    std::int64_t loraRank = 0;        ///< of low-rank additions; 0 = the whole UNet learns
    std::optional<SetCondition> condition = {}; ///< unset = lists without that column
    bool isOneStep = false;                     ///< that model works in one step, and is to stay so

    /// Of the set: its folder or archive, without path and ending.
    std::string name() const;
};

/// The crop that makes batches of the pictures: 0 where all have the same size of at most 768
/// pixels, else what fits into each, at most 512: a multiple of 64, of 8 where they are smaller.
/// Reports without a size do not count.
std::int64_t cropSizeFor(const std::vector<data::PairReport>& reports);

/// YAML in the keys of docs/config.md: the set, how it is split, what goes along with its sizes and
/// with the model. The same split as data::splitPairs by scenes makes.
std::string recipeFor(const TrainOnSet& set);

} // namespace unlit
