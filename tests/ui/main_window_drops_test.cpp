// What is dropped on the window, or pasted, and where it goes.
#include "tests/ui/main_window_fixture.h"

#include "ui/widgets/notice_card.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <fstream>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

class MainWindowDrops : public MainWindowTest {};

TEST_F(MainWindowDrops, DroppedFolderIsQueuedWhateverPageIsOpen) {
    makePicture("set/frame10.png");
    makePicture("set/frame2.png");
    m_window.showPage(StudioPage::Train);
    drop(m_window, {m_root / "set"});
    ASSERT_TRUE(waitFor([&] { return queue().rowCount() == 2; }));
    EXPECT_EQ(queue().at(0).path.filename(), "frame2.png");
    EXPECT_EQ(queue().at(1).path.filename(), "frame10.png");
    EXPECT_TRUE(m_window.inferPage().isVisible());
}

TEST_F(MainWindowDrops, WhereRunsOrModelsAreListedAFolderIsLookedThroughForThem) {
    fs::create_directories(m_root / "trained/first/checkpoint");
    std::ofstream(m_root / "trained/first/config.yaml") << "max_iter: 3\n";
    m_window.showPage(StudioPage::Runs);
    drop(m_window, {m_root / "trained"});
    EXPECT_TRUE(m_window.runsPage().settings().roots.contains(toQString(m_root / "trained")));
    ASSERT_TRUE(waitFor([&] { return m_window.runsPage().found().model().rowCount() == 1; }));
    EXPECT_TRUE(m_window.runsPage().isVisible());
    m_window.showPage(StudioPage::Models);
    fs::create_directories(m_root / "mine");
    drop(m_window, {m_root / "mine"});
    EXPECT_TRUE(m_window.modelsPage().settings().roots.contains(toQString(m_root / "mine")));
    EXPECT_TRUE(m_window.modelsPage().isVisible());
    makePicture("a.png");
    drop(m_window, {m_root / "a.png"});
    ASSERT_TRUE(waitFor([&] { return queue().rowCount() == 1; }));
}

TEST_F(MainWindowDrops, DroppedRecipeIsOpenedOnTheTrainPageWhateverPageIsOpen) {
    std::ofstream(m_root / "mine.YML") << "lr: 1.0e-4\n";
    drop(m_window, {m_root / "mine.YML"});
    RecipePanel& recipe = m_window.trainPage().recipe();
    ASSERT_TRUE(waitFor([&] { return recipe.document().name() == QStringLiteral("mine.YML"); }));
    EXPECT_EQ(recipe.document().text(), QStringLiteral("lr: 1.0e-4\n"));
    EXPECT_TRUE(m_window.trainPage().isVisible());
    EXPECT_EQ(queue().rowCount(), 0);
}

TEST_F(MainWindowDrops, ARecipeOfTheCommandLineIsOpenedAndItsKeysWorkOnTheWholePage) {
    std::ofstream(m_root / "mine.yaml") << "lr: 1.0e-4\n";
    m_window.open({m_root / "mine.yaml"});
    TrainPage& page = m_window.trainPage();
    ASSERT_TRUE(
        waitFor([&] { return page.recipe().document().name() == QStringLiteral("mine.yaml"); }));
    EXPECT_TRUE(page.isVisible());
    EXPECT_EQ(queue().rowCount(), 0);
    const auto keys = page.actions(); // those that answer wherever in the page the focus is
    EXPECT_TRUE(std::ranges::any_of(keys, [](const QAction* action) {
        return action->shortcut() == QKeySequence(QKeySequence::Open);
    }));
}

TEST_F(MainWindowDrops, ARunOfTheCommandLineIsShownOnTheTrainPage) {
    std::filesystem::create_directories(m_root / "run");
    std::ofstream(m_root / "run/config.yaml") << "max_iter: 3\n";
    std::ofstream(m_root / "run/metrics.jsonl") << "";
    m_window.open({m_root / "run"});
    EXPECT_TRUE(m_window.trainPage().isVisible());
    EXPECT_EQ(m_window.trainPage().run().folder(), m_root / "run");
    EXPECT_EQ(queue().rowCount(), 0);
}

