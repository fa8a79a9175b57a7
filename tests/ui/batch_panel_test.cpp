#include "ui/train/batch_panel.h"

#include "core/train/loss/loss_history.h"
#include "tests/ui/fake_session.h"
#include "tests/ui/sample_run_folder.h"
#include "ui/train/figure_titles.h"

#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace unlit::ui {

namespace {

class BatchPanelTest : public testing::Test {
protected:
    bool complete() {
        return waitFor([&] { return m_panel.isComplete(); });
    }

    QTemporaryDir m_folder;
    SampleRunFolder m_run{std::filesystem::path(m_folder.path().toStdString()) / "run"};
    BatchPanel m_panel;
};

TEST_F(BatchPanelTest, ListsTheSamplesOfTheStepWithWhatTheyCost) {
    std::ofstream(m_run.run().sampleLosses())
        << train::kLossHeader << "6,1,10,a.exr,0.9\n7,1,999,b.exr,0.25\n7,1,3,c.exr,0.75\n";
    m_panel.show(m_run.path(), 7);
    ASSERT_TRUE(complete());
    ASSERT_EQ(m_panel.samples().count(), 2);
    EXPECT_EQ(m_panel.samples().item(0)->text(), QStringLiteral("b.exr\nloss 0.25 · timestep 999"));
    EXPECT_TRUE(m_panel.heading().text().contains(QStringLiteral("mean loss 0.5")))
        << m_panel.heading().text().toStdString();
    m_panel.show(m_run.path(), 6);
    ASSERT_TRUE(complete());
    EXPECT_EQ(m_panel.samples().count(), 1);
}

TEST_F(BatchPanelTest, ARunThatKeepsNoLossesSaysWhatToSet) {
    m_panel.show(m_run.path(), 7);
    ASSERT_TRUE(complete());
    EXPECT_EQ(m_panel.samples().count(), 0);
    bool isSaid = false;
    for (const QLabel* label : m_panel.findChildren<QLabel*>())
        isSaid = isSaid || label->text().contains(QStringLiteral("writers.sample_losses"));
    EXPECT_TRUE(isSaid);
}

TEST(PlottedTags, TheDecidingFigureComesFirstAndTheRestInAnOrderOfUse) {
    const std::vector<std::string> tags = {
        "lr",           "n_batch_in_epoch", "perf/images_per_second", "perf/resident_bytes",
        "time/forward", "train/ema_decay",  "train/grad_norm",        "train/loss",
        "val/h/lmse",   "val/h/psnr"};
    EXPECT_EQ(plottedTags(tags, ""),
              (std::vector<std::string>{"val/h/psnr", "lr", "val/h/lmse", "train/grad_norm",
                                        "perf/images_per_second", "train/ema_decay"}));
    EXPECT_EQ(plottedTags(tags, "val/h/lmse"),
              (std::vector<std::string>{"val/h/lmse", "lr", "val/h/psnr", "train/grad_norm",
                                        "perf/images_per_second", "train/ema_decay"}))
        << "the run's own";
    EXPECT_TRUE(plottedTags({}, "").empty());
    // Parts of the noise schedule share a plot, from little noise to much.
    const std::vector<std::string> parts = {"train/loss", "train/loss_t1000-1999",
                                            "train/loss_t0-499", "train/loss_t500-999"};
    EXPECT_EQ(plottedTags(parts, ""), std::vector<std::string>{kTimestepLosses});
    EXPECT_EQ(curvesOfPlot(kTimestepLosses, parts),
              (std::vector<std::string>{"train/loss_t0-499", "train/loss_t500-999",
                                        "train/loss_t1000-1999"}));
    EXPECT_EQ(curvesOfPlot("lr", parts), std::vector<std::string>{"lr"});
    EXPECT_EQ(figureTitle("train/loss_t0-499"), QStringLiteral("0-499"));
    EXPECT_EQ(figureTitle("val/h/psnr"), QStringLiteral("Validation psnr · h"));
}

} // namespace

} // namespace unlit::ui
