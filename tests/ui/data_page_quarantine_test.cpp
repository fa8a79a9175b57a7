// What goes where, on the Data page: quarantine, split, lists, synthesis, training.
#include "core/config/load_config.h"
#include "core/data/split.h"
#include "tests/support/file_text.h"
#include "tests/ui/data_page_fixture.h"

#include <gmock/gmock.h>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

class DataPageLists : public DataPageTest {
protected:
    DataPageLists() {
        QObject::connect(&m_page, &DataPage::trainWanted, &m_page,
                         [this](const TrainOnSet& set) { m_recipe = recipeFor(set); });
    }

    std::vector<data::ListedPair> scanned() const {
        return *datasetPairs(
            {.source = m_set, .without = fs::exists(quarantine()) ? quarantine() : fs::path()}, {},
            {});
    }

    fs::path quarantine() const { return m_set / "quarantine.txt"; }

    config::TrainConfig recipe() const {
        return config::loadConfigText(m_recipe, m_folder / "recipe.yaml").config;
    }

    std::string m_recipe;
};

TEST_F(DataPageLists, QuarantineIsTheListOfTheCommandLineAndUndoBringsAllBack) {
    makeSet(4);
    const std::string picture = textOf(m_set / "p1_beauty.exr");
    open(m_set);
    m_page.division().toggleQuarantine({rowOf(QStringLiteral("p1")), rowOf(QStringLiteral("p2"))});
    EXPECT_EQ(textOf(quarantine()), "p1_beauty.exr p1_albedo.exr\np2_beauty.exr p2_albedo.exr\n");
    EXPECT_EQ(m_page.model().kept(), scanned());
    EXPECT_EQ(m_page.model().partOf(1), PairPart::Quarantine);
    m_page.division().toggleQuarantine({1});
    EXPECT_EQ(textOf(quarantine()), "p2_beauty.exr p2_albedo.exr\n");
    m_page.division().undo();
    m_page.division().undo();
    EXPECT_FALSE(fs::exists(quarantine()));
    EXPECT_EQ(m_page.model().kept().size(), 4U);
    EXPECT_EQ(textOf(m_set / "p1_beauty.exr"), picture); // no picture moves
    m_page.division().redo();
    EXPECT_EQ(m_page.model().kept().size(), 2U);
    open(m_set); // it is still there when the set is opened again
    EXPECT_EQ(m_page.model().kept().size(), 2U);
}

TEST_F(DataPageLists, AQuarantineThatCannotBeKeptIsSaidAndChangesNothing) {
    makeSet(2);
    fs::create_directories(quarantine());
    open(m_set);
    m_page.division().toggleQuarantine({0});
    EXPECT_EQ(m_page.model().kept().size(), 2U);
    EXPECT_TRUE(m_page.panel().message().isVisible());
}

TEST_F(DataPageLists, TheSavedListIsThatOfTheCommandLineAndReplacesNothing) {
    makeSet(3);
    open(m_set);
    ASSERT_TRUE(m_page.division().saveList(m_folder / "mine.txt"));
    EXPECT_EQ(textOf(m_folder / "mine.txt"), formatFilenameList(scanned()));
    m_page.division().toggleQuarantine({0});
    std::ofstream(m_folder / "theirs.txt") << "precious\n";
    EXPECT_FALSE(m_page.division().saveList(m_folder / "theirs.txt"));
    EXPECT_EQ(textOf(m_folder / "theirs.txt"), "precious\n");
    ASSERT_TRUE(m_page.division().saveList(m_folder / "less.txt"));
    EXPECT_EQ(textOf(m_folder / "less.txt"), formatFilenameList(scanned()));
}

TEST_F(DataPageLists, TheSplitIsThatOfTheCommandLineForTheSameSeed) {
    makeSet(12);
    DataSettings settings;
    settings.validationPercent = 25;
    settings.splitSeed = 5;
    m_page.setSettings(settings);
    open(m_set);
    m_page.division().toggleQuarantine({3});
    const data::Split split = data::splitPairs(scanned(), {.validationShare = 0.25, .seed = 5});
    ASSERT_TRUE(m_page.division().saveSplit(m_folder / "lists"));
    EXPECT_EQ(textOf(m_folder / "lists/train.txt"), formatFilenameList(split.training));
    EXPECT_EQ(textOf(m_folder / "lists/val.txt"), formatFilenameList(split.validation));
    int validation = 0;
    for (int row = 0; row < m_page.model().rowCount(); ++row)
        validation += m_page.model().partOf(row) == PairPart::Validation ? 1 : 0;
    EXPECT_EQ(validation, static_cast<int>(split.validation.size()));
    const std::string before = textOf(m_folder / "lists/train.txt");
    fs::remove(m_folder / "lists/val.txt");
    m_page.division().undo();
    EXPECT_FALSE(m_page.division().saveSplit(m_folder / "lists")); // both or none
    EXPECT_EQ(textOf(m_folder / "lists/train.txt"), before);
    EXPECT_FALSE(fs::exists(m_folder / "lists/val.txt"));
}