TEST_F(MainWindowDrops, DroppedRecipeThatCannotBeReadIsSaidAndLeavesTheOpenOne) {
    std::ofstream(m_root / "mine.yaml") << "lr: 1.0e-4\n";
    std::ofstream(m_root / "other.yaml") << "\xff\xfe no text";
    drop(m_window, {m_root / "mine.yaml"});
    RecipePanel& recipe = m_window.trainPage().recipe();
    ASSERT_TRUE(waitFor([&] { return recipe.document().name() == QStringLiteral("mine.yaml"); }));
    drop(m_window, {m_root / "other.yaml"});
    ASSERT_TRUE(waitFor([&] { return recipe.message().isVisible(); }));
    EXPECT_EQ(recipe.document().name(), QStringLiteral("mine.yaml"));
}

TEST_F(MainWindowDrops, ATextureSetOffersTrainingPairsWithItsFolderFilledIn) {
    makePicture("rock/rock_Albedo.png");
    makePicture("rock/rock_Normal.png");
    drop(m_window, {m_root / "rock"});
    ASSERT_TRUE(waitFor([&] { return queue().rowCount() == 1; }));
    const MessageBar& bar = m_window.inferPage().settingsPanel().message();
    ASSERT_TRUE(waitFor([&] { return bar.isVisible(); }));
    auto* button = bar.findChild<QPushButton*>();
    ASSERT_EQ(button->text(), QStringLiteral("Make training pairs…"));
    button->click();
    EXPECT_TRUE(m_window.dataPage().isVisible());
    EXPECT_EQ(m_window.dataPage().synthesizeView().options().textures, m_root / "rock");
}

TEST_F(MainWindowDrops, ATextureSetWithoutABaseColourIsSaidAndNotQueued) {
    makePicture("rock/rock_Normal.png");
    makePicture("rock/rock_Roughness.png");
    drop(m_window, {m_root / "rock"});
    const MessageBar& bar = m_window.inferPage().settingsPanel().message();
    ASSERT_TRUE(waitFor([&] { return bar.isVisible(); }));
    EXPECT_EQ(queue().rowCount(), 0);
    const auto labels = bar.findChildren<QLabel*>();
    EXPECT_TRUE(std::ranges::any_of(labels, [](const QLabel* label) {
        return label->text().contains(QStringLiteral("rock"));
    })) << "the set is named";
    auto* button = bar.findChild<QPushButton*>();
    ASSERT_EQ(button->text(), QStringLiteral("Take the maps as pictures"));
    button->click();
    EXPECT_EQ(queue().rowCount(), 2);
}

TEST_F(MainWindowDrops, TheViewsOfTheDataPageAreWholeInASmallWindow) {
    m_window.resize(1024, 640);
    m_window.showPage(StudioPage::Data);
    m_window.show();
    QApplication::processEvents();
    const auto segments = m_window.dataPage().findChildren<QToolButton*>(QStringLiteral("segment"));
    ASSERT_FALSE(segments.isEmpty());
    for (const QToolButton* segment : segments)
        if (segment->isVisible()) {
            EXPECT_EQ(segment->visibleRegion().boundingRect().size(), segment->size())
                << segment->text().toStdString();
        }
    EXPECT_EQ(m_window.width(), 1024) << "and the window is no wider for them";
}

