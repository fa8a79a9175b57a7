// Eight defects of the public reference trainer, read in its source: here each is a test.
#include "core/data/loader/pair_dataset.h"
#include "tests/core/train/small_run.h"
#include "tests/support/expect_error.h"
#include "tests/support/png_pixels.h"
#include "tests/support/temp_folder.h"

#include <torch/utils.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace unlit;
using nlohmann::json;
using test::SmallRun;
using train::RunEnd;

namespace {

class ReferenceDefects : public testing::Test {
protected:
    std::filesystem::path checkpoint(const std::string& name) {
        return small.folder("run") / "checkpoint" / name;
    }

    json rows() { return test::traceOf(small.folder("run")).at("rows"); }

    test::TempFolder folder;
    SmallRun small{folder.path()};
};

std::string bytesOf(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::stringstream bytes;
    bytes << stream.rdbuf();
    return bytes.str();
}

} // namespace

// There: an augmented training item is None.
TEST_F(ReferenceDefects, augmented_samples_are_samples) {
    const train::RunPlan plan = train::planRun(small.config);
    for (std::int64_t i = 0; i < plan.data.train->size(); ++i) {
        const data::Sample sample = plan.data.train->get(i, 3);
        EXPECT_EQ(sample.beauty_CHW.sizes(), (torch::IntArrayRef{3, 16, 16}));
        EXPECT_EQ(sample.targets_TCHW.at(0).sizes(), (torch::IntArrayRef{3, 16, 16}));
    }
}

// There: the best checkpoint is that of the lowest PSNR.
TEST_F(ReferenceDefects, the_best_checkpoint_has_the_highest_psnr) {
    small.config.trainer.validationPeriod = 2;
    small.config.lr = 0.02; // far enough for PSNR to rise and fall
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    double best = -1e9;
    std::int64_t bestStep = 0;
    for (const json& row : rows())
        if (row.contains("val/small/psnr") && row.at("val/small/psnr").get<double>() > best) {
            best = row.at("val/small/psnr");
            bestStep = row.at("step");
        }
    const auto position = train::readCheckpoint(checkpoint("latest")).position;
    EXPECT_EQ(position.bestMetric, best);
    EXPECT_EQ(position.bestStep, bestStep);
    EXPECT_TRUE(std::filesystem::exists(checkpoint(train::RunFolder::iterationName(bestStep))));
}

// There: .safetensors is saved, .bin is looked for on resume.
TEST_F(ReferenceDefects, resume_reads_the_file_that_was_saved) {
    small.stopAt(3, 0);
    ASSERT_EQ(small.start("run"), RunEnd::Stopped);
    EXPECT_TRUE(
        std::filesystem::exists(checkpoint("latest/unet") / "diffusion_pytorch_model.safetensors"));
    EXPECT_FALSE(
        std::filesystem::exists(checkpoint("latest/unet") / "diffusion_pytorch_model.bin"));
    EXPECT_EQ(small.resume("run"), RunEnd::Complete);
}

