// The whole viewer: layers, keys, what it says about pixels; and that its page in docs is true.
#include "tests/support/wait_for.h"
#include "tests/ui/viewer_support.h"
#include "ui/viewer/viewer.h"
#include "ui/viewer/viewer_actions.h"
#include "ui/widgets/folding_choice.h"
#include "ui/widgets/segmented_control.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

#include <algorithm>

namespace unlit::ui {

namespace {

using test::waitFor;

class ViewerTest : public testing::Test {
protected:
    ViewerTest() {
        m_viewer.resize(900, 600);
        std::vector<ViewerLayer> layers{
            {.name = QStringLiteral("Beauty"), .source = plainPicture(64, 48, 0.5F)},
            {.name = QStringLiteral("Albedo"),
             .source = plainPicture(64, 48, 0.25F),
             .uncertainty = plainPicture(64, 48, 0.018F, ColorSpace::Raw)},
            {.name = QStringLiteral("Uncertainty"),
             .source = plainPicture(64, 48, 0.018F, ColorSpace::Raw),
             .tone = {.kind = LayerKind::Scalar, .isRaw = true, .scaleTop = 0.04},
             .prefix = QStringLiteral("± ")}};
        m_viewer.setLayers(std::move(layers), 0, 1);
        m_viewer.show();
        m_viewer.view().setFocus();
        m_viewer.activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(&m_viewer));
    }

    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&m_viewer.view(), key, modifiers);
    }

    const LightAdjustment& light() { return m_viewer.state().tone().light; }

    Viewer m_viewer;
};

TEST_F(ViewerTest, TevsKeysChangeTheLight) {
    key(Qt::Key_E);
    key(Qt::Key_E);
    key(Qt::Key_E, Qt::ShiftModifier);
    EXPECT_EQ(light().exposureEv, 0.5);
    key(Qt::Key_O);
    EXPECT_EQ(light().offset, 0.1);
    key(Qt::Key_O, Qt::ShiftModifier);
    EXPECT_EQ(light().offset, 0.0);
    key(Qt::Key_G);
    EXPECT_EQ(light().gamma, 1.1);
    key(Qt::Key_R);
    EXPECT_EQ(light(), LightAdjustment());
}

TEST_F(ViewerTest, NumbersShowLayersAndShiftComparesWithThem) {
    key(Qt::Key_3);
    EXPECT_EQ(m_viewer.currentLayer(), 2);
    key(Qt::Key_2, Qt::ShiftModifier);
    EXPECT_EQ(m_viewer.baseLayer(), 1);
    key(Qt::Key_7); // there is none
    EXPECT_EQ(m_viewer.currentLayer(), 2);
    key(Qt::Key_BracketRight);
    EXPECT_EQ(m_viewer.currentLayer(), 0);
    key(Qt::Key_BracketLeft);
    EXPECT_EQ(m_viewer.currentLayer(), 2);
}

TEST_F(ViewerTest, KeysChooseHowToCompare) {
    key(Qt::Key_B);
    EXPECT_EQ(m_viewer.state().mode(), CompareMode::Side);
    key(Qt::Key_D);
    EXPECT_EQ(m_viewer.state().mode(), CompareMode::Difference);
    key(Qt::Key_Right, Qt::ControlModifier);
    EXPECT_EQ(m_viewer.state().difference(), DifferenceKind::Relative);
    key(Qt::Key_X);
    EXPECT_EQ(m_viewer.state().mode(), CompareMode::Flip);
    key(Qt::Key_W);
    EXPECT_EQ(m_viewer.state().mode(), CompareMode::Wipe);
    key(Qt::Key_Right, Qt::AltModifier);
    EXPECT_NEAR(m_viewer.state().wipe().position, 0.52, 1e-12);
    key(Qt::Key_Down, Qt::AltModifier);
    EXPECT_EQ(m_viewer.state().wipe().angleDegrees, 15);
    key(Qt::Key_W, Qt::AltModifier);
    EXPECT_EQ(m_viewer.state().wipe(), WipeLine());
}

TEST_F(ViewerTest, KeysZoomPanAndFit) {
    key(Qt::Key_0, Qt::ControlModifier);
    EXPECT_EQ(m_viewer.view().scene().geometry().scale(), 1.0);
    const double left = m_viewer.view().scene().geometry().pictureRect().left();
    key(Qt::Key_L);
    EXPECT_LT(m_viewer.view().scene().geometry().pictureRect().left(), left);
    key(Qt::Key_Plus);
    EXPECT_EQ(m_viewer.view().scene().geometry().scale(), 1.25);
    key(Qt::Key_F);
    EXPECT_TRUE(m_viewer.view().scene().geometry().isFitted());
}