TEST_F(MainWindowDrops, ARenderOffersToTrainOnItsPairs) {
    makePicture("set/hall_beauty.png");
    makePicture("set/hall_albedo.png");
    drop(m_window, {m_root / "set"});
    const MessageBar& bar = m_window.inferPage().settingsPanel().message();
    ASSERT_TRUE(waitFor([&] { return bar.isVisible(); }));
    auto* button = bar.findChild<QPushButton*>();
    ASSERT_EQ(button->text(), QStringLiteral("Open as training pairs…"));
    button->click();
    EXPECT_TRUE(m_window.dataPage().isVisible());
    EXPECT_TRUE(waitFor([&] { return m_window.dataPage().model().rowCount() == 1; }));
}

TEST_F(MainWindowDrops, ATextureLibraryOnTheDataPageSaysWhatItIs) {
    makePicture("library/rock/rock_Albedo.png");
    makePicture("library/rock/rock_Gloss.png");
    m_window.showPage(StudioPage::Data);
    drop(m_window, {m_root / "library"});
    auto* card = m_window.dataPage().findChild<NoticeCard*>();
    auto* button = card->findChild<QPushButton*>();
    ASSERT_TRUE(waitFor([&] { return button->text() == QStringLiteral("Make training pairs…"); }));
    button->click();
    EXPECT_EQ(m_window.dataPage().synthesizeView().options().textures, m_root / "library");
}

TEST_F(MainWindowDrops, NoFieldOfTheWindowKeepsADropForItself) {
    for (const QLineEdit* field : m_window.findChildren<QLineEdit*>())
        EXPECT_FALSE(field->acceptDrops());
}

TEST_F(MainWindowDrops, DroppedModelFolderBecomesTheModelAndWaitingImagesStart) {
    const fs::path picture = makePicture("a.png");
    drop(m_window, {picture});
    ASSERT_TRUE(waitFor([&] { return queue().rowCount() == 1; }));
    EXPECT_TRUE(m_log.submitted.empty());
    fs::create_directories(m_root / "model");
    std::ofstream(m_root / "model/model_index.json") << "{}";
    drop(m_window, {m_root / "model"});
    ASSERT_TRUE(waitFor([&] { return m_log.submitted.size() == 1; }));
    EXPECT_EQ(m_log.submitted[0].model, m_root / "model");
    EXPECT_EQ(m_log.submitted[0].input, picture);
}

TEST_F(MainWindowDrops, WhatIsNoPictureIsSaidInPlaceAndNothingIsQueued) {
    const auto saidAfter = [&](const std::function<void(QMimeData&)>& fill) {
        m_window.inferPage().settingsPanel().message().hide();
        QMimeData data;
        fill(data);
        drop(m_window, data);
        const MessageBar& bar = m_window.inferPage().settingsPanel().message();
        EXPECT_TRUE(waitFor([&] { return bar.isVisible(); }));
        return bar.findChild<QLabel*>()->text();
    };
    EXPECT_TRUE(saidAfter([](QMimeData& data) {
                    data.setUrls({QUrl(QStringLiteral("https://example.org/a.png"))});
                }).contains(QStringLiteral("web address")));
    EXPECT_TRUE(saidAfter([](QMimeData& data) {
                    data.setText(QStringLiteral("some words"));
                }).contains(QStringLiteral("is text")));
    EXPECT_TRUE(saidAfter([](QMimeData& data) {
                    data.setText(QString());
                }).contains(QStringLiteral("text is empty")));
    EXPECT_TRUE(saidAfter([&](QMimeData& data) {
                    data.setUrls({QUrl::fromLocalFile(toQString(m_root / "gone.png"))});
                }).contains(QStringLiteral("no file gone.png")));
    EXPECT_EQ(queue().rowCount(), 0);
}

TEST_F(MainWindowDrops, TextThatIsAPathIsTheFile) {
    const fs::path picture = makePicture("a b.png");
    QMimeData data;
    data.setText(QStringLiteral("\"%1\"\n").arg(toQString(picture)));
    drop(m_window, data);
    ASSERT_TRUE(waitFor([&] { return queue().rowCount() == 1; }));
    EXPECT_EQ(queue().at(0).path, picture);
}

} // namespace

} // namespace unlit::ui
