#include "core/config/schema/schema_sections.h"
#include "core/config/schema/setting_makers.h"

namespace unlit::config {

namespace {

constexpr Bound kAtLeastOne{1};

std::vector<Setting> describeMask(MaskConfig& mask) {
    return {
        setting("use_alpha", mask.useAlpha, {.help = "Alpha of beauty and targets counts"}),
        setting("use_file", mask.useFile, {.help = "The list's column behind the targets counts"}),
        setting("exclude_black_albedo", mask.excludeBlackAlbedo,
                {.help = "Black albedo under a lit beauty (metal, glass) is left out"}),
    };
}

std::vector<Setting> describeTrainSet(TrainSetConfig& set) {
    std::vector<Setting> settings = describeDataset(set);
    settings.push_back(
        setting("prob_ls", set.probLs,
                {.help = "Weights of the sets of a mixture, one for each; empty: by size",
                 .min = kAtLeastZero}));
    settings.push_back(sectionList("dataset_list", set.datasetList, describeDataset,
                                   "The sets of a mixture (`name: mixed`)"));
    return settings;
}

} // namespace

std::vector<Setting> describeDataset(DatasetConfig& set) {
    return {
        setting("name", set.name,
                {.help = "Name of a reader in Marigold's files; `mixed` has a dataset_list, all "
                         "others are sets of pairs"}),
        setting("disp_name", set.dispName,
                {.help = "Name in tags and folders; empty: the folder's name"}),
        setting("dir", set.dir,
                {.help = "Folder or .tar archive; a relative one starts at run.base_data_dir"}),
        setting("filenames", set.filenames,
                {.help = "List of the set, a line each: beauty, the targets in the order of "
                         "target_names and, if there is one, mask; a relative one is looked for in "
                         "dir, then in run.base_data_dir"}),
        setting("resize_to_hw", set.resizeToHw,
                {.help = "Height and width that every picture is brought to",
                 .unit = "pixels",
                 .min = kAtLeastOne,
                 .max = Bound{16384},
                 .nullMeaning = "as they are"}),
        setting("longer_side", set.longerSide,
                {.help = "The longer side of every picture, aspect kept; 0: as it is",
                 .unit = "pixels",
                 .min = kAtLeastZero,
                 .max = Bound{16384}}),
        setting("crop_size", set.cropSize,
                {.help = "Side of the square that is cut out; 0: nothing is cut",
                 .unit = "pixels",
                 .min = kAtLeastZero,
                 .max = Bound{16384}}),
        setting("exposure_ev", set.exposureEv,
                {.help = "Exposure of scene-linear beauties before they are encoded",
                 .unit = "stops",
                 .min = Bound{-32},
                 .max = Bound{32},
                 .nullMeaning = "by percentile, as inference does"}),
        section("mask", set.mask, describeMask, "Which pixels may be learnt from"),
    };
}

std::vector<Setting> describeData(DataConfig& data) {
    return {
        section("train", data.train, describeTrainSet, "What is learnt from: a set, or a mixture"),
        setting("valid_frac", data.validFrac,
                {.help = "Share of the training set that is kept back, scenes as wholes, and "
                         "validated on after the sets of val; 0: none",
                 .min = kAtLeastZero,
                 .max = Bound{1, false}}),
        setting("split_seed", data.splitSeed, {.help = "Decides what valid_frac keeps back"}),
        sectionList("val", data.val, describeDataset,
                    "Sets to validate on; the first decides which checkpoint is best"),
        changeable(sectionList(
            "vis", data.vis, describeDataset,
            "Sets whose pictures are saved to look at; without one, eight of each set that "
            "valid_frac has kept back")),
    };
}

std::vector<Setting> describeLoader(DataLoaderConfig& loader) {
    return {
        setting("effective_batch_size", loader.effectiveBatchSize,
                {.help = "Samples of one optimizer step",
                 .unit = "samples",
                 .min = kAtLeastOne,
                 .max = Bound{65536}}),
        setting("max_train_batch_size", loader.maxTrainBatchSize,
                {.help = "Samples of one forward pass; divides effective_batch_size",
                 .unit = "samples",
                 .min = kAtLeastOne,
                 .max = Bound{65536}}),
        changeable(setting(
            "num_workers", loader.numWorkers,
            {.help = "Threads that read pictures; 0: the trainer's own. The numbers of a run "
                     "do not depend on it",
             .unit = "threads",
             .min = kAtLeastZero,
             .max = Bound{256}})),
        changeable(setting("prefetch", loader.prefetch,
                           {.help = "Batches made ahead by each thread",
                            .unit = "batches",
                            .min = kAtLeastOne,
                            .max = Bound{64}})),
        setting("seed", loader.seed,
                {.help = "Of order and augmentation", .nullMeaning = "another one in every run"}),
        setting("drop_last", loader.dropLast,
                {.help = "Leave out the last batch of an epoch when it is smaller"}),
        setting("skip_broken", loader.skipBroken,
                {.help = "Go on without pictures that cannot be read, and count them"}),
        setting("pad_mixed_sizes", loader.padMixedSizes,
                {.help = "Pictures of different sizes in a batch: pad them at the right and the "
                         "bottom to the largest; what was added does not count. Off: they are "
                         "refused"}),
        changeable(setting("copy_to_scratch", loader.copyToScratch,
                           {.help = "Under Slurm: copy sets to the node's own disk first",
                            .nullMeaning = "where that disk has room for them"})),
    };
}

std::vector<Setting> describeAugmentation(AugmentationConfig& augmentation) {
    const Bound one{1};
    const Bound stops{8};
    return {
        setting(
            "lr_flip_p", augmentation.lrFlipP,
            {.help = "Chance that left and right are exchanged", .min = kAtLeastZero, .max = one}),
        setting("random_crop", augmentation.randomCrop,
                {.help = "Cut dataset.*.crop_size anywhere; otherwise from the middle"}),
        setting("precrop_iters", augmentation.precropIters,
                {.help = "The first steps see the middle of every picture alone; 0: none does",
                 .unit = "optimizer steps",
                 .min = kAtLeastZero}),
        setting("precrop_frac", augmentation.precropFrac,
                {.help = "Share of height and width that this middle is",
                 .min = Bound{0, false},
                 .max = one}),
        setting("quarter_turns", augmentation.quarterTurns,
                {.help = "Turn by 0, 90, 180 or 270 degrees"}),
        setting("repaint_p", augmentation.repaintP,
                {.help = "Chance that surfaces get other colours, or the albedo of another pair of "
                         "the set, under the same light",
                 .min = kAtLeastZero,
                 .max = one}),
        setting("shadow_p", augmentation.shadowP,
                {.help =
                     "Chance that something out of sight casts a shadow: on beauty, shading and "
                     "residual",
                 .min = kAtLeastZero,
                 .max = one}),
        setting("keep_background_p", augmentation.keepBackgroundP,
                {.help = "Chance that pixels without an albedo (sky, backdrop) count: they are to "
                         "keep their light beside that of the others",
                 .min = kAtLeastZero,
                 .max = one}),
        setting("cut_out_p", augmentation.cutOutP,
                {.help = "Beauty: chance that pixels without an albedo are black, along a hard "
                         "border, as around things that were cut out",
                 .min = kAtLeastZero,
                 .max = one}),
        setting("exposure_ev", augmentation.exposureEv,
                {.help = "Beauty: at most this much brighter or darker",
                 .unit = "stops",
                 .min = kAtLeastZero,
                 .max = stops}),
        setting("white_balance", augmentation.whiteBalance,
                {.help = "Beauty: red and blue at most this far from green",
                 .unit = "stops",
                 .min = kAtLeastZero,
                 .max = stops}),
        setting("tone_curve_p", augmentation.toneCurveP,
                {.help = "Beauty: chance of highlights rolled off as cameras do",
                 .min = kAtLeastZero,
                 .max = one}),
        setting("noise", augmentation.noise,
                {.help = "Beauty: standard deviation of added noise at most, of values in [0, 1]",
                 .min = kAtLeastZero,
                 .max = one}),
        setting("jpeg_p", augmentation.jpegP,
                {.help = "Beauty: chance of a way through a JPEG file",
                 .min = kAtLeastZero,
                 .max = one}),
        setting(
            "jpeg_lowest_quality", augmentation.jpegLowestQuality,
            {.help = "Of those files; the highest is 95", .min = kAtLeastOne, .max = Bound{95}}),
    };
}

std::vector<Setting> describePrepare(PrepareConfig& prepare) {
    return {
        setting("random_model", prepare.randomModel,
                {.help = "Make a model of random weights at model.pretrained_path where nothing "
                         "is; empty: do not",
                 .choices = {"", "tiny", "sd21"}}),
        setting("synthetic_pairs", prepare.syntheticPairs,
                {.help = "Render so many pairs into the folder of every set that is missing; 0: do "
                         "not",
                 .unit = "pairs",
                 .min = kAtLeastZero,
                 .max = Bound{1000000}}),
        setting("synthetic_size", prepare.syntheticSize,
                {.help = "Side of rendered pictures",
                 .unit = "pixels",
                 .min = Bound{16},
                 .max = Bound{2048}}),
        setting("seed", prepare.seed, {.help = "Of weights and renders", .min = kAtLeastZero}),
    };
}

} // namespace unlit::config
