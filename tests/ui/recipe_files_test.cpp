// Files of the recipe editor: opened, saved, refused, picked and dropped.
#include "tests/ui/recipe_support.h"
#include "ui/recipe/text_editors.h"

#include <QDropEvent>
#include <QMimeData>

#include <gmock/gmock.h>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

class RecipeFilesTest : public RecipePanelTest {
protected:
    /// The user comes back from another window.
    void activate() {
        QEvent activated(QEvent::WindowActivate);
        QCoreApplication::sendEvent(&m_panel, &activated);
    }
};

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
    const std::string mine = text();
    button(m_panel.message(), QStringLiteral("Load the other text"))->click();
    EXPECT_EQ(text(), "max_iter: 9\n");
    m_panel.document().history().undo();
    EXPECT_EQ(text(), mine);
    write("recipe.yaml", "max_iter: 10\n");
    EXPECT_FALSE(m_panel.files().save());
    button(m_panel.message(), QStringLiteral("Save anyway"))->click();
    EXPECT_EQ(read(path("recipe.yaml")), text());
}

TEST_F(RecipeFilesTest, AMessageAboutSavingGoesWhenNothingIsUnsavedAnyMore) {
    open();
    set("max_iter", "5");
    fs::permissions(path("recipe.yaml"), fs::perms::owner_read);
    EXPECT_FALSE(m_panel.files().save());
    EXPECT_THAT(messageOf(m_panel).toStdString(), testing::HasSubstr("write-protected"));
    m_panel.document().history().undo();
    EXPECT_EQ(messageOf(m_panel), QString());
    m_panel.document().history().redo();
    EXPECT_FALSE(m_panel.files().save());
    m_panel.message().say(MessageBar::Kind::Note, QStringLiteral("Something else."), {}, {});
    m_panel.document().history().undo();
    EXPECT_THAT(messageOf(m_panel).toStdString(), testing::HasSubstr("Something else."));
}

TEST_F(RecipeFilesTest, AnotherProgramsTextIsShownWhereNothingIsUnsaved) {
    open();
    write("recipe.yaml", "max_iter: 9\n");
    activate();
    EXPECT_EQ(text(), "max_iter: 9\n");
    EXPECT_FALSE(m_panel.document().isModified());
    EXPECT_THAT(
        messageOf(m_panel).toStdString(),
        testing::HasSubstr("recipe.yaml was changed by another program; its text is shown"));
    m_panel.document().history().undo();
    EXPECT_EQ(text(), kCommentedRecipe) << "one step";
    EXPECT_TRUE(m_panel.document().isModified());
    EXPECT_FALSE(m_panel.document().history().canUndo());
    m_panel.document().history().redo();
    EXPECT_FALSE(m_panel.document().isModified());
    write("other", "max_iter: 8\n");
    fs::rename(path("other"), path("recipe.yaml")); // as many editors save
    activate();
    EXPECT_EQ(text(), "max_iter: 8\n");
}

TEST_F(RecipeFilesTest, AStartTrainsWhatTheFileSaysOrAsksFirst) {
    open();
    ASSERT_TRUE(settles());
    QStringList started;
    QObject::connect(&m_panel, &RecipePanel::startWanted, &m_panel,
                     [&](const QString& yaml) { started += yaml; });
    const auto start = [&] { button(m_panel, QStringLiteral("Start"))->click(); };
    write("recipe.yaml", kCommentedRecipe + "# seen by nobody\n");
    start();
    ASSERT_EQ(started.size(), 1);
    EXPECT_EQ(started.last().toStdString(), kCommentedRecipe + "# seen by nobody\n");
    set("max_iter", "5");
    const std::string mine = text();
    write("recipe.yaml", kCommentedRecipe + "# nor this\n");
    start();
    EXPECT_EQ(started.size(), 1) << "which of the two?";
    EXPECT_THAT(messageOf(m_panel).toStdString(),
                testing::AllOf(testing::HasSubstr("was changed by another program"),
                               testing::HasSubstr("not saved")));
    EXPECT_EQ(text(), mine);
    button(m_panel.message(), QStringLiteral("Keep mine"))->click();
    start();
    ASSERT_EQ(started.size(), 2);
    EXPECT_EQ(started.last().toStdString(), mine);
    activate();
    EXPECT_EQ(messageOf(m_panel), QString()) << "it was answered";
    write("recipe.yaml", kCommentedRecipe + "# a third time\n");
    activate();
    button(m_panel.message(), QStringLiteral("Load the other text"))->click();
    EXPECT_EQ(text(), kCommentedRecipe + "# a third time\n");
    EXPECT_FALSE(m_panel.document().isModified());
    m_panel.document().history().undo();
    EXPECT_EQ(text(), mine) << "nothing is lost";
}

TEST_F(RecipeFilesTest, AFileThatIsGoneIsSaidOnceAndItsTextIsUnsaved) {
    open();
    fs::rename(path("recipe.yaml"), path("elsewhere.yaml"));
    activate();
    EXPECT_THAT(messageOf(m_panel).toStdString(), testing::HasSubstr("recipe.yaml is gone"));
    EXPECT_EQ(text(), kCommentedRecipe);
    EXPECT_TRUE(m_panel.document().isModified()) << "closing asks";
    m_panel.message().hide();
    activate();
    EXPECT_EQ(messageOf(m_panel), QString());
    fs::rename(path("elsewhere.yaml"), path("recipe.yaml"));
    activate();
    EXPECT_FALSE(m_panel.document().isModified());
    fs::remove(path("recipe.yaml"));
    activate();
    button(m_panel.message(), QStringLiteral("Save again"))->click();
    EXPECT_EQ(read(path("recipe.yaml")), kCommentedRecipe);
    EXPECT_FALSE(m_panel.document().isModified());
}

TEST_F(RecipeFilesTest, WhatAnotherProgramWroteAndIsNoRecipeIsToldAndNotTrained) {
    open();
    ASSERT_TRUE(settles());
    bool isStarted = false;
    QObject::connect(&m_panel, &RecipePanel::startWanted, &m_panel, [&] { isStarted = true; });
    write("recipe.yaml", "name: caf\xe9\n");
    button(m_panel, QStringLiteral("Start"))->click();
    EXPECT_FALSE(isStarted);
    EXPECT_EQ(text(), kCommentedRecipe);
    EXPECT_THAT(messageOf(m_panel).toStdString(), testing::HasSubstr("UTF-8"));
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
