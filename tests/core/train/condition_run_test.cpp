// Whole runs of models that are told a class or a text beside each picture.
#include "core/infer/condition.h"
#include "core/infer/denoise.h"
#include "core/weights/json_file.h"
#include "core/weights/module_loader.h"
#include "tests/core/train/small_run.h"
#include "tests/support/expect_error.h"
#include "tests/support/file_text.h"
#include "tests/support/small_model.h"
#include "tests/support/temp_folder.h"

#include <torch/types.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using namespace unlit;
using test::expectError;
using test::SmallRun;
using test::traceOf;
using train::RunEnd;
namespace fs = std::filesystem;

namespace {

class ConditionRun : public testing::Test {
protected:
    /// One for each line of the list.
    void tell(const std::vector<std::string>& words) {
        std::istringstream lines(test::textOf(small.folder("set") / "filename_list.txt"));
        std::ofstream list(small.folder("set") / "told.txt");
        std::size_t i = 0;
        for (std::string line; std::getline(lines, line); ++i)
            list << line << " \"" << words.at(i) << "\"\n";
        readLists("told.txt");
    }

    /// Of all sets.
    void readLists(const std::string& name) {
        small.config.dataset.train.filenames = name;
        small.config.dataset.val[0].filenames = name;
        small.config.dataset.vis[0].filenames = name;
    }

    void tellClasses() {
        tell({"0", "1", "2", "1", ""});
        small.config.condition =
            config::ConditionConfig{.kind = ConditionKind::Class, .classes = 4, .dropout = 0.3};
    }

    void tellTexts() {
        test::addLetters(small.config.model.pretrainedPath);
        tell({"a wall", "a tree", "stone", "a wall", ""});
        small.config.condition =
            config::ConditionConfig{.kind = ConditionKind::Text, .classes = {}, .dropout = 0.3};
    }

    weights::ModelFolder latest(const std::string& run) const {
        return weights::openModelFolder(small.folder(run) / "checkpoint/latest");
    }

    /// What both say at each step.
    void expectExactResume() {
        ASSERT_EQ(small.start("whole"), RunEnd::Complete);
        small.stopAt(5, 1);
        ASSERT_EQ(small.start("stopped"), RunEnd::Stopped);
        ASSERT_EQ(small.resume("stopped"), RunEnd::Complete);
        EXPECT_EQ(traceOf(small.folder("stopped")), traceOf(small.folder("whole")));
    }

    test::TempFolder folder;
    SmallRun small{folder.path()};
};

} // namespace

TEST_F(ConditionRun, classes_are_learnt_and_those_that_never_come_stay_zero) {
    tellClasses();
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    const weights::ModelFolder model = latest("run");
    EXPECT_EQ(weights::classesOf(model), 4);
    EXPECT_EQ(model.unet.config.at("num_class_embeds"), 4);
    const auto weights = weights::readWeights(model.unet.folder);
    const torch::Tensor& vectors = weights.at("class_embedding.weight");
    for (std::int64_t i = 0; i < 3; ++i)
        EXPECT_GT(vectors[i].abs().max().item<float>(), 0) << i;
    EXPECT_EQ(vectors[3].abs().max().item<float>(), 0);
    // And it runs as what it is.
    const auto loaded = infer::loadModel(model, "cpu", Precision::Float32);
    EXPECT_EQ(loaded->unet->options().classes, 4);
}

TEST_F(ConditionRun, classes_are_exact_when_stopped_and_resumed) {
    tellClasses();
    expectExactResume();
}

TEST_F(ConditionRun, texts_are_exact_when_stopped_and_resumed) {
    tellTexts();
    expectExactResume();
    EXPECT_TRUE(latest("whole").unlit.seesText);
    EXPECT_EQ(weights::conditionKindOf(latest("whole")), ConditionKind::Text);
}

TEST_F(ConditionRun, another_text_is_another_training) {
    tellTexts();
    ASSERT_EQ(small.start("one"), RunEnd::Complete);
    tell({"a wall", "a tree", "stone", "a door", ""});
    ASSERT_EQ(small.start("other"), RunEnd::Complete);
    EXPECT_NE(traceOf(small.folder("one")), traceOf(small.folder("other")));
}

TEST_F(ConditionRun, dropout_alone_changes_what_is_told_and_nothing_else_that_is_drawn) {
    tellClasses();
    small.config.condition->dropout = 0;
    const auto lossesOf = [this](const std::string& run) {
        std::vector<double> losses;
        const nlohmann::json trace = traceOf(small.folder(run));
        for (const auto& row : trace.at("rows"))
            if (row.contains("train/loss"))
                losses.push_back(row.at("train/loss"));
        return losses;
    };
    ASSERT_EQ(small.start("always"), RunEnd::Complete);
    small.config.condition->dropout = 0.999999;
    ASSERT_EQ(small.start("never"), RunEnd::Complete);
    const auto never = weights::readWeights(latest("never").unet.folder);
    EXPECT_EQ(never.at("class_embedding.weight").abs().max().item<float>(), 0);
    small.config.condition.reset();
    readLists("filename_list.txt");
    ASSERT_EQ(small.start("plain"), RunEnd::Complete);
    // Told nothing, the run is the one without classes.
    EXPECT_EQ(lossesOf("never"), lossesOf("plain"));
    EXPECT_NE(lossesOf("always"), lossesOf("plain"));
}

TEST_F(ConditionRun, refuses_what_cannot_be) {
    tellClasses();
    small.config.condition->classes.reset();
    expectError(ErrorKind::InvalidInput, {"has no classes"}, [&] { small.start("a"); });
    small.config.condition->classes = 2;
    expectError(ErrorKind::InvalidInput, {"told.txt:3", "\"2\" is no class"},
                [&] { small.start("b"); });
    small.config.condition = config::ConditionConfig{.kind = ConditionKind::Text, .classes = {}};
    expectError(ErrorKind::InvalidInput, {"knows no letters"}, [&] { small.start("c"); });
    tellClasses();
    small.config.dataset.train.filenames = "filename_list.txt";
    expectError(ErrorKind::InvalidInput, {"filename_list.txt:1", "no class or text"},
                [&] { small.start("d"); });
}

TEST_F(ConditionRun, long_texts_are_warned_of) {
    test::addLetters(small.config.model.pretrainedPath);
    std::string book;
    for (int i = 0; i < 10000; ++i)
        book += "word ";
    tell({book, "a tree", "stone", "a wall", ""});
    small.config.condition = config::ConditionConfig{.kind = ConditionKind::Text, .classes = {}};
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    int warnings = 0;
    for (const LogLine& line : small.all<LogLine>())
        if (line.text.find("1 of 4 texts") != std::string::npos)
            ++warnings;
    EXPECT_EQ(warnings, 1);
}
