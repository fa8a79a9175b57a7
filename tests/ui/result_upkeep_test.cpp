// Results after their run: another strength without one, and savings that are counted.
#include "tests/ui/inference_controller_fixture.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

namespace unlit::ui {

namespace {

class ResultUpkeepTest : public InferenceControllerTest {
protected:
    /// A picture of 0.2 whose albedo is 0.8 in the model's own word, mixed by the strength asked.
    QueueItemId finishOne(const std::string& name) {
        const auto id = m_controller.add({makePicture(name)}).front();
        const std::size_t job = m_log.jobs.size() - 1;
        auto result = std::make_shared<InferenceResult>(*makeResult(m_log.submitted[job], 8, 6));
        const double strength = result->request.options.strength.value_or(1);
        Image picture = *result->input;
        std::ranges::fill(picture.samples, 0.2F);
        result->input = std::make_shared<const Image>(picture);
        result->display = result->input;
        std::ranges::fill(result->prediction.targets[0].image.samples,
                          static_cast<float>(0.2 + strength * 0.6));
        result->prediction.used.strength = strength;
        result->prediction.used.detail = DetailMode::Guided;
        postTo(m_controller.sink(), m_log.jobs[job],
               ResultReady{std::shared_ptr<const InferenceResult>(result)});
        finishJob(job);
        return id;
    }

    void setStrength(double strength) {
        m_settings.options.strength = strength;
        m_controller.setSettings(m_settings, {4, 1, 768});
    }

    const QueueItem& item(QueueItemId id) { return *m_controller.queue().find(id); }

    float albedo(QueueItemId id) { return item(id).result->prediction.targets[0].image.samples[0]; }

    void endSave(std::optional<Failure> failure = {}) {
        if (!failure) {
            auto written = std::make_shared<InferenceResult>();
            written->outputs["albedo"] = "/out/a_albedo.exr";
            postTo(m_controller.sink(), m_log.lastSave,
                   ResultReady{std::shared_ptr<const InferenceResult>(written)});
        }
        postTo(m_controller.sink(), m_log.lastSave,
               Finished{failure ? Outcome::Failed : Outcome::Done, failure});
        QCoreApplication::processEvents();
    }

    InferSettings m_settings;
};

TEST_F(ResultUpkeepTest, AnotherStrengthNeedsNoRunAndIsWhatIsSaved) {
    setStrength(0.5);
    m_controller.setModel("/model");
    const auto id = finishOne("a.png");
    EXPECT_NEAR(albedo(id), 0.5, 1e-6);
    QSignalSpy changed(&m_controller.upkeep(), &ResultUpkeep::resultChanged);
    setStrength(1);
    EXPECT_FALSE(item(id).isStale);
    m_controller.upkeep().save(id, {}); // before it is there
    EXPECT_TRUE(m_log.saves.empty());
    EXPECT_TRUE(item(id).isSaving);
    ASSERT_TRUE(waitFor([&] { return changed.count() == 1; }));
    EXPECT_NEAR(albedo(id), 0.8, 1e-6);
    EXPECT_EQ(item(id).result->request.options.strength, 1);
    ASSERT_EQ(m_log.saves.size(), 1U);
    endSave();
    EXPECT_FALSE(item(id).saved.empty());
    setStrength(0.5); // those files have another strength
    ASSERT_TRUE(waitFor([&] { return changed.count() == 2; }));
    EXPECT_TRUE(item(id).saved.empty());
    EXPECT_EQ(item(id).savedBefore, (std::vector<std::filesystem::path>{"/out/a_albedo.exr"}));
    EXPECT_EQ(m_log.submitted.size(), 1U) << "the network has not run again";
}

TEST_F(ResultUpkeepTest, TheLastOfManyStrengthsIsTheOneThatStays) {
    setStrength(0.5);
    m_controller.setModel("/model");
    const auto first = finishOne("a.png");
    const auto second = finishOne("b.png");
    for (const double strength : {0.6, 0.7, 0.9})
        setStrength(strength);
    ASSERT_TRUE(waitFor([&] {
        return std::abs(albedo(first) - 0.74) < 1e-5 && std::abs(albedo(second) - 0.74) < 1e-5;
    }));
    m_settings.options.seed = 7; // and what needs a run is out of date
    setStrength(1);
    EXPECT_TRUE(item(first).isStale);
    QTest::qWait(30);
    EXPECT_NEAR(albedo(first), 0.74, 1e-5);
}

TEST_F(ResultUpkeepTest, SavingsAreCountedAndFailuresAmongThemSaid) {
    m_controller.setModel("/model");
    const auto first = finishOne("a.png");
    const auto second = finishOne("b.png");
    std::vector<SaveCount> ends;
    QObject::connect(&m_controller.upkeep(), &ResultUpkeep::savesEnded, &m_controller,
                     [&](const SaveCount& count) { ends.push_back(count); });
    EXPECT_EQ(m_controller.upkeep().unsaved().size(), 2U);
    m_controller.upkeep().save(first, {});
    const JobId firstSave = m_log.lastSave;
    m_controller.upkeep().save(second, {});
    EXPECT_EQ(m_controller.upkeep().saving().asked, 2);
    const InferenceQueueModel& queue = m_controller.queue();
    EXPECT_EQ(queue.data(queue.indexOf(first), InferenceQueueModel::StatusRole).toString(),
              QStringLiteral("Saving… · 2.5 s"));
    postTo(m_controller.sink(), firstSave,
           Finished{Outcome::Failed, Failure{ErrorKind::Io, "disk full", "make room", {}}});
    QCoreApplication::processEvents();
    EXPECT_TRUE(ends.empty());
    EXPECT_EQ(m_controller.upkeep().saving().ended, 1);
    endSave();
    ASSERT_EQ(ends.size(), 1U);
    EXPECT_EQ(ends[0].failed, std::vector{first});
    EXPECT_EQ(ends[0].saved, std::vector{second});
    EXPECT_EQ(ends[0].failure.message, "disk full");
    EXPECT_EQ(m_controller.upkeep().saving().asked, 0);
    EXPECT_EQ(m_controller.upkeep().unsaved(), std::vector{first});
}

TEST_F(ResultUpkeepTest, TheTimeOfAllThatWaitsIsTheirSum) {
    m_controller.setModel("/model");
    m_controller.add({makePicture("a.png"), makePicture("b.png"), makePicture("c.png")});
    const auto tenEach = [](const QueueItem&) { return std::optional(10.0); };
    EXPECT_DOUBLE_EQ(m_controller.runner().secondsLeft(tenEach).value(), 30);
    Progress half;
    half.fraction = 0.5;
    half.secondsLeft = 4;
    postTo(m_controller.sink(), m_log.jobs[0], half);
    QCoreApplication::processEvents();
    EXPECT_DOUBLE_EQ(m_controller.runner().secondsLeft(tenEach).value(), 24);
    const auto unknown = [](const QueueItem&) { return std::optional<double>(); };
    EXPECT_FALSE(m_controller.runner().secondsLeft(unknown));
}

} // namespace

} // namespace unlit::ui
