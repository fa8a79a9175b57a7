// Where training, validation and visualisation pictures come from, and how they become batches.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace unlit::config {

/// Which pixels of a set may be learnt from; all that are switched on must agree.
struct MaskConfig {
    bool useAlpha = true;           ///< alpha of beauty and albedo
    bool useFile = true;            ///< third column of the filename_list
    bool excludeBlackAlbedo = true; ///< black albedo under a lit beauty: metal and glass
};

/// One set of pairs. Paths are as written: relative ones start at RunConfig::baseDataDir.
struct DatasetConfig {
    std::string name = "pairs";      ///< Marigold's name of a reader; pairs are pairs here
    std::string dispName;            ///< in tags and folder names; "" = the folder's name
    std::filesystem::path dir;       ///< folder or .tar archive
    std::filesystem::path filenames; ///< filename_list; relative: in `dir`, else at the data root
    std::optional<std::array<std::int64_t, 2>> resizeToHw; ///< height, width in pixels
    std::int64_t longerSide = 0;                           ///< pixels, 0 = as it is
    std::int64_t cropSize = 0;        ///< side of a square in pixels, 0 = no crop
    std::optional<double> exposureEv; ///< stops, of scene-linear beauties; unset = by percentile
    MaskConfig mask;
};

/// The training set: one set, or a mixture.
struct TrainSetConfig : DatasetConfig {
    std::vector<double> probLs;             ///< weights of the mixture; empty = by size
    std::vector<DatasetConfig> datasetList; ///< empty = the set that this struct itself describes

    bool isMixed() const { return !datasetList.empty(); }

    /// The sets to read, at least one.
    std::vector<DatasetConfig> sets() const {
        return isMixed() ? datasetList : std::vector<DatasetConfig>{*this};
    }
};

struct DataConfig {
    TrainSetConfig train;
    double validFrac = 0;           ///< share of `train` that is kept back and validated on
    std::int64_t splitSeed = 42;    ///< of who is kept back
    std::vector<DatasetConfig> val; ///< the first decides which checkpoint is best
    std::vector<DatasetConfig> vis;
};

struct DataLoaderConfig {
    std::int64_t effectiveBatchSize = 32; ///< samples per optimizer step
    std::int64_t maxTrainBatchSize = 2;   ///< samples per forward pass; must divide the one above
    std::int64_t numWorkers = 2;          ///< threads; 0 = on the trainer's own
    std::int64_t prefetch = 2;            ///< batches ahead, for each worker
    std::optional<std::int64_t> seed = 2024; ///< of the order and the augmentation; unset = random
    bool dropLast = false;                   ///< leave out the last, smaller batch of an epoch
    bool skipBroken = false;                 ///< go on without samples that cannot be read
    bool padMixedSizes = false;              ///< pad the pictures of a batch to its largest
    /// Under Slurm: copy sets to the node's own disk; unset = where it has room for them.
    std::optional<bool> copyToScratch;

    /// Micro-batches per optimizer step. Precondition: validated.
    std::int64_t accumulationSteps() const { return effectiveBatchSize / maxTrainBatchSize; }
};

/// Random changes of training samples; all off unless set.
struct AugmentationConfig {
    double lrFlipP = 0;            ///< chance that left and right are exchanged
    bool randomCrop = false;       ///< where in the picture cropSize cuts; false = the middle
    std::int64_t precropIters = 0; ///< optimizer steps that see the middle alone, 0 = none
    double precropFrac = 0.5;      ///< share of height and width that the middle is
    bool quarterTurns = false;     ///< by 0, 90, 180 or 270 degrees
    double repaintP = 0;           ///< chance of other colours under the same light
    double shadowP = 0;            ///< chance of a shadow from out of the picture
    double keepBackgroundP = 0;    ///< chance that what has no albedo is to stay as it is
    double cutOutP = 0;            ///< chance that what has no albedo is black
    double exposureEv = 0;         ///< beauty: up to this many stops brighter or darker
    double whiteBalance = 0;       ///< beauty: red and blue up to so many stops from green
    double toneCurveP = 0;         ///< beauty: chance of rolled-off highlights
    double noise = 0;              ///< beauty: standard deviation at most, display values
    double jpegP = 0;              ///< beauty: chance of a way through a JPEG file
    std::int64_t jpegLowestQuality = 60;
};

/// What is made before a run where it is missing: lets a recipe run from nothing.
struct PrepareConfig {
    std::string randomModel;         ///< "tiny", "sd21": random weights at model.pretrained_path
    std::int64_t syntheticPairs = 0; ///< pairs to render into every missing set's folder; 0 = none
    std::int64_t syntheticSize = 64; ///< pixels per side
    std::int64_t seed = 2024;
};

} // namespace unlit::config
