// Files of the recipe editor: opened, saved, refused, picked and dropped.
#include "tests/ui/recipe_support.h"
#include "ui/recipe/text_editors.h"

#include <QDropEvent>
#include <QMimeData>

#include <gmock/gmock.h>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

class RecipeFilesTest : public RecipePanelTest {};

TEST_F(RecipeFilesTest, FilesThatAreNoRecipeAreRefusedInPlaceAndWhatIsOpenStays) {
    open();
    const auto saysOf = [&](const fs::path& file) {
        m_panel.files().open(file);
        EXPECT_EQ(text(), kCommentedRecipe);
        return messageOf(m_panel).toStdString();
    };
    EXPECT_THAT(saysOf(write("large.yaml", std::string(5 << 20, '#'))),
                testing::HasSubstr("too large for a file of settings"));
    EXPECT_THAT(saysOf(write("binary.yaml", std::string("a: 1\n\0\x01\x02", 8))),
                testing::AllOf(testing::HasSubstr("is not a text"), testing::HasSubstr("line 2")));
    EXPECT_THAT(saysOf(write("latin.yaml", "name: caf\xe9\n")), testing::HasSubstr("UTF-8"));
    EXPECT_THAT(saysOf(path("gone.yaml")), testing::HasSubstr("gone.yaml"));
    EXPECT_THAT(saysOf(path("")), testing::HasSubstr("is a folder"));
}

TEST_F(RecipeFilesTest, AnEmptyFileIsARecipeThatSaysWhatItLacks) {
    open("");
    EXPECT_GT(m_panel.findings().count(), 0);
    EXPECT_TRUE(m_panel.views().form().isEnabled());
    set("max_iter", "5");
    EXPECT_EQ(text(), "max_iter: 5\n");
}

TEST_F(RecipeFilesTest, SavingWritesTheBytesAndAProtectedFileStaysAsItIs) {
    open();
    set("max_iter", "5");
    EXPECT_TRUE(m_panel.document().isModified());
    EXPECT_TRUE(m_panel.files().save());
    EXPECT_FALSE(m_panel.document().isModified());
    EXPECT_EQ(read(path("recipe.yaml")), text());
    fs::permissions(path("recipe.yaml"), fs::perms::owner_read);
    const std::string saved = text();
    set("max_iter", "6");
    EXPECT_FALSE(m_panel.files().save());
    EXPECT_EQ(read(path("recipe.yaml")), saved);
    EXPECT_THAT(messageOf(m_panel).toStdString(), testing::HasSubstr("write-protected"));
    m_saveName = toQString(path("deep/other"));
    EXPECT_TRUE(m_panel.files().saveAs());
    EXPECT_EQ(m_panel.document().name(), QStringLiteral("other.yaml"));
    ASSERT_TRUE(settles());
    EXPECT_TRUE(m_panel.reading().now()->isUsable()) << "the base is found from there";
    EXPECT_EQ(m_panel.reading().now()->loaded.config.lr.at(0), 1e-4);
}

TEST_F(RecipeFilesTest, WhatAnotherProgramWroteIsNotReplacedUnasked) {
    open();
    set("max_iter", "5");
    write("recipe.yaml", "max_iter: 9\n");
    EXPECT_FALSE(m_panel.files().save());
    EXPECT_EQ(read(path("recipe.yaml")), "max_iter: 9\n");
    button(m_panel.message(), QStringLiteral("Save anyway"))->click();
    EXPECT_EQ(read(path("recipe.yaml")), text());
}

TEST_F(RecipeFilesTest, UnsavedEditsAreAskedAboutOnce) {
    open();
    EXPECT_TRUE(m_panel.files().mayClose());
    EXPECT_EQ(m_asked, 0);
    set("max_iter", "5");
    EXPECT_FALSE(m_panel.files().mayClose());
    m_panel.files().open(path("base.yaml"));
    EXPECT_EQ(m_panel.document().name(), QStringLiteral("recipe.yaml"));
    m_answer = RecipeFiles::Unsaved::Save;
    EXPECT_TRUE(m_panel.files().mayClose());
    EXPECT_EQ(read(path("recipe.yaml")), text());
    EXPECT_EQ(m_asked, 3);
}

TEST_F(RecipeFilesTest, APickerOpensAtTheValuesFolderElseWhereTheLastOneWasChosen) {
    fs::create_directories(path("data/sets/train"));
    fs::create_directories(path("elsewhere/models/big"));
    open(kCommentedRecipe + "run: {base_data_dir: " + path("data").string() + "}\n");
    QStringList starts;
    QString answer;
    m_panel.views().form().picker().setAsk([&](QWidget*, bool, const QString& start) {
        starts += start;
        return answer;
    });
    const auto browse = [&](const std::string& key) {
        static_cast<PathEditor&>(m_panel.views().form().row(key)->editor()).browser().click();
        return starts.last();
    };
    EXPECT_EQ(browse("dataset.train.dir"), toQString(path("data/sets")));
    EXPECT_EQ(browse("dataset.train.filenames"), toQString(path("data/sets/train")));
    EXPECT_EQ(browse("model.pretrained_path"), m_folder.path()) << "there is no such folder";
    EXPECT_FALSE(m_panel.document().isModified()) << "nothing was chosen";
    answer = toQString(path("elsewhere/models/big"));
    browse("model.pretrained_path");
    ASSERT_TRUE(settles());
    EXPECT_EQ(m_panel.reading().now()->loaded.config.model.pretrainedPath,
              path("elsewhere/models/big"));
    answer.clear();
    EXPECT_EQ(browse("dataset.val.0.dir"), toQString(path("data/sets"))) << "its value's folder";
    fs::remove_all(path("data"));
    EXPECT_EQ(browse("dataset.val.0.dir"), toQString(path("elsewhere/models")));
    EXPECT_EQ(m_panel.settings().folder, toQString(path("elsewhere/models")));
    EXPECT_EQ(browse("model.pretrained_path"), toQString(path("elsewhere/models")));
}

TEST_F(RecipeFilesTest, FilesAndFoldersAreDroppedOnPaths) {
    open();
    QWidget* line = m_panel.views().form().row("dataset.train.dir")->editor().control();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(m_folder.path())});
    // Qt hands a drop to whom the drag has entered.
    QDragEnterEvent enter(QPoint(4, 4), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(line, &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop(QPointF(4, 4), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(line, &drop);
    ASSERT_TRUE(settles());
    EXPECT_EQ(m_panel.reading().now()->loaded.config.dataset.train.dir, toPath(m_folder.path()));
}

TEST_F(RecipeFilesTest, ARunsSettingsBecomeANewRecipe) {
    write("run/config.yaml", kCommentedRecipe);
    m_panel.files().open(path("run"));
    EXPECT_EQ(text(), kCommentedRecipe);
    EXPECT_EQ(m_panel.document().name(), QStringLiteral("run.yaml"));
    EXPECT_TRUE(m_panel.document().file().empty()) << "the run's own file stays as it is";
}

TEST_F(RecipeFilesTest, RemembersWhatWasOpen) {
    open();
    m_panel.views().showText(true);
    const RecipeSettings settings = m_panel.settings();
    EXPECT_EQ(settings.recent, QStringList{toQString(path("recipe.yaml"))});
    RecipePanel other;
    other.setSettings(settings);
    EXPECT_EQ(other.document().utf8(), kCommentedRecipe);
    EXPECT_TRUE(other.views().showsText());
    fs::remove(path("recipe.yaml"));
    other.files().open(path("recipe.yaml"));
    EXPECT_TRUE(other.settings().recent.isEmpty());
}

} // namespace

} // namespace unlit::ui
