// Sweeps of the Train page: what they are to be is said before the start, and how far they are
// after it.
#include "core/runs/run_finder.h"
#include "tests/support/file_text.h"
#include "tests/ui/train_page_fixture.h"
#include "ui/train/sweep_dialog.h"

#include <QAction>
#include <QCompleter>

#include <fstream>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

class SweepDialogTest : public TrainPageTest {
protected:
    SweepDialogTest() {
        m_page.sweep().dialog().setStartProcess(
            [this](const QStringList& words, const QString& file) {
                m_started += words;
                m_console = file;
                return m_canStart;
            });
        m_page.recipe().files().openText(QStringLiteral("small.yaml"), kTrainRecipe);
        m_page.sweep().open();
        form().place().setText(toQString(m_sweep));
    }

    SweepForm& form() { return m_page.sweep().dialog().form(); }

    SweepProgress& progress() { return m_page.sweep().dialog().progress(); }

    void fill(const char* key, const char* values) {
        form().axes().keyField(form().axes().rowCount() - 1).setText(QString::fromUtf8(key));
        form().axes().valuesField(form().axes().rowCount() - 1).setText(QString::fromUtf8(values));
    }

    bool canStart() {
        EXPECT_TRUE(waitFor([&] { return form().isSettled(); }));
        return form().startButton().isEnabled();
    }

    QStringList names() {
        QStringList names;
        for (int i = 0; i < form().names().count(); ++i)
            names += form().names().item(i)->text();
        return names;
    }

    QString cell(int row, int column) { return progress().runs().topLevelItem(row)->text(column); }

    /// Whether the progress comes to say this.
    bool saysLead(const char* part) {
        return waitFor([&] { return progress().lead().contains(QString::fromUtf8(part)); });
    }

    QStringList m_started;
    QString m_console;
    bool m_canStart = true;
    fs::path m_sweep = m_root / "my sweep";
};

} // namespace

TEST_F(SweepDialogTest, SaysRunsAndTheirNamesBeforeTheStart) {
    EXPECT_TRUE(m_page.sweep().dialog().isVisible());
    EXPECT_TRUE(m_page.sweep().dialog().showsForm());
    EXPECT_FALSE(canStart()) << "nothing is swept over";
    fill("lr", "1e-4, 3e-5");
    EXPECT_TRUE(canStart()) << form().summary().toStdString();
    EXPECT_EQ(names(), QStringList({QStringLiteral("lr=1e-4"), QStringLiteral("lr=3e-5")}));
    form().axes().addRow();
    fill("optimizer.name", "AdamW,Muon,SGD");
    EXPECT_TRUE(canStart()) << form().summary().toStdString();
    EXPECT_EQ(names().size(), 6);
    EXPECT_EQ(names().value(1), QStringLiteral("lr=1e-4_name=Muon"));
    EXPECT_TRUE(form().startButton().text().contains(u'6'));
}

TEST_F(SweepDialogTest, LinkedSettingsGoTogether) {
    fill("lr", "1e-4, 3e-5");
    EXPECT_FALSE(form().axes().zipButton(0).isEnabled()) << "there is nothing to link it with";
    form().axes().addRow();
    fill("max_iter", "20, 80");
    form().axes().zipButton(0).click();
    form().axes().zipButton(1).click();
    EXPECT_TRUE(canStart()) << form().summary().toStdString();
    EXPECT_EQ(names(), QStringList({QStringLiteral("lr=1e-4_max_iter=20"),
                                    QStringLiteral("lr=3e-5_max_iter=80")}));
    fill("max_iter", "20, 80, 90");
    EXPECT_FALSE(canStart());
    EXPECT_TRUE(form().summary().contains(QStringLiteral("lr has 2, max_iter 3")))
        << form().summary().toStdString();
    form().axes().zipButton(1).click();
    form().axes().zipButton(0).click();
    EXPECT_TRUE(canStart());
    EXPECT_EQ(names().size(), 6);
}

TEST_F(SweepDialogTest, AFigureOfChoiceGoesIntoThePlanAndTheTable) {
    m_page.recipe().files().openText(
        QStringLiteral("small.yaml"),
        QStringLiteral("model: {pretrained_path: model}\n"
                       "dataset:\n  train: {disp_name: t, dir: train, filenames: l}\n"
                       "  val: [{disp_name: rooms, dir: val, filenames: l}]\n"
                       "eval: {eval_metrics: [psnr, mse]}\nmax_iter: 40\nlr: 0.001\n"));
    m_page.sweep().open();
    form().place().setText(toQString(m_sweep));
    fill("lr", "1e-4, 3e-5");
    EXPECT_GE(form().figure().findText(QStringLiteral("val/rooms/mse")), 1);
    form().figure().setEditText(QStringLiteral("val/halls/mse"));
    EXPECT_FALSE(canStart());
    EXPECT_TRUE(form().summary().contains(QStringLiteral("tell val/rooms/psnr")))
        << form().summary().toStdString();
    form().figure().setEditText(QStringLiteral("val/rooms/mse"));
    ASSERT_TRUE(canStart()) << form().summary().toStdString();
    form().startButton().click();
    EXPECT_EQ(readSweepPlan(m_sweep).figure, "val/rooms/mse");
    EXPECT_TRUE(waitFor(
        [&] { return progress().runs().headerItem()->text(3).contains(QStringLiteral("mse")); }));
}