TEST_F(DataPageLists, TrainingAsksForAListAndThenNamesItWithTheSplit) {
    test::writeScenes(m_set, 6, 64, 48);
    fs::remove(m_set / "list.txt");
    open(m_set);
    m_page.division().train();
    EXPECT_EQ(m_recipe, "");
    EXPECT_TRUE(m_page.panel().message().isVisible());
    ASSERT_TRUE(m_page.division().saveList(m_set / "good.txt"));
    m_page.division().train();
    EXPECT_EQ(recipe().dataset.train.dir, m_set);
    EXPECT_EQ(recipe().dataset.train.filenames, m_set / "good.txt");
    EXPECT_NEAR(recipe().dataset.validFrac, 0.1, 1e-12);
    EXPECT_EQ(recipe().dataset.splitSeed, 2024);
    m_recipe.clear();
    m_page.division().toggleQuarantine({0}); // the list names a pair too many now
    m_page.division().train();
    EXPECT_EQ(m_recipe, "");
    ASSERT_TRUE(m_page.division().saveSplit(m_folder / "lists"));
    m_page.division().train();
    EXPECT_EQ(recipe().dataset.train.filenames, m_folder / "lists/train.txt");
    ASSERT_EQ(recipe().dataset.val.size(), 1U);
    EXPECT_EQ(recipe().dataset.validFrac, 0);
}

TEST_F(DataPageLists, ASetThatIsOneSceneIsNotSplitButTrainedOn) {
    makeSet(1);
    open(m_set / "list.txt");
    EXPECT_FALSE(m_page.splitView().saveSplitButton().isEnabled());
    EXPECT_TRUE(m_page.splitView().trainButton().isEnabled());
    m_page.division().train();
    EXPECT_EQ(recipe().dataset.train.filenames, m_set / "list.txt");
    EXPECT_EQ(recipe().dataset.validFrac, 0);
}

TEST_F(DataPageLists, AListOfAnotherFolderAsksForIt) {
    makeSet(2);
    fs::copy_file(m_set / "list.txt", m_folder / "elsewhere.txt");
    m_page.show();
    m_page.open(m_folder / "elsewhere.txt");
    ASSERT_TRUE(waitFor([&] { return m_page.model().rowCount() == 2; }));
    EXPECT_TRUE(m_page.panel().message().isVisible());
    EXPECT_EQ(m_page.model().reportCount(), 0);
}

TEST_F(DataPageLists, MakesASyntheticSetWithLooksAtItAndOpensIt) {
    DataSettings settings;
    settings.synthesisFolder = QString::fromStdString((m_folder / "made").string());
    settings.synthesisCount = 2;
    settings.synthesisSize = 16;
    settings.synthesisSamples = 1;
    settings.synthesisRepaintPercent = 40;
    settings.synthesisSwapPercent = 30;
    m_page.setSettings(settings);
    m_page.resize(1200, 760);
    m_page.show();
    m_page.showView(DataView::Synthesize);
    SynthesizeView& view = m_page.synthesizeView();
    ASSERT_TRUE(waitFor([&] { return !view.looks().isWaiting(); }));
    view.seedBox().setSeed(7);
    EXPECT_TRUE(view.looks().isWaiting()); // those of another seed are on their way
    view.make();
    ASSERT_TRUE(waitFor([&] { return !view.isMaking(); }));
    EXPECT_TRUE(fs::exists(m_folder / "made/filename_list.txt"));
    EXPECT_THAT(test::textOf(m_folder / "made/synthesis.json"),
                testing::AllOf(testing::HasSubstr("\"repaint\": 0.4"),
                               testing::HasSubstr("\"swap_relief\": 0.3")));
    view.make(); // an earlier set is not replaced unasked
    ASSERT_TRUE(waitFor([&] { return !view.isMaking(); }));
    EXPECT_TRUE(view.message().isVisible());
    emit view.openAsked(settings.synthesisFolder);
    ASSERT_TRUE(waitFor([&] { return m_page.model().reportCount() == 2; }));
    m_page.division().train();
    EXPECT_EQ(recipe().dataset.train.filenames, m_folder / "made/filename_list.txt");
}

} // namespace

} // namespace unlit::ui
