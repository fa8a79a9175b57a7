#include "ui/bridge/event_bridge.h"

#include "tests/ui/fake_session.h"

#include <gtest/gtest.h>

#include <thread>

namespace unlit::ui {

namespace {

WorkStage named(const std::string& name) {
    return {{.kind = StagePart::Kind::Picture, .name = name}};
}

/// Writes down every signal in order.
struct Recorder {
    explicit Recorder(EventBridge& bridge) {
        QObject::connect(&bridge, &EventBridge::started, &bridge,
                         [this](JobId job, const Started&) { add("started", job, {}); });
        QObject::connect(&bridge, &EventBridge::progressed, &bridge,
                         [this](JobId job, const Progress& event) {
                             add("progress", job, toEnglish(event.stage));
                         });
        QObject::connect(&bridge, &EventBridge::previewReady, &bridge,
                         [this](JobId job, const PreviewReady& event) {
                             add("preview", job,
                                 std::to_string(event.result->prediction.used.members));
                         });
        QObject::connect(&bridge, &EventBridge::logged, &bridge,
                         [this](JobId job, const LogLine& line) { add("log", job, line.text); });
        QObject::connect(&bridge, &EventBridge::finished, &bridge,
                         [this](JobId job, const Finished&) { add("finished", job, {}); });
    }

    void add(const std::string& kind, JobId job, const std::string& text) {
        heard.push_back(kind + std::to_string(job.value) + text);
    }

    std::vector<std::string> heard;
};

using Heard = std::vector<std::string>;

void log(EventBridge& bridge, JobId job, const char* text) {
    postTo(bridge, job, LogLine{LogLine::Level::Info, text});
}

TEST(EventBridge, KeepsOnlyTheNewestProgressOfEachJob) {
    EventBridge bridge;
    Recorder recorder(bridge);
    postTo(bridge, JobId{1}, Progress{0.1, {}, named("a")});
    postTo(bridge, JobId{2}, Progress{0.1, {}, named("x")});
    postTo(bridge, JobId{1}, Progress{0.2, {}, named("b")});
    postTo(bridge, JobId{1}, Progress{0.3, {}, named("c")});
    QCoreApplication::processEvents();
    EXPECT_EQ(recorder.heard, (Heard{"progress1c", "progress2x"}));
}

TEST(EventBridge, KeepsOnlyTheNewestPreviewOfEachJob) {
    const auto preview = [](int members) {
        auto result = std::make_shared<InferenceResult>();
        result->prediction.used.members = members;
        return PreviewReady{result};
    };
    EventBridge bridge;
    Recorder recorder(bridge);
    postTo(bridge, JobId{1}, preview(1));
    postTo(bridge, JobId{1}, Progress{0.1, {}, named("a")});
    postTo(bridge, JobId{1}, preview(2));
    postTo(bridge, JobId{2}, preview(5));
    QCoreApplication::processEvents();
    EXPECT_EQ(recorder.heard, (Heard{"preview12", "progress1a", "preview25"}));
}

TEST(EventBridge, KeepsEverythingElseInOrder) {
    EventBridge bridge;
    Recorder recorder(bridge);
    postTo(bridge, JobId{1}, Started{"x"});
    for (const char* text : {"a", "b", "c"})
        log(bridge, JobId{1}, text);
    postTo(bridge, JobId{1}, Finished{});
    QCoreApplication::processEvents();
    EXPECT_EQ(recorder.heard, (Heard{"started1", "log1a", "log1b", "log1c", "finished1"}));
}

TEST(EventBridge, DropsWhatComesAfterTheEndOfAJob) {
    EventBridge bridge;
    Recorder recorder(bridge);
    postTo(bridge, JobId{1}, Finished{});
    postTo(bridge, JobId{1}, Progress{0.5, {}, named("late")});
    QCoreApplication::processEvents();
    log(bridge, JobId{1}, "later");
    log(bridge, JobId{2}, "other");
    QCoreApplication::processEvents();
    EXPECT_EQ(recorder.heard, (Heard{"finished1", "log2other"}));
}

TEST(EventBridge, DeliversOnItsOwnThreadWhateverThreadPosts) {
    EventBridge bridge;
    std::set<std::thread::id> threads;
    int count = 0;
    QObject::connect(&bridge, &EventBridge::logged, &bridge, [&](JobId, const LogLine&) {
        threads.insert(std::this_thread::get_id());
        ++count;
    });
    {
        std::vector<std::jthread> posters;
        for (int poster = 0; poster < 4; ++poster) {
            posters.emplace_back([&bridge] {
                for (int i = 0; i < 250; ++i)
                    log(bridge, JobId{1}, "x");
            });
        }
    }
    ASSERT_TRUE(waitFor([&] { return count == 1000; })) << count;
    EXPECT_EQ(threads, std::set{std::this_thread::get_id()});
}

struct WakeCounter : QObject {
    int wakes = 0;

    bool eventFilter(QObject*, QEvent* event) override {
        wakes += event->type() == QEvent::MetaCall ? 1 : 0;
        return false;
    }
};

TEST(EventBridge, QueuesOneDrainForManyEvents) {
    WakeCounter counter;
    EventBridge bridge;
    bridge.installEventFilter(&counter);
    for (int i = 0; i < 100; ++i)
        log(bridge, JobId{1}, "x");
    QCoreApplication::processEvents();
    EXPECT_EQ(counter.wakes, 1);
}

} // namespace

} // namespace unlit::ui
