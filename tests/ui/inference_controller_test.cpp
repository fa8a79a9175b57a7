// The controller of the queue: what runs when, and what stops it.
#include "tests/ui/inference_controller_fixture.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

#include <fstream>

namespace unlit::ui {

namespace {

TEST_F(InferenceControllerTest, NothingStartsWithoutAModelAndWaitingStartsWithOne) {
    m_controller.add({makePicture("a.png")});
    EXPECT_TRUE(m_log.submitted.empty());
    m_controller.setModel("/model");
    ASSERT_EQ(m_log.submitted.size(), 1U);
    EXPECT_EQ(m_log.submitted[0].model, "/model");
    EXPECT_FALSE(m_log.submitted[0].output.has_value());
}

TEST_F(InferenceControllerTest, RunsOneAfterTheOtherWithTheSettingsOfTheMoment) {
    m_controller.setModel("/model");
    const auto ids = m_controller.add({makePicture("a.png"), makePicture("b.png")});
    ASSERT_EQ(m_log.submitted.size(), 1U);
    EXPECT_EQ(stateOf(ids[0]), QueueState::Running);
    InferSettings settings;
    settings.options.seed = 99;
    m_controller.setSettings(settings, {});
    finishJob(0);
    ASSERT_EQ(m_log.submitted.size(), 2U);
    EXPECT_EQ(m_log.submitted[1].options.seed, 99U);
    EXPECT_EQ(stateOf(ids[0]), QueueState::Done);
    EXPECT_EQ(stateOf(ids[1]), QueueState::Running);
}

TEST_F(InferenceControllerTest, OfALongQueuePicturesAreReadWhereOneLooks) {
    std::vector<std::filesystem::path> files;
    const auto picture = makePicture("one_of_many.png");
    for (int i = 0; i < RowPictures::kFewRows + 20; ++i) {
        files.push_back(picture.parent_path() / ("many_" + std::to_string(i) + ".png"));
        std::filesystem::remove(files.back());
        std::filesystem::create_hard_link(picture, files.back());
    }
    const auto ids = m_controller.add(files);
    const auto item = [&](std::size_t at) { return m_controller.queue().find(ids[at]); };
    m_controller.pictures().rowsSeen({ids[310], ids[311]});
    m_controller.pictures().show(ids[5]);
    ASSERT_TRUE(waitFor([&] {
        return !item(310)->thumbnail.isNull() && !item(311)->thumbnail.isNull() &&
               !item(5)->thumbnail.isNull();
    }));
    EXPECT_EQ(item(310)->size, QSize(8, 6));
    EXPECT_TRUE(item(309)->thumbnail.isNull());
    EXPECT_TRUE(item(0)->thumbnail.isNull());
    m_controller.setModel("/model"); // it runs unseen, and is written with as many bits as it has
    ASSERT_EQ(m_log.submitted.size(), 1U);
    EXPECT_FALSE(item(0)->hasWideSamples.value_or(true));
    m_controller.setInput(ids[310], {.layer = {}, .space = ColorSpace::Linear, .exposureEv = {}});
    EXPECT_TRUE(item(310)->thumbnail.isNull()); // until the next glance
    for (const auto& file : files)
        std::filesystem::remove(file);
}

TEST_F(InferenceControllerTest, OfALongQueueOnlyTheLastInputsAreKept) {
    std::vector<std::filesystem::path> files;
    for (int i = 0; i < RowPictures::kFewRows + 1; ++i)
        files.push_back("/nowhere/" + std::to_string(i) + ".png");
    InferenceQueueModel queue;
    PictureLoader loader;
    RowPictures pictures(queue, loader);
    const auto ids = queue.add(files);
    for (std::size_t i = 0; i < RowPictures::kMostInputs + 2; ++i) {
        queue.update(ids[i], [](QueueItem& item) { item.small = std::make_shared<const Image>(); });
        pictures.pictureCame(ids[i], ids[0]);
    }
    EXPECT_TRUE(queue.find(ids[0])->small); // it is on show
    EXPECT_FALSE(queue.find(ids[1])->small);
    EXPECT_TRUE(queue.find(ids[2])->small);
}

TEST_F(InferenceControllerTest, CancelAllLeavesNothingThatStartsNext) {
    m_controller.setModel("/model");
    const auto ids = m_controller.add({makePicture("a.png"), makePicture("b.png")});
    m_controller.edits().cancelAll();
    EXPECT_EQ(m_log.cancelled, std::vector{m_log.jobs[0]});
    finishJob(0, Outcome::Cancelled);
    EXPECT_EQ(m_log.submitted.size(), 1U);
    EXPECT_EQ(stateOf(ids[0]), QueueState::Cancelled);
    EXPECT_EQ(stateOf(ids[1]), QueueState::Cancelled);
}

TEST_F(InferenceControllerTest, FailureIsKeptWithItsWayOutAndTheNextGoesOn) {
    m_controller.setModel("/model");
    const auto ids = m_controller.add({makePicture("a.png"), makePicture("b.png")});
    postTo(m_controller.sink(), m_log.jobs[0],
           Finished{Outcome::Failed, Failure{ErrorKind::Corrupt, "broken", "copy it", {}}});
    QCoreApplication::processEvents();
    EXPECT_EQ(stateOf(ids[0]), QueueState::Failed);
    EXPECT_EQ(m_controller.queue().find(ids[0])->failure.hint, "copy it");
    EXPECT_EQ(m_log.submitted.size(), 2U);
}

TEST_F(InferenceControllerTest, BrokenFileSaysSoBeforeAnyModelIsChosen) {
    const auto path = std::filesystem::path(testing::TempDir()) / "broken.png";
    std::ofstream(path) << "not a png";
    const auto id = m_controller.add({path}).front();
    ASSERT_TRUE(waitFor([&] { return stateOf(id) == QueueState::Failed; }));
    EXPECT_NE(m_controller.queue().find(id)->failure.message.find("broken.png"), std::string::npos);
}

TEST_F(InferenceControllerTest, ThumbnailAndSizeArriveInTheBackground) {
    const auto id = m_controller.add({makePicture("thumb.png")}).front();
    ASSERT_TRUE(waitFor([&] { return !m_controller.queue().find(id)->thumbnail.isNull(); }));
    EXPECT_EQ(m_controller.queue().find(id)->size, QSize(8, 6));
}

TEST_F(InferenceControllerTest, HeldQueueStartsNothingNewAndGoesOn) {
    m_controller.setModel("/model");
    const auto ids = m_controller.add({makePicture("a.png"), makePicture("b.png")});
    m_controller.hold().set(true);
    finishJob(0);
    EXPECT_EQ(stateOf(ids[1]), QueueState::Waiting);
    m_controller.hold().set(false);
    EXPECT_EQ(stateOf(ids[1]), QueueState::Running);
}

TEST_F(InferenceControllerTest, WhatIsDroppedRunsBeforeWhatWaits) {
    m_controller.setModel("/model");
    const auto first = m_controller.add({makePicture("a.png"), makePicture("b.png")});
    const auto dropped = m_controller.add({makePicture("c.png"), makePicture("d.png")});
    m_controller.runner().runFirst(dropped);
    EXPECT_EQ(stateOf(first[0]), QueueState::Running);
    finishJob(0);
    EXPECT_EQ(stateOf(dropped[0]), QueueState::Running);
    EXPECT_EQ(stateOf(first[1]), QueueState::Waiting);
    finishJob(1);
    finishJob(2);
    EXPECT_EQ(stateOf(first[1]), QueueState::Running);
}

TEST_F(InferenceControllerTest, WhatIsDroppedRunsThoughTheRestIsHeldFromLastTime) {
    m_controller.setModel("/model");
    QueueItem left;
    left.path = makePicture("a.png");
    m_controller.restore({left});
    const QueueItemId old = m_controller.queue().at(0).id;
    const auto dropped = m_controller.add({makePicture("b.png")});
    EXPECT_EQ(stateOf(dropped[0]), QueueState::Waiting);
    m_controller.runner().runFirst(dropped);
    EXPECT_EQ(stateOf(dropped[0]), QueueState::Running);
    finishJob(0);
    EXPECT_EQ(stateOf(old), QueueState::Waiting);
    m_controller.hold().set(false);
    EXPECT_EQ(stateOf(old), QueueState::Running);
    finishJob(1);
    m_controller.hold().set(true); // by the user: that holds everything
    const auto later = m_controller.add({makePicture("c.png")});
    m_controller.runner().runFirst(later);
    EXPECT_EQ(stateOf(later[0]), QueueState::Waiting);
}

TEST_F(InferenceControllerTest, AQueueOfLastTimeIsHeldNoLongerThanSomethingOfItWaits) {
    m_controller.setModel("/model");
    QueueItem left;
    left.path = makePicture("a.png");
    m_controller.restore({left});
    ASSERT_TRUE(m_controller.hold().isHeld());
    m_controller.runner().runFirst({m_controller.queue().at(0).id});
    EXPECT_FALSE(m_controller.hold().isHeld()) << "it runs, and nothing else was left";
    finishJob(0);
    m_controller.edits().clearDone();
    m_controller.restore({left});
    m_controller.edits().close({m_controller.queue().at(m_controller.queue().rowCount() - 1).id});
    m_controller.edits().close({m_controller.queue().at(m_controller.queue().rowCount() - 1).id});
    EXPECT_FALSE(m_controller.hold().isHeld()) << "it was taken out";
}

TEST_F(InferenceControllerTest, AResultIsOutOfDateAsLongAsTheSettingsAreOthers) {
    InferSettings settings;
    m_controller.setSettings(settings, {4, 1, 768});
    m_controller.setModel("/model");
    const auto id = m_controller.add({makePicture("a.png")}).front();
    const auto isStale = [&] { return m_controller.queue().find(id)->isStale; };
    auto result = std::make_shared<InferenceResult>();
    result->request = m_log.submitted[0];
    postTo(m_controller.sink(), m_log.jobs[0], ResultReady{result});
    finishJob(0);
    EXPECT_FALSE(isStale());
    m_controller.setSettings(settings, {4, 4, 768});
    EXPECT_TRUE(isStale());
    m_controller.setSettings(settings, {4, 1, 768});
    EXPECT_FALSE(isStale());
    settings.output.kind = OutputKind::Tiff; // the same pixels in another file
    settings.output.folder = QStringLiteral("/elsewhere");
    m_controller.setSettings(settings, {4, 1, 768});
    EXPECT_FALSE(isStale());
    m_controller.setInput(id, {.layer = {}, .space = ColorSpace::Linear, .exposureEv = {}});
    EXPECT_TRUE(isStale());
    m_controller.setInput(id, {});
    m_controller.setModel("/other");
    EXPECT_TRUE(isStale());
    m_controller.runner().runAgain(id);
    result = std::make_shared<InferenceResult>();
    result->request = m_log.submitted[1];
    postTo(m_controller.sink(), m_log.jobs[1], ResultReady{result});
    finishJob(1);
    EXPECT_FALSE(isStale());
}

TEST_F(InferenceControllerTest, OwnSettingsWinOverThoseOfAll) {
    InferSettings own;
    own.quality = Quality::Custom;
    own.setCustom({7, 2, 512});
    own.options.seed = 5;
    own.output.kind = OutputKind::Png8;
    own.output.saveWhenDone = true;
    const auto ids = m_controller.add({makePicture("a.png"), makePicture("b.png")});
    m_controller.setOwnSettings(ids[1], own);
    m_controller.setSettings({}, {4, 1, 768});
    m_controller.setModel("/model");
    finishJob(0);
    ASSERT_EQ(m_log.submitted.size(), 2U);
    EXPECT_EQ(*m_log.submitted[0].options.steps, 4);
    EXPECT_FALSE(m_log.submitted[0].output);
    EXPECT_EQ(*m_log.submitted[1].options.steps, 7);
    EXPECT_EQ(m_log.submitted[1].options.seed, 5U);
    ASSERT_TRUE(m_log.submitted[1].output);
    EXPECT_EQ(m_log.submitted[1].output->format, FileFormat::Png8);
}

TEST_F(InferenceControllerTest, AThousandWithFiftyBrokenAllComeToAnEnd) {
    std::vector<std::filesystem::path> files;
    const auto folder = std::filesystem::path(testing::TempDir()) / "controller_thousand";
    std::filesystem::create_directories(folder);
    for (int i = 0; i < 1000; ++i) {
        files.push_back(folder / (std::to_string(i) + ".png"));
        if (i % 20 == 0)
            std::ofstream(files.back()) << "no picture";
        else if (i == 1)
            std::filesystem::copy_file(makePicture("a.png"), files.back(),
                                       std::filesystem::copy_options::overwrite_existing);
        else if (i > 1)
            std::filesystem::copy_file(files[1], files.back(),
                                       std::filesystem::copy_options::overwrite_existing);
    }
    m_controller.setModel("/model");
    m_controller.add(files);
    auto& queue = m_controller.queue();
    const auto ended = [&] {
        return queue.countIn(QueueState::Done) + queue.countIn(QueueState::Failed);
    };
    std::size_t answered = 0;
    while (ended() < 1000 && answered < 2000) {
        ASSERT_TRUE(waitFor([&] { return m_log.jobs.size() > answered || ended() == 1000; }));
        if (m_log.jobs.size() <= answered)
            break;
        const bool isBroken = std::stoi(m_log.submitted[answered].input.stem().string()) % 20 == 0;
        finishJob(answered++, isBroken ? Outcome::Failed : Outcome::Done);
    }
    EXPECT_EQ(queue.countIn(QueueState::Done), 950);
    EXPECT_EQ(queue.countIn(QueueState::Failed), 50);
    std::filesystem::remove_all(folder);
}

TEST_F(InferenceControllerTest, AModelThatVanishesFailsTheRestOneByOneAndRetryBringsThemBack) {
    m_controller.setModel("/model");
    const auto ids =
        m_controller.add({makePicture("a.png"), makePicture("b.png"), makePicture("c.png")});
    finishJob(0);
    const Failure gone{ErrorKind::NotFound, "there is no model at /model", "choose another", {}};
    for (std::size_t job = 1; job < 3; ++job) {
        postTo(m_controller.sink(), m_log.jobs[job], Finished{Outcome::Failed, gone});
        QCoreApplication::processEvents();
    }
    EXPECT_EQ(stateOf(ids[0]), QueueState::Done);
    EXPECT_EQ(stateOf(ids[1]), QueueState::Failed);
    EXPECT_EQ(stateOf(ids[2]), QueueState::Failed);
    m_controller.setModel("/another");
    m_controller.runner().retryFailed();
    EXPECT_EQ(stateOf(ids[1]), QueueState::Running);
    EXPECT_EQ(stateOf(ids[2]), QueueState::Waiting);
    EXPECT_EQ(m_log.submitted.back().model, "/another");
}

TEST_F(InferenceControllerTest, WhatARunHasToSayIsKeptWithItsImage) {
    m_controller.setModel("/model");
    const auto path = makePicture("a.png");
    const auto id = m_controller.add({path}).front();
    postTo(m_controller.sink(), m_log.jobs[0],
           LogLine{LogLine::Level::Warning, path.string() + ": not enough memory"});
    QCoreApplication::processEvents();
    EXPECT_EQ(m_controller.queue().find(id)->notes,
              QStringList{QStringLiteral("Not enough memory.")});
}

TEST_F(InferenceControllerTest, TheRunningEnsembleCanBeFinishedEarlyAndShowsWhatItHas) {
    InferSettings settings;
    settings.quality = Quality::Custom;
    m_controller.setSettings(settings, {4, 10, 512});
    m_controller.setModel("/model");
    const auto ids = m_controller.add({makePicture("a.png"), makePicture("b.png")});
    EXPECT_EQ(m_controller.queue().find(ids[0])->members, 10);
    m_controller.runner().finishEarly(ids[1]); // waits still
    EXPECT_TRUE(m_log.finishedEarly.empty());
    m_controller.runner().finishEarly(ids[0]);
    EXPECT_EQ(m_log.finishedEarly, std::vector{m_log.jobs[0]});
    EXPECT_EQ(stateOf(ids[0]), QueueState::Running);

    QSignalSpy previews(&m_controller.runner(), &QueueRunner::previewReady);
    postTo(m_controller.sink(), m_log.jobs[0], PreviewReady{makeResult({}, 4, 4)});
    QCoreApplication::processEvents();
    EXPECT_EQ(previews.count(), 1);
    EXPECT_EQ(m_controller.queue().find(ids[0])->result, nullptr); // nothing to save yet
}

} // namespace

} // namespace unlit::ui