// There: the old state is removed before the new one is written, without a checksum.
TEST_F(ReferenceDefects, a_sound_checkpoint_is_there_whenever_one_is_saved) {
    int looks = 0;
    small.addHooks = [&](auto& hooks) {
        struct Look : train::Hook {
            std::filesystem::path latest;
            int* looks = nullptr;

            void onMicroBegin(train::StepContext&) override {
                // Held open: the writer may exchange the folders while they are looked at.
                const int folder = ::open(latest.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
                if (folder < 0)
                    return; // before the first one
                try {
                    train::verifyChecksums("/proc/self/fd/" + std::to_string(folder));
                    ++*looks;
                } catch (const Error&) {
                    if (isKept(folder)) // two saves may end during one look, and the older one goes
                        throw;
                }
                ::close(folder);
            }

            bool isKept(int folder) const {
                struct stat looked {};
                ::fstat(folder, &looked);
                return std::ranges::any_of(
                    std::array{latest, latest.parent_path() / "previous"}, [&](const auto& path) {
                        struct stat there {};
                        return ::stat(path.c_str(), &there) == 0 && there.st_ino == looked.st_ino;
                    });
            }
        };

        auto look = std::make_unique<Look>();
        look->latest = checkpoint("latest");
        look->looks = &looks;
        hooks.push_back(std::move(look));
    };
    small.config.trainer.savePeriod = 1; // a new one is under way at every look
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    EXPECT_GT(looks, 0);
    train::verifyChecksums(checkpoint("previous"));
}

// There: NaN is logged, and the step is taken all the same.
TEST_F(ReferenceDefects, a_step_with_nan_is_not_taken) {
    small.config.lr = 1e30; // the weights explode with the first step that has a rate
    EXPECT_THROW(small.start("run"), Error);
    const auto latest = train::readCheckpoint(checkpoint("latest"));
    EXPECT_GE(latest.position.step, 1);
    const auto state = weights::readWeights(checkpoint("latest") / "unet");
    for (const auto& [name, tensor] : state)
        EXPECT_TRUE(torch::isfinite(tensor).all().item<bool>()) << name;
}

// There: no picture reaches TensorBoard, and the loss is that of the last micro-batch.
TEST_F(ReferenceDefects, pictures_and_the_loss_of_whole_steps_are_logged) {
    std::vector<double> means;
    small.addHooks = [&](auto& hooks) {
        struct Mean : train::Hook {
            std::vector<double>* means = nullptr;

            void onBackwardEnd(train::StepContext& context) override {
                const auto& losses = context.position.losses;
                means->push_back((static_cast<double>(losses[0]) + losses[1]) / 2);
            }
        };

        auto mean = std::make_unique<Mean>();
        mean->means = &means;
        hooks.push_back(std::move(mean));
    };
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    std::vector<double> logged;
    for (const json& row : rows())
        if (row.contains("train/loss"))
            logged.push_back(row.at("train/loss"));
    EXPECT_EQ(logged, means);
    std::string events;
    for (const auto& file :
         std::filesystem::directory_iterator(small.folder("run") / "tensorboard"))
        events += bytesOf(file.path());
    EXPECT_NE(events.find("vis/small/b0.png/prediction"), std::string::npos);
    EXPECT_NE(events.find("\x89PNG"), std::string::npos);
}

// There: every validation frame is a test frame.
TEST_F(ReferenceDefects, validation_on_what_is_trained_on_is_said) {
    small.config.maxIter = 1;
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    const auto lines = small.all<LogLine>();
    EXPECT_TRUE(std::ranges::any_of(lines, [](const LogLine& line) {
        return line.level == LogLine::Level::Warning &&
               line.text.starts_with("5 of 5 pairs of the validation set small are trained on");
    }));
}

// There: uncertainty stays at the processing size, and masks are resized as pictures are.
TEST_F(ReferenceDefects, uncertainty_has_the_size_of_the_picture_and_masks_stay_masks) {
    small.config.validation.ensembleSize = 3;
    small.config.validation.processingRes = 8;
    small.config.trainer.visualizationPeriod = 1;
    small.config.maxIter = 1;
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    const auto file =
        small.folder("run") / "visualization/iter_000001/small/b0.png_uncertainty.png";
    EXPECT_EQ(test::readPngPixels(file).sizes(), (torch::IntArrayRef{16, 16, 3}));

    small.config.dataset.train.resizeToHw = {{7, 11}};
    const auto plan = train::planRun(small.config);
    const data::Sample masked = plan.data.train->get(2, 0);
    EXPECT_EQ(masked.valid_1HW.scalar_type(), torch::kBool);
    EXPECT_TRUE(masked.valid_1HW.any().item<bool>());
    EXPECT_FALSE(masked.valid_1HW.all().item<bool>());
}