TEST_F(SweepDialogTest, TabGoesThroughTheFormAsItIsRead) {
    form().axes().addRow();
    QWidget* at = &form().axes().keyField(0);
    const QWidgetList expected = {&form().axes().valuesField(0),
                                  &form().axes().keyField(1),
                                  &form().axes().valuesField(1),
                                  &form().forAll(),
                                  &form().place(),
                                  &form().figure()};
    qsizetype found = 0;
    for (int i = 0; i < 60 && found < expected.size(); ++i) {
        at = at->nextInFocusChain();
        if (at == expected[found])
            ++found;
        else
            EXPECT_FALSE(expected.contains(at)) << "out of turn, behind " << found;
    }
    EXPECT_EQ(found, expected.size());
}

TEST_F(SweepDialogTest, ItsRunsAreNotCoveredByIt) {
    writeSweepPlan(m_sweep, {"/", "", false, {{"a", "r", {}}}});
    m_page.sweep().show(m_sweep);
    std::vector<fs::path> asked;
    QObject::connect(&m_page.sweep(), &RecipeSweep::runsAsked, &m_page,
                     [&](const fs::path& sweep) { asked.push_back(sweep); });
    for (QPushButton* button : progress().findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Show in Runs"))
            button->click();
    EXPECT_EQ(asked, std::vector{m_sweep});
    EXPECT_FALSE(m_page.sweep().dialog().isVisible());
}

TEST_F(SweepDialogTest, KeysAreCompletedFromTheSchemaWithoutWhatNamesARun) {
    const QStringList keys = form().axes().keys();
    EXPECT_TRUE(keys.contains(QStringLiteral("optimizer.name")));
    EXPECT_TRUE(keys.contains(QStringLiteral("max_iter")));
    EXPECT_FALSE(keys.contains(QStringLiteral("run.name")));
    QCompleter* completer = form().axes().keyField(0).completer();
    ASSERT_NE(completer, nullptr);
    completer->setCompletionPrefix(QStringLiteral("weight_dec"));
    EXPECT_GE(completer->completionCount(), 1);
}

TEST_F(SweepDialogTest, ASlipIsSaidAtOnceAndStartsNothing) {
    fill("lrr", "1e-4");
    EXPECT_TRUE(form().summary().contains(QStringLiteral("lrr"))) << "no later than the key press";
    EXPECT_FALSE(canStart());
    fill("lr", "1e-4, fast");
    EXPECT_FALSE(canStart());
    EXPECT_TRUE(form().summary().contains(QStringLiteral("lr=fast")));
    EXPECT_TRUE(form().summary().contains(QStringLiteral(": lr"))) << "a key keeps its letters";
    fill("lr", "1e-4, 1e-4");
    EXPECT_FALSE(canStart());
    fill("run.name", "a, b");
    EXPECT_FALSE(canStart());
    fill("lr", "1e-4");
    form().forAll().setText(QStringLiteral("max_iter"));
    EXPECT_FALSE(canStart());
    form().forAll().setText(QStringLiteral("max_iter=0"));
    EXPECT_FALSE(canStart());
    form().forAll().setText(QStringLiteral("max_iter=20"));
    EXPECT_TRUE(canStart()) << form().summary().toStdString();
    fs::create_directories(m_sweep / "something");
    form().look();
    EXPECT_FALSE(canStart()) << "there is something in the folder";
    EXPECT_FALSE(fs::exists(m_sweep / "sweep.json"));
    EXPECT_TRUE(m_started.isEmpty());
}

TEST_F(SweepDialogTest, AProcessOfItsOwnGoesThroughACopyOfTheRecipe) {
    std::vector<fs::path> told;
    QObject::connect(&m_page.sweep(), &RecipeSweep::started, &m_page,
                     [&](const fs::path& sweep) { told.push_back(sweep); });
    fill("lr", "1e-4, 3e-5");
    form().forAll().setText(QStringLiteral("max_iter=20 \"trainer.save_period=5\""));
    ASSERT_TRUE(canStart()) << form().summary().toStdString();
    form().startButton().click();
    EXPECT_EQ(m_started, QStringList({QStringLiteral("sweep"), QStringLiteral("--resume"),
                                      toQString(m_sweep)}));
    EXPECT_EQ(toPath(m_console), m_sweep / "console.log");
    EXPECT_EQ(told, std::vector{m_sweep});
    const SweepPlan plan = readSweepPlan(m_sweep);
    ASSERT_EQ(plan.runs.size(), 2U);
    EXPECT_EQ(plan.runs[1].name, "lr=3e-5");
    EXPECT_EQ(plan.runs[1].settings,
              (std::vector<std::string>{"max_iter=20", "trainer.save_period=5", "lr=3e-5"}));
    EXPECT_EQ(test::textOf(plan.runs[0].config), kTrainRecipe.toStdString());
    EXPECT_EQ(plan.runs[0].config.parent_path(), m_sweep);
    EXPECT_FALSE(m_page.sweep().dialog().showsForm());
    EXPECT_EQ(m_page.settings().sweep, toQString(m_sweep));
}

TEST_F(SweepDialogTest, AProgramThatIsNotThereIsSaidAndTheSweepIsKept) {
    m_canStart = false;
    fill("lr", "1e-4, 3e-5");
    ASSERT_TRUE(canStart());
    form().startButton().click();
    EXPECT_TRUE(m_page.sweep().dialog().message().isVisible());
    EXPECT_TRUE(isSweep(m_sweep));
    EXPECT_TRUE(m_page.settings().sweep.isEmpty());
}

TEST_F(SweepDialogTest, ProgressComesFromTheFolderAndAStopReachesIt) {
    writeSweepPlan(
        m_sweep, {"/", "", true, {{"a", "r", {}}, {"b", "r", {}}, {"c", "r", {}}, {"d", "r", {}}}});
    writeSweepRunsBehind(m_sweep, {{"b", 10}});
    writeSweepProblems(m_sweep, {{"d", "the model is not there"}});
    const SampleRunFolder first(m_sweep / "a");
    first.addSteps(1, 100);
    first.addValidation(100, 31);
    first.log("info", "complete after step 100");
    const SampleRunFolder second(m_sweep / "b");
    second.addSteps(1, 10);
    second.log("info", "stopped after step 10");
    {
        const SweepLock lock(m_sweep);
        m_page.sweep().show(m_sweep);
        EXPECT_TRUE(saysLead("2 of 4")) << progress().lead().toStdString();
        EXPECT_EQ(cell(0, 0), QStringLiteral("a"));
        EXPECT_EQ(cell(0, 1), QStringLiteral("finished"));
        EXPECT_EQ(cell(0, 3), QStringLiteral("31"));
        EXPECT_EQ(cell(1, 1), QStringLiteral("behind"));
        EXPECT_EQ(cell(2, 1), QStringLiteral("waits"));
        EXPECT_EQ(cell(3, 1), QStringLiteral("did not begin"));
        EXPECT_FALSE(progress().goOnButton().isVisible());
        ASSERT_TRUE(progress().stopButton().isEnabled());
        progress().stopButton().click();
        EXPECT_TRUE(isSweepAskedToStop(m_sweep));
        EXPECT_TRUE(waitFor([&] { return !progress().stopButton().isEnabled(); }));
    }
    EXPECT_TRUE(waitFor([&] { return progress().goOnButton().isVisible(); }));
    EXPECT_FALSE(progress().stopButton().isVisible());
    progress().goOnButton().click();
    EXPECT_EQ(m_started, QStringList({QStringLiteral("sweep"), QStringLiteral("--resume"),
                                      toQString(m_sweep)}));
    EXPECT_FALSE(progress().goOnButton().isVisible()) << "it is being started";
}

TEST_F(SweepDialogTest, OneThatDidNotBeginSaysItsLastWords) {
    writeSweepPlan(m_sweep, {"/", "", false, {{"a", "r", {}}}});
    std::ofstream(m_sweep / "console.log") << "unlit: one\nunlit: no engine is there\n\n";
    m_page.sweep().show(m_sweep);
    EXPECT_TRUE(waitFor([&] {
        return progress().hint().contains(QStringLiteral("said: no engine is there"));
    })) << progress().hint().toStdString();
}

TEST_F(SweepDialogTest, AFolderThatIsNoSweepIsSaid) {
    m_page.sweep().show(m_root);
    EXPECT_TRUE(saysLead("There is no sweep")) << progress().lead().toStdString();
    EXPECT_FALSE(progress().stopButton().isVisible());
    EXPECT_FALSE(progress().goOnButton().isVisible());
}

TEST_F(SweepDialogTest, TheMenuEntryShowsTheOneUnderWay) {
    QAction* entry = nullptr;
    for (QAction* action : m_page.pageActions())
        if (action->shortcut() == QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_G))
            entry = action;
    ASSERT_NE(entry, nullptr);
    writeSweepPlan(m_sweep, {"/", "", false, {{"a", "r", {}}}});
    m_page.sweep().show(m_sweep);
    m_page.sweep().dialog().hide();
    {
        const SweepLock lock(m_sweep);
        entry->trigger();
        EXPECT_FALSE(m_page.sweep().dialog().showsForm());
        EXPECT_TRUE(m_page.sweep().dialog().isVisible());
    }
    entry->trigger();
    EXPECT_TRUE(m_page.sweep().dialog().showsForm());
}

} // namespace unlit::ui
