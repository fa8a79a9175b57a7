// A run goes on with other settings, which are asked for in a form.
#include "core/config/load_config.h"
#include "tests/ui/train_page_fixture.h"

#include <QTest>

#include <fstream>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

class TrainPageChanges : public TrainPageTest {
protected:
    TrainPageChanges() {
        m_page.processes().setStartProgram([this](const QStringList& words, const auto& done) {
            m_started = words;
            done({}, {});
        });
    }

    /// Of 20 steps of 40, stopped.
    fs::path makeRun(const std::string& more = {}) {
        const train::RunFolder run =
            train::RunFolder::create(m_root / "run", kTrainRecipe.toStdString() + more);
        for (int step = 1; step <= 20; ++step)
            std::ofstream(run.metrics(), std::ios::app)
                << "{\"step\":" << step << ",\"time\":" << 1000 + step
                << ",\"epoch\":1,\"train/loss\":0.5}\n";
        std::ofstream(run.path() / "events.jsonl")
            << R"({"version":1,"kind":"stopped","time":"2026-03-02T10:00:00Z","step":20})" << '\n';
        return run.path();
    }

    void open(const fs::path& run) {
        m_page.showRun(run);
        ASSERT_TRUE(waitFor([&] { return m_page.bar().state().canExtend; }));
        emit m_page.bar().changesAsked();
        ASSERT_TRUE(form().isVisible());
    }

    ResumeForm& form() { return m_page.resumeForm(); }

    QString formSays() {
        QString all;
        for (const QLabel* label : form().message().findChildren<QLabel*>())
            all += label->text() + u'\n';
        return form().message().isVisible() ? all : QString();
    }

    void write(const char* settings) {
        form().settings().setText(QString::fromLatin1(settings));
        QTest::keyClick(&form().settings(), Qt::Key_Return);
    }

    QStringList offered() {
        QStringList keys;
        for (int i = 0; i < form().offers().topLevelItemCount(); ++i)
            if (const QTreeWidgetItem* row = form().offers().topLevelItem(i); !row->isHidden())
                keys += row->text(0);
        return keys;
    }

    QStringList m_started; ///< words of the last program
};

TEST_F(TrainPageChanges, TheRunGoesOnWithThem) {
    const fs::path run = makeRun();
    open(run);
    write("trainer.save_period=5  lr=1e-5");
    EXPECT_FALSE(form().isVisible());
    ASSERT_EQ(m_log.resumed.size(), 1U) << said().toStdString();
    EXPECT_EQ(m_log.resumed[0].run, run);
    EXPECT_EQ(m_log.resumed[0].overrides,
              (std::vector<std::string>{"trainer.save_period=5", "lr=1e-5"}));
    EXPECT_EQ(m_log.resumed[0].extendBy, 0);
}

TEST_F(TrainPageChanges, WhatCannotBeIsSaidBeforeAnythingBegins) {
    open(makeRun());
    for (const auto& [settings, word] :
         {std::pair{"trainer.save_perod=5", "save_perod"},
          std::pair{"optimizer.name=SGD", "optimizer.name was Adam"},
          std::pair{"max_iter=many", "many"}, std::pair{"lr", "KEY=VALUE"}}) {
        write(settings);
        EXPECT_TRUE(formSays().contains(QString::fromLatin1(word)))
            << settings << ": " << formSays().toStdString();
        EXPECT_TRUE(form().isVisible());
    }
    write("");
    EXPECT_TRUE(formSays().contains(QStringLiteral("Nothing"))) << formSays().toStdString();
    EXPECT_TRUE(m_log.resumed.empty());
    EXPECT_TRUE(m_started.isEmpty());
}

TEST_F(TrainPageChanges, WhatMayChangeIsOfferedWithItsValueAndTakenIntoTheLine) {
    open(makeRun());
    EXPECT_TRUE(offered().contains(QStringLiteral("lr")));
    EXPECT_FALSE(offered().contains(QStringLiteral("optimizer.name")));
    QTest::keyClicks(&form().settings(), QStringLiteral("lr=1e-5 max_it"));
    EXPECT_EQ(offered(), QStringList{QStringLiteral("max_iter")});
    QTest::keyClick(&form().settings(), Qt::Key_Down);
    QTest::keyClick(&form().offers(), Qt::Key_Return);
    EXPECT_EQ(form().settings().text(), QStringLiteral("lr=1e-5 max_iter=40"));
    EXPECT_EQ(form().settings().selectedText(), QStringLiteral("40")) << "to be typed over";
    QTest::keyClicks(&form().settings(), QStringLiteral("60"));
    EXPECT_EQ(form().settings().settings(), (std::vector<std::string>{"lr=1e-5", "max_iter=60"}));
}

TEST_F(TrainPageChanges, ProcessesOfTheirOwnGetThemAsWords) {
    const fs::path run = makeRun("run: {processes: 2}\n");
    open(run);
    write("lr=1e-5");
    EXPECT_TRUE(m_log.resumed.empty());
    EXPECT_EQ(m_started.mid(0, 3),
              (QStringList{QStringLiteral("train"), QStringLiteral("--resume"), toQString(run)}));
    EXPECT_EQ(m_started.last(), QStringLiteral("lr=1e-5"));
}

TEST_F(TrainPageChanges, ARunOfOneProcessMayGoOnInOneOfItsOwn) {
    const fs::path run = makeRun();
    open(run);
    form().settings().setText(QStringLiteral("trainer.save_period=5"));
    form().detachButton().click();
    EXPECT_TRUE(m_log.resumed.empty());
    EXPECT_TRUE(m_started.contains(QStringLiteral("--detach")));
    EXPECT_EQ(m_started.last(), QStringLiteral("trainer.save_period=5"));
}

TEST_F(TrainPageChanges, ValuesWithSpacesAreOneWord) {
    SettingsLine& line = form().settings();
    line.setText(QStringLiteral("lr=1 a"));
    line.putSetting(QStringLiteral("a.b"), QStringLiteral("[1, \"x y\"]"));
    EXPECT_EQ(line.settings(), (std::vector<std::string>{"lr=1", "a.b=[1, \"x y\"]"}));
    line.setCursorPosition(2);
    EXPECT_EQ(line.keyAtCursor(), QStringLiteral("lr"));
    line.putSetting(QStringLiteral("max_iter"), QStringLiteral("3"));
    EXPECT_EQ(line.settings(), (std::vector<std::string>{"max_iter=3", "a.b=[1, \"x y\"]"}));
}

} // namespace

} // namespace unlit::ui
