// Runs of the autoencoder's trainer on clips: exact resume, what counts as a sample, animations.
#include "core/base/error.h"
#include "tests/core/train/small_run.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <OpenImageIO/imageio.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/types.h>

#include <fstream>

using namespace unlit;
using test::SmallRun;
using test::traceOf;
using testing::HasSubstr;
using train::RunEnd;
namespace fs = std::filesystem;

namespace {

/// The five pictures of a small run, b0 to b4, are one sequence: two clips of two, one is over.
class ClipRun : public testing::Test {
protected:
    ClipRun() {
        small.config.trainer.name = config::kAutoencoderTrainer;
        small.config.autoencoder.numFrames = 2;
        small.config.dataloader.effectiveBatchSize = 2;
        small.config.dataloader.maxTrainBatchSize = 1;
        small.config.maxIter = 6;
        small.config.lrScheduler.totalIter = 6;
        small.config.trainer.visualizationPeriod = 6;
    }

    /// Frames of a GIF, by a decoder that shares no code with its writer.
    static int framesIn(const fs::path& file) {
        const auto input = OIIO::ImageInput::open(file.string());
        if (!input)
            return -1;
        int count = 0;
        while (input->seek_subimage(count, 0))
            ++count;
        return count;
    }

    train::RunData data() const {
        return train::openRunData(small.config,
                                  {ColorSpace::Srgb, 0, train::targetsOf(small.config.pipeline)});
    }

    test::TempFolder folder;
    SmallRun small{folder.path()};
};

} // namespace

TEST_F(ClipRun, is_exact_when_stopped_and_resumed) {
    small.config.autoencoder.discriminator = config::DiscriminatorConfig{.startStep = 2,
                                                                         .scales = 2,
                                                                         .channels = 4,
                                                                         .layers = 2,
                                                                         .warmupSteps = 2,
                                                                         .lrScheduler = {}};
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    for (const auto& [step, micro] : {std::pair{1, 1}, {3, 0}, {4, 1}}) {
        const std::string name = "stopped_" + std::to_string(step) + std::to_string(micro);
        small.stopAt(step, micro);
        ASSERT_EQ(small.start(name), RunEnd::Stopped) << name;
        ASSERT_EQ(small.resume(name), RunEnd::Complete) << name;
        EXPECT_EQ(traceOf(small.folder(name)), traceOf(small.folder("whole"))) << name;
    }
}

TEST_F(ClipRun, trains_on_the_very_pictures_of_the_list) {
    small.config.augmentation = {};
    const auto data = this->data();
    ASSERT_EQ(data.train->size(), 2);
    const torch::Tensor clip = data.train->get(1, 0).beauty_CHW;
    EXPECT_EQ(clip.sizes(), (torch::IntArrayRef{2, 3, 16, 16}));
    small.config.autoencoder.numFrames = 1;
    const auto pictures = this->data();
    EXPECT_EQ(pictures.train->size(), 5);
    for (std::int64_t i = 0; i < 2; ++i)
        EXPECT_TRUE(torch::equal(clip[i], pictures.train->get(2 + i, 0).beauty_CHW)) << i;
}

TEST_F(ClipRun, says_what_is_in_no_clip) {
    ASSERT_EQ(data().warnings.size(), 2U); // and that the validation set is trained on
    EXPECT_THAT(data().warnings.back() + data().warnings.front(), HasSubstr("sequences: 1 frame"));
    small.config.autoencoder.numFrames = 6;
    test::expectError(ErrorKind::InvalidInput, {"b*.png (5)"},
                      [&] { train::planRun(small.config); });
}

TEST_F(ClipRun, refuses_a_sequence_with_a_gap) {
    std::ofstream(folder.path() / "set/filename_list.txt")
        << "b0.png a0.png\nb1.png a1.png\nb3.png a3.png\n";
    test::expectError(ErrorKind::InvalidInput, {"b*.png frame 2 is missing"},
                      [&] { train::planRun(small.config); });
}

TEST_F(ClipRun, shows_clips_and_their_reconstruction_as_animations) {
    small.config.validation.valNumBatches = 1; // a clip
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    const fs::path shown = small.folder("run") / "visualization/iter_000006/small";
    EXPECT_EQ(framesIn(shown / "b0.png_clip.gif"), 2);
    EXPECT_TRUE(fs::exists(shown / "b1.png_beauty.png"));
    EXPECT_FALSE(fs::exists(shown / "b2.png_beauty.png"));
    small.config.autoencoder.numFrames = 5;
    ASSERT_EQ(small.start("five"), RunEnd::Complete);
    EXPECT_EQ(framesIn(small.folder("five") / "visualization/iter_000006/small/b0.png_clip.gif"),
              5);
    small.config.autoencoder.numFrames = 1;
    ASSERT_EQ(small.start("pictures"), RunEnd::Complete);
    EXPECT_FALSE(
        fs::exists(small.folder("pictures") / "visualization/iter_000006/small/b0.png_clip.gif"));
}

TEST_F(ClipRun, other_frames_are_another_set_to_a_resume) {
    small.stopAt(3, 0);
    ASSERT_EQ(small.start("run"), RunEnd::Stopped);
    small.config.autoencoder.numFrames = 4;
    EXPECT_THROW((void)small.resume("run"), Error);
}