TEST_F(ViewerTest, KeysChangeChannelsFalseColoursAndMarks) {
    key(Qt::Key_C);
    EXPECT_EQ(m_viewer.state().tone().channel, ChannelView::Red);
    key(Qt::Key_C, Qt::ShiftModifier);
    EXPECT_EQ(m_viewer.state().tone().channel, ChannelView::Color);
    key(Qt::Key_U);
    EXPECT_TRUE(m_viewer.state().tone().marksClipping);
    EXPECT_FALSE(m_viewer.readout().colorBar().isVisibleTo(&m_viewer));
    key(Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_EQ(m_viewer.state().tone().falseColor, ColorMapKind::Grey);
    EXPECT_TRUE(m_viewer.readout().colorBar().isVisibleTo(&m_viewer));
}

TEST_F(ViewerTest, MarksAreOnlyOnOfferWhereALayerHasThem) {
    const auto action = [this](ViewerVerb verb) {
        const QList<QAction*> actions = m_viewer.viewActions();
        return *std::ranges::find_if(actions, [verb](const QAction* each) {
            return static_cast<ViewerVerb>(each->data().toInt()) == verb;
        });
    };
    EXPECT_FALSE(action(ViewerVerb::MarkLightless)->isEnabled());
    EXPECT_FALSE(action(ViewerVerb::MarkPaint)->isEnabled());
    key(Qt::Key_P);
    EXPECT_FALSE(m_viewer.state().tone().marksPaint);
    std::vector<unsigned char> marks(64 * 48, 0);
    std::fill_n(marks.begin(), 64 * 12, 1); // a quarter
    m_viewer.setLayers(
        {{.name = QStringLiteral("Albedo"),
          .source = plainPicture(64, 48, 0.25F),
          .tone = {.isPaint = true,
                   .lightless = std::make_shared<const LightlessMask>(
                       std::make_shared<const std::vector<unsigned char>>(marks), QSize(64, 48))},
          .paintShares =
              [](const PaintLimits& limits) {
                  return limits.low > 0.02 ? PaintShares{0.5, 0.0, 10} : PaintShares{0.021, 0, 10};
              }}},
        0, 0);
    key(Qt::Key_U, Qt::ShiftModifier);
    EXPECT_TRUE(m_viewer.state().tone().marksLightless);
    ASSERT_EQ(m_viewer.marks().lines().size(), 1U);
    EXPECT_EQ(m_viewer.marks().lines()[0].share, QStringLiteral("25 %"));
    key(Qt::Key_P);
    ASSERT_EQ(m_viewer.marks().lines().size(), 3U);
    const auto darker = [this] { return m_viewer.marks().lines()[1].share; };
    EXPECT_TRUE(waitFor([&] { return darker() == QStringLiteral("2.1 %"); }));
    EXPECT_EQ(m_viewer.marks().lines()[1].text, QStringLiteral("below 0.02"));
    m_viewer.state().setPaintLimits({0.05, 0.9});
    EXPECT_TRUE(waitFor([&] { return darker() == QStringLiteral("50 %"); }));
    key(Qt::Key_V);
    EXPECT_EQ(m_viewer.options().paintSharesText(), QStringLiteral("50 % darker, 0 % brighter"));
    m_viewer.clear();
    EXPECT_FALSE(m_viewer.marks().isVisibleTo(&m_viewer));
}

TEST_F(ViewerTest, LimitsInTheOptionsAreThoseOfTheView) {
    const auto boxes = m_viewer.options().findChildren<QDoubleSpinBox*>();
    const auto box = [&](const QString& name) {
        return *std::ranges::find_if(
            boxes, [&](const QDoubleSpinBox* each) { return each->accessibleName() == name; });
    };
    box(QStringLiteral("Paint to"))->setValue(0.8);
    EXPECT_EQ(m_viewer.state().tone().paintLimits, (PaintLimits{0.02, 0.8}));
    box(QStringLiteral("Paint from"))->setValue(0.85); // above the other: goes back
    EXPECT_EQ(m_viewer.state().tone().paintLimits, (PaintLimits{0.02, 0.8}));
    EXPECT_EQ(box(QStringLiteral("Paint from"))->value(), 0.02);
}

TEST_F(ViewerTest, KeysShowAndHidePanels) {
    key(Qt::Key_Question);
    EXPECT_TRUE(m_viewer.areKeysShown());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    EXPECT_FALSE(m_viewer.areKeysShown());
    key(Qt::Key_V);
    EXPECT_TRUE(m_viewer.areOptionsShown());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    EXPECT_FALSE(m_viewer.areOptionsShown());
    key(Qt::Key_V);
    EXPECT_TRUE(m_viewer.areOptionsShown());
    key(Qt::Key_H, Qt::ControlModifier);
    EXPECT_FALSE(m_viewer.readout().histogram().isVisibleTo(&m_viewer));
}

TEST_F(ViewerTest, ReadoutNamesBothLayersAndTheirUncertainty) {
    m_viewer.readout().probe(QPoint(10, 20));
    const auto& lines = m_viewer.readout().inspector().lines();
    ASSERT_EQ(lines.size(), 6U); // linear, encoded, 8-bit of each
    EXPECT_EQ(lines[0].name, QStringLiteral("Beauty"));
    EXPECT_EQ(lines[1].values.simplified(), QStringLiteral("0.5000 0.5000 0.5000"));
    EXPECT_EQ(lines[2].values.simplified(), QStringLiteral("128 128 128"));
    EXPECT_TRUE(lines[3].note.contains(QStringLiteral("± 0.0180")));
    key(Qt::Key_I);
    EXPECT_EQ(m_viewer.readout().inspector().lines().size(), 2U);
    key(Qt::Key_I);
    EXPECT_FALSE(m_viewer.readout().inspector().isVisibleTo(&m_viewer));
}

TEST_F(ViewerTest, ReadoutHistogramAndColourBarDoNotMeet) {
    m_viewer.readout().probe(QPoint(10, 20));
    m_viewer.showLayer(2); // numbers have a colour bar
    for (int width = 1000; width >= 480; width -= 20) {
        m_viewer.resize(width, 600);
        QCoreApplication::processEvents();
        const QRect values = m_viewer.readout().inspector().geometry();
        const QRect histogram = m_viewer.readout().histogram().geometry();
        const QRect bar = m_viewer.readout().colorBar().geometry();
        ASSERT_TRUE(m_viewer.readout().colorBar().isVisibleTo(&m_viewer));
        EXPECT_FALSE(values.intersects(histogram)) << width;
        EXPECT_FALSE(values.intersects(bar)) << width;
        EXPECT_EQ(histogram.width(), bar.width());
        EXPECT_TRUE(m_viewer.view().rect().contains(values.united(histogram).united(bar))) << width;
    }
}

TEST_F(ViewerTest, RegionIsMeasuredInTheBackground) {
    m_viewer.view().setRegion(QRect(2, 3, 10, 5));
    EXPECT_TRUE(waitFor([this] { return m_viewer.readout().inspector().isVisibleTo(&m_viewer); }));
    EXPECT_EQ(m_viewer.readout().inspector().lines()[0].note, QStringLiteral("mean"));
    // 0.25 encoded is 0.05088 linear
    EXPECT_EQ(m_viewer.readout().inspector().lines()[0].values.simplified(),
              QStringLiteral("0.0509 0.0509 0.0509"));
}

TEST_F(ViewerTest, HistogramIsCountedInTheBackgroundAndFollowsTheExposure) {
    ASSERT_TRUE(waitFor([this] { return m_viewer.readout().histogram().histogram().has_value(); }));
    EXPECT_EQ(m_viewer.readout().histogram().histogram()->pixels, 64U * 48);
    EXPECT_EQ(m_viewer.readout().histogram().histogram()->above, 0U);
    m_viewer.state().setExposure(6);
    EXPECT_EQ(m_viewer.readout().histogram().histogram()->above, 64U * 48);
    EXPECT_EQ(m_viewer.readout().histogram().aboveText(), QStringLiteral("white 100 %"));
}

TEST_F(ViewerTest, ColourBarSaysWhichColourMeansHowMuch) {
    m_viewer.showLayer(2);
    EXPECT_TRUE(m_viewer.readout().colorBar().isVisibleTo(&m_viewer));
    EXPECT_EQ(m_viewer.readout().colorBar().labels(),
              (QStringList{QStringLiteral("± 0"), QStringLiteral("± 0.0200"),
                           QStringLiteral("± 0.0400")}));
    m_viewer.state().setExposure(1);
    EXPECT_EQ(m_viewer.readout().colorBar().labels()[2], QStringLiteral("± 0.0200"));
}

TEST_F(ViewerTest, NormaliseSpreadsTheLayersNumbers) {
    auto image = plainImage(64, 48, 0.2F, ColorSpace::Linear);
    std::fill(image->samples.begin(), image->samples.begin() + 1000, 0.6F); // of red
    for (int channel = 1; channel < 3; ++channel)
        std::ranges::copy(image->plane(0), image->plane(channel).begin());
    m_viewer.setLayers(
        {{.name = QStringLiteral("A"), .source = std::make_shared<TilePyramid>(image)}}, 0, 0);
    key(Qt::Key_N);
    EXPECT_NEAR(light().apply(0.2), 0, 1e-6);
    EXPECT_NEAR(light().apply(0.6), 1, 1e-6);
}

TEST_F(ViewerTest, EveryActionHasWordsAndNoTwoShareAKey) {
    QSet<QKeySequence> keys;
    for (const QAction* action : m_viewer.viewActions()) {
        EXPECT_FALSE(action->text().isEmpty());
        for (const QKeySequence& key : action->shortcuts()) {
            EXPECT_FALSE(keys.contains(key)) << key.toString().toStdString();
            keys.insert(key);
        }
    }
    EXPECT_GE(m_viewer.viewActions().size(), 50);
}

TEST_F(ViewerTest, ActionsOfLayersCarryTheirNamesAndOthersAreHidden) {
    QStringList shown;
    for (const QAction* action : m_viewer.viewActions()) {
        if (layerNumber(*action) >= 0 && action->isVisible())
            shown += action->text();
    }
    EXPECT_EQ(shown.size(), 6);
    EXPECT_TRUE(shown.contains(QStringLiteral("Show Albedo")));
    EXPECT_TRUE(shown.contains(QStringLiteral("Compare with Beauty")));
    m_viewer.clear();
    for (const QAction* action : m_viewer.viewActions())
        EXPECT_FALSE(action->isEnabled()) << action->text().toStdString();
}

TEST_F(ViewerTest, EverythingThatTakesAKeyOrAClickHasAName) {
    for (const QWidget* widget : m_viewer.findChildren<QWidget*>()) {
        const bool isReached = widget->focusPolicy() != Qt::NoFocus && widget->isEnabled() &&
                               !widget->inherits("QLineEdit") && !widget->inherits("QListView") &&
                               widget->objectName() != QStringLiteral("segment");
        if (isReached && widget->isVisibleTo(&m_viewer)) {
            EXPECT_FALSE(widget->accessibleName().isEmpty() &&
                         widget->property("text").toString().isEmpty())
                << widget->metaObject()->className() << " " << widget->objectName().toStdString();
        }
    }
}

TEST(ViewerDocs, KeysOfThePageAreThoseOfTheProgram) {
    QFile page(QStringLiteral(UNLIT_SOURCE_DIR "/docs/viewer.md"));
    ASSERT_TRUE(page.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(page.readAll());
    EXPECT_TRUE(text.contains(viewerKeysAsMarkdown().trimmed()))
        << "docs/viewer.md should hold:\n"
        << viewerKeysAsMarkdown().toStdString();
}

} // namespace

TEST_F(ViewerTest, every_word_of_the_bar_can_be_read_in_the_narrowest_window) {
    for (const int width : {900, 700, 560, 430, 380}) {
        m_viewer.resize(width, 600);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        int right = 0;
        for (const QWidget* control :
             m_viewer.bar().findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
            if (!control->isVisible())
                continue;
            EXPECT_GE(control->x(), right) << width;
            right = control->geometry().right();
        }
        EXPECT_LT(right, width);
        for (const auto* choice : m_viewer.bar().findChildren<FoldingChoice*>()) {
            const auto* row = choice->findChild<SegmentedControl*>();
            const auto* list = choice->findChild<QComboBox*>();
            EXPECT_NE(row->isVisible(), list->isVisible()) << width;
            if (row->isVisible()) {
                EXPECT_GE(row->width(), row->sizeHint().width()) << width;
            }
        }
    }
    auto* modes = m_viewer.bar().findChild<FoldingChoice*>();
    auto* list = modes->findChild<QComboBox*>();
    ASSERT_TRUE(list->isVisible());
    list->setCurrentIndex(1);
    emit list->activated(1);
    EXPECT_EQ(m_viewer.state().mode(), CompareMode::Side);
    m_viewer.resize(900, 600);
    EXPECT_EQ(modes->current(), 1);
}

} // namespace unlit::ui
