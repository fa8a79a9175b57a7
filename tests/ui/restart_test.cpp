// A long queue with broken files in it: the program ends in the middle, and goes on where it was.
#include "core/image/image_file.h"
#include "tests/ui/fake_session.h"
#include "ui/main_window.h"

#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <memory>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

constexpr int kFiles = 1000;
constexpr int kBroken = 50;
constexpr int kEvery = kFiles / kBroken;

class RestartTest : public testing::Test {
protected:
    RestartTest() {
        fs::create_directories(m_root / "shots");
        fs::create_directories(m_root / "out");
        const fs::path good = m_root / "good.png";
        writeImage(good, makeImage(8, 6, {"R", "G", "B"}, ColorSpace::Srgb),
                   {.format = FileFormat::Png8});
        for (int i = 0; i < kFiles; ++i) {
            const fs::path file = m_root / "shots" / (std::to_string(kFiles + i) + "_shot.png");
            if (i % kEvery == 7)
                std::ofstream(file) << "no picture";
            else
                fs::copy_file(good, file);
            m_files.push_back(file);
        }
    }

    /// A window as the program makes it; ends the one before.
    void start() {
        m_window.reset();
        m_log = {};
        m_answered = 0;
        m_window = makeWindow();
        m_window->show();
    }

    std::unique_ptr<MainWindow> makeWindow() {
        return std::make_unique<MainWindow>(
            StudioParts{.settingsFile = m_folder.filePath(QStringLiteral("studio.ini")),
                        .stateFolder = m_folder.filePath(QStringLiteral("state")),
                        .makeService = makeFake(m_log),
                        .inspectModel =
                            [](const fs::path& folder) {
                                ModelSummary summary;
                                summary.folder = folder;
                                summary.targets = {"albedo"};
                                return summary;
                            },
                        .makeTrainService = {}});
    }

    InferenceController& controller() { return m_window->inferPage().controller(); }

    InferenceQueueModel& queue() { return controller().queue(); }

    int ended() { return queue().countIn(QueueState::Done) + queue().countIn(QueueState::Failed); }

    /// The engine: what it cannot read fails, the rest is done and saved.
    void answerNext() {
        const std::size_t job = m_answered++;
        const InferenceRequest& request = m_log.submitted[job];
        const std::string stem = request.input.stem().string();
        ++m_runs[stem];
        if (std::stoi(stem) % kEvery == 7) {
            postTo(controller().sink(), m_log.jobs[job],
                   Finished{Outcome::Failed,
                            Failure{ErrorKind::Corrupt, "is no image", "copy it again", {}}});
        } else {
            auto result = std::make_shared<InferenceResult>(*makeResult(request, 8, 6));
            result->outputs["albedo"] = m_root / "out" / (stem + "_albedo.png");
            postTo(controller().sink(), m_log.jobs[job],
                   ResultReady{std::shared_ptr<const InferenceResult>(result)});
            postTo(controller().sink(), m_log.jobs[job], Finished{});
        }
        QCoreApplication::processEvents();
    }

    /// Until so many have ended.
    bool runUntil(int count) {
        while (ended() < count) {
            if (!waitFor([&] { return m_log.jobs.size() > m_answered || ended() >= count; }))
                return false;
            if (ended() < count)
                answerNext();
        }
        return true;
    }

    QTemporaryDir m_folder;
    fs::path m_root = m_folder.path().toStdString();
    std::vector<fs::path> m_files;
    FakeSessionLog m_log;
    std::size_t m_answered = 0;
    std::map<std::string, int> m_runs; ///< by the name of the file, over all starts
    std::unique_ptr<MainWindow> m_window;
};

} // namespace

