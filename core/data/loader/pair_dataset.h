// Image files as a training set: beauties with their targets, a filename_list in a folder or tar
// archive.
#pragma once

#include "core/data/loader/dataset.h"
#include "core/data/loader/geometry.h"
#include "core/data/loader/pair_images.h"
#include "core/data/loader/photometry.h"
#include "core/data/source/filename_list.h"
#include "core/data/source/picture_source.h"
#include "core/options/condition_kind.h"
#include "core/weights/target_info.h"

#include <filesystem>

namespace unlit::data {

/// The last column of a list.
struct ConditionColumn {
    ConditionKind kind = ConditionKind::Class;
    std::int64_t classes = 0; ///< of the model, where it is classes; 0 = nobody knows
};

struct PairDatasetOptions {
    std::filesystem::path root;             ///< folder or .tar archive
    std::filesystem::path list;             ///< filename_list
    ColorSpace transfer = ColorSpace::Srgb; ///< display-encoded: the model's display curve
    ExposurePolicy exposure;                ///< of beauties; targets are never exposed
    MaskPolicy masks;
    SizeOptions size;
    AugmentOptions augment;
    std::uint64_t seed = 0; ///< of the augmentation
    /// What the list's columns behind the beauty are, in their order.
    std::vector<weights::TargetInfo> targets = weights::unnamedTargets(1);
    std::optional<ConditionColumn> condition = {}; ///< unset = the list has none
};

/// How a sample is changed.
struct FrameDraw {
    std::int64_t drawnAs = 0; ///< random changes are those of this sample: one for all of a clip
    bool isOfMiddle = false;  ///< as Dataset::getMiddle
};

/// Reads files when asked for a sample, and keeps none. A sample: decode, paint and shadows,
/// exposure and light changes in linear light, display curve (targets: target_pictures.h), resize,
/// crop, flips and turns, a black background, noise and JPEG, [-1, 1].
class PairDataset : public Dataset {
public:
    /// Reads the list and indexes the archive. Throws Error as readFilenameList and
    /// PictureSource::open; NotFound for the first listed file that is missing, with the line;
    /// InvalidInput for options that contradict each other, targets without names of their own and
    /// a class that the model does not have, with the line.
    explicit PairDataset(PairDatasetOptions options);

    std::int64_t size() const override { return static_cast<std::int64_t>(m_pairs.size()); }

    Sample get(std::int64_t index, std::int64_t epoch) const override;
    Sample getMiddle(std::int64_t index, std::int64_t epoch) const override;
    /// As these, with other random changes. `fileSize`: becomes that of its files.
    Sample frame(std::int64_t index, std::int64_t epoch, FrameDraw draw,
                 infer::PixelSize& fileSize) const;
    std::string describe(std::int64_t index) const override;
    std::string identity(std::int64_t index) const override;
    std::string stamps(std::int64_t index) const override;
    std::vector<std::string> targetNames() const override;

    const std::vector<ListedPair>& pairs() const { return m_pairs; }

    /// For errors.
    const std::filesystem::path& list() const { return m_options.list; }

private:
    /// What becomes of pixels without an albedo.
    enum class Background { LeftOut, Kept, Black };

    Sample read(std::int64_t index, std::int64_t epoch, FrameDraw frame,
                infer::PixelSize& fileSize) const;
    Background changeScene(PairImages& images, const ValidPixels& valid, SampleRandom random) const;
    void checkTargets() const;
    void checkBackground() const;
    void checkFiles() const;
    void checkClasses() const;

    PairDatasetOptions m_options;
    std::shared_ptr<const PictureSource> m_source;
    std::vector<ListedPair> m_pairs;
};

} // namespace unlit::data