TEST_F(RestartTest, AThousandWithFiftyBrokenGoOnWhereTheyWereHalfWay) {
    start();
    m_window->inferPage().chooseModel(QStringLiteral("/models/good"));
    m_window->inferPage().open(m_files);
    ASSERT_TRUE(waitFor([&] { return m_log.submitted.size() == 1; }));
    ASSERT_EQ(queue().rowCount(), kFiles);
    ASSERT_TRUE(runUntil(kFiles / 2));
    // What a user did stays, too: another order, settings of its own, one thing taken out.
    const QueueItemId last = queue().at(kFiles - 1).id;
    queue().moveTo({last}, 0);
    InferSettings own;
    own.options.seed = 77;
    controller().setOwnSettings(last, own);
    const fs::path gone = queue().at(1).path;
    ASSERT_EQ(queue().at(1).state, QueueState::Done);
    controller().edits().close({queue().at(1).id});
    ASSERT_TRUE(waitFor([&] { return m_log.jobs.size() > m_answered; }));
    const QueueItemId running = controller().runner().running(); // one is half-way
    ASSERT_NE(running, 0);
    const fs::path halfWay = queue().find(running)->path;
    const int failed = queue().countIn(QueueState::Failed);
    const int done = queue().countIn(QueueState::Done);
    m_window->close();

    start();
    ASSERT_EQ(queue().rowCount(), kFiles - 1);
    EXPECT_EQ(queue().countIn(QueueState::Failed), failed);
    EXPECT_EQ(queue().countIn(QueueState::Done), done);
    EXPECT_EQ(queue().countIn(QueueState::Waiting), kFiles - 1 - failed - done);
    EXPECT_EQ(queue().countIn(QueueState::Running), 0);
    EXPECT_EQ(queue().at(0).path, m_files.back());
    ASSERT_TRUE(queue().at(0).own);
    EXPECT_EQ(queue().at(0).own->options.seed, 77U);
    for (int row = 0; row < queue().rowCount(); ++row) {
        const QueueItem& item = queue().at(row);
        EXPECT_NE(item.path, gone);
        if (item.path == halfWay) {
            EXPECT_EQ(item.state, QueueState::Waiting);
        }
        if (item.state == QueueState::Failed) {
            EXPECT_FALSE(item.failure.message.empty() || item.failure.hint.empty());
        }
        if (item.state == QueueState::Done) {
            EXPECT_EQ(item.saved.size(), 1U);
        }
    }
    QTest::qWait(100);
    EXPECT_TRUE(m_log.submitted.empty()) << "nothing starts before it is asked for";
    emit m_window->inferPage().queuePanel().continueAsked();
    ASSERT_TRUE(runUntil(kFiles - 1));
    EXPECT_EQ(queue().countIn(QueueState::Done), kFiles - kBroken - 1);
    EXPECT_EQ(queue().countIn(QueueState::Failed), kBroken);
    // Broken ones are found out when they are looked at, before their turn or in it; nothing that
    // was done is done again.
    for (const fs::path& file : m_files) {
        const int runs = m_runs[file.stem().string()];
        const bool isBroken = std::stoi(file.stem().string()) % kEvery == 7;
        EXPECT_TRUE(isBroken ? runs <= 1 : runs == 1) << file << ' ' << runs;
    }
}

TEST_F(RestartTest, OfTwoStudiosAtOnceNeitherTakesTheOthersQueue) {
    const auto saidIn = [](MainWindow& window) {
        QString said;
        for (const QLabel* label :
             window.inferPage().settingsPanel().message().findChildren<QLabel*>())
            said += label->text() + u' ';
        return said;
    };
    const auto pathsOf = [](MainWindow& window) {
        std::vector<fs::path> paths;
        const InferenceQueueModel& all = window.inferPage().controller().queue();
        for (int row = 0; row < all.rowCount(); ++row)
            paths.push_back(all.at(row).path);
        return paths;
    };
    start();
    m_window->inferPage().open({m_files[0], m_files[1]});
    ASSERT_TRUE(waitFor([&] { return queue().rowCount() == 2; }));
    {
        const auto other = makeWindow();
        EXPECT_TRUE(saidIn(*other).contains(u"Another studio is open"));
        EXPECT_TRUE(pathsOf(*other).empty()) << "they are not run twice";
        other->inferPage().open({m_files[2]});
        ASSERT_TRUE(waitFor([&] { return pathsOf(*other).size() == 1; }));
        other->close();
    }
    m_window->close();
    for (int time = 0; time < 2; ++time) {
        start();
        EXPECT_EQ(pathsOf(*m_window), (std::vector{m_files[0], m_files[1], m_files[2]})) << time;
        EXPECT_FALSE(saidIn(*m_window).contains(u"Another studio"));
    }
}

} // namespace unlit::ui
