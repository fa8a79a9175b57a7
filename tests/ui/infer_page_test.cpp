// The Infer page by itself: what is on show follows the chosen image, and the network.
#include "ui/pages/infer/infer_page.h"

#include "core/image/image_file.h"
#include "tests/ui/fake_session.h"
#include "tests/ui/small_lora.h"
#include "ui/kit/text.h"

#include <QAction>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QListView>
#include <QMimeData>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUrl>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

class InferPageTest : public testing::Test {
protected:
    InferPageTest() { m_page.resize(1280, 800); }

    /// Adds a picture of this scene-linear light.
    void add(const std::string& name, float light) {
        Image picture = makeImage(8, 6, {"R", "G", "B"}, ColorSpace::Linear);
        std::ranges::fill(picture.samples, light);
        writeImage(m_root / name, picture, {});
        m_page.addImages({m_root / name});
    }

    /// Stops that the picture on show is brightened by.
    double shownEv() { return m_page.viewerPanel().viewer().layers().at(0).tone.ownEv; }

    bool hasPicture() { return m_page.viewerPanel().hasPicture(); }

    InferenceController& controller() { return m_page.controller(); }

    QTemporaryDir m_folder;
    fs::path m_root = toPath(m_folder.path());
    FakeSessionLog m_log;
    InferPage m_page{makeFake(m_log), describe};
};

} // namespace

TEST_F(InferPageTest, a_picture_is_shown_as_bright_as_the_network_sees_it) {
    add("dark.exr", 0.1F);
    ASSERT_TRUE(waitFor([&] { return hasPicture(); }));
    EXPECT_NEAR(shownEv(), 3, 1e-4); // 0.1 * 2^3 = 0.8
    InputOptions input;
    input.exposureEv = 1.5;
    emit m_page.settingsPanel().inputEdited(input);
    EXPECT_TRUE(waitFor([&] { return hasPicture() && shownEv() == 1.5; }));
}

TEST_F(InferPageTest, a_dropped_lora_goes_with_the_model_as_strong_as_its_slider_says) {
    m_page.chooseModel(QStringLiteral("/models/any"));
    const fs::path file = m_root / "style.safetensors";
    writeSmallLora(file);
    m_page.open({file});
    LoraSection& loras = m_page.settingsPanel().loras();
    ASSERT_TRUE(waitFor([&] { return loras.loras().size() == 1; }));
    auto* slider = m_page.settingsPanel().findChild<QSlider*>(QStringLiteral("loraSlider"));
    auto* number = m_page.settingsPanel().findChild<QDoubleSpinBox*>(QStringLiteral("loraNumber"));
    ASSERT_NE(slider, nullptr);
    slider->setValue(40);
    EXPECT_DOUBLE_EQ(number->value(), 0.4);
    add("a.exr", 0.5F);
    ASSERT_TRUE(waitFor([&] { return m_log.submitted.size() == 1; }));
    EXPECT_EQ(m_log.submitted[0].loras, (LoraChoices{{file, 0.4}}));
    number->setValue(-3); // beyond the slider
    EXPECT_EQ(slider->value(), 0);
    EXPECT_EQ(m_page.settings().loras, (LoraChoices{{file, -3}}));
    loras.add(file); // again
    EXPECT_EQ(loras.loras(), (LoraChoices{{file, -3}}));
    m_page.settingsPanel().findChild<QToolButton*>(QStringLiteral("removeLora"))->click();
    EXPECT_TRUE(m_page.settings().loras.empty());
}

TEST_F(InferPageTest, another_strength_of_a_lora_makes_results_out_of_date) {
    m_page.chooseModel(QStringLiteral("/models/any"));
    LoraSection& loras = m_page.settingsPanel().loras();
    loras.add("/l/style.safetensors");
    add("a.exr", 0.5F);
    ASSERT_TRUE(waitFor([&] { return m_log.submitted.size() == 1; }));
    postTo(controller().sink(), m_log.jobs[0], ResultReady{makeResult(m_log.submitted[0], 8, 6)});
    postTo(controller().sink(), m_log.jobs[0], Finished{});
    const InferenceQueueModel& queue = controller().queue();
    ASSERT_TRUE(waitFor([&] { return queue.at(0).state == QueueState::Done; }));
    EXPECT_FALSE(queue.at(0).isStale);
    m_page.settingsPanel().findChild<QSlider*>(QStringLiteral("loraSlider"))->setValue(150);
    EXPECT_TRUE(queue.at(0).isStale);
}

TEST_F(InferPageTest, what_went_wrong_stays_on_show_when_the_picture_comes_late) {
    m_page.chooseModel(QStringLiteral("/models/any"));
    add("a.exr", 0.5F);
    ASSERT_TRUE(waitFor([&] { return m_log.submitted.size() == 1; }));
    postTo(controller().sink(), m_log.jobs[0],
           Finished{Outcome::Failed, Failure{ErrorKind::NotFound, "no model", "look for it", {}}});
    const InferenceQueueModel& queue = controller().queue();
    ASSERT_TRUE(waitFor([&] { return queue.at(0).state == QueueState::Failed; }));
    int pictures = 0;
    QObject::connect(&controller().pictures(), &QueuePictures::pictureReady, &m_page,
                     [&] { ++pictures; });
    controller().pictures().show(queue.at(0).id);
    ASSERT_TRUE(waitFor([&] { return pictures > 0; }));
    EXPECT_FALSE(hasPicture());
}

TEST_F(InferPageTest, a_model_of_one_step_is_asked_for_what_it_does) {
    m_page.chooseModel(QStringLiteral("/models/one-step"));
    add("a.exr", 0.5F);
    ASSERT_TRUE(waitFor([&] { return m_log.submitted.size() == 1; }));
    EXPECT_EQ(m_log.submitted[0].options.steps, 1);
    EXPECT_EQ(m_log.submitted[0].options.ensemble, 4);
}

TEST_F(InferPageTest, a_click_below_the_rows_leaves_the_image_chosen) {
    add("a.exr", 0.5F);
    m_page.show();
    QListView& list = m_page.queuePanel().list();
    const QModelIndex row = list.model()->index(0, 0);
    ASSERT_TRUE(list.selectionModel()->isSelected(row));
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                      QPoint(20, list.viewport()->height() - 5));
    QCoreApplication::processEvents();
    EXPECT_TRUE(list.selectionModel()->isSelected(row));
    EXPECT_EQ(list.currentIndex(), row);
    controller().edits().close({controller().queue().at(0).id}); // cancelled,
    controller().edits().close({controller().queue().at(0).id}); // and out
    QCoreApplication::processEvents();
    EXPECT_FALSE(list.selectionModel()->hasSelection());
}

TEST_F(InferPageTest, delete_takes_out_what_has_ended_says_so_and_ctrl_z_brings_it_back) {
    m_page.chooseModel(QStringLiteral("/models/any"));
    add("a.exr", 0.5F);
    add("b.exr", 0.5F);
    ASSERT_TRUE(waitFor([&] { return m_log.submitted.size() == 1; }));
    postTo(controller().sink(), m_log.jobs[0], ResultReady{makeResult(m_log.submitted[0], 8, 6)});
    postTo(controller().sink(), m_log.jobs[0], Finished{});
    const InferenceQueueModel& queue = controller().queue();
    ASSERT_TRUE(waitFor([&] { return queue.at(0).state == QueueState::Done; }));
    m_page.show();
    QListView& list = m_page.queuePanel().list();
    list.setFocus();
    list.selectAll();
    const QueueItemId done = queue.at(0).id;
    QTest::keyClick(&list, Qt::Key_Delete);
    ASSERT_EQ(queue.rowCount(), 1); // the other one runs: it is being cancelled
    EXPECT_EQ(m_log.cancelled, std::vector{m_log.jobs[1]});
    EXPECT_TRUE(m_page.settingsPanel().message().isVisible());
    QAction* undo = nullptr;
    for (QAction* action : m_page.pageActions())
        if (action->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_Z))
            undo = action;
    ASSERT_TRUE(undo != nullptr && undo->isEnabled());
    QTest::keyPress(&list, Qt::Key_Control, Qt::ControlModifier); // held, as it is for Ctrl+Z
    undo->trigger();
    QTest::keyRelease(&list, Qt::Key_Control);
    ASSERT_EQ(queue.rowCount(), 2);
    EXPECT_EQ(list.selectionModel()->selectedRows().size(), 1);
    EXPECT_EQ(queue.at(0).id, done);
    EXPECT_EQ(m_page.queuePanel().current(), done);
    EXPECT_TRUE(m_page.viewerPanel().hasResult());
    EXPECT_FALSE(undo->isEnabled());
}

TEST_F(InferPageTest, reading_again_shows_a_waiting_file_as_it_is_now_and_runs_an_ended_one) {
    add("a.exr", 0.1F);
    ASSERT_TRUE(waitFor([&] { return hasPicture(); }));
    QAction* refresh = nullptr;
    for (QAction* action : m_page.pageActions())
        if (action->shortcut() == QKeySequence(Qt::Key_F5))
            refresh = action;
    ASSERT_NE(refresh, nullptr);
    const auto write = [&](float light) {
        Image picture = makeImage(8, 6, {"R", "G", "B"}, ColorSpace::Linear);
        std::ranges::fill(picture.samples, light);
        writeImage(m_root / "a.exr", picture, {.overwrite = true});
    };
    write(0.4F);
    refresh->trigger();
    EXPECT_TRUE(waitFor([&] { return hasPicture() && std::abs(shownEv() - 1) < 1e-4; }));
    m_page.chooseModel(QStringLiteral("/models/any"));
    ASSERT_TRUE(waitFor([&] { return m_log.submitted.size() == 1; }));
    postTo(controller().sink(), m_log.jobs[0], Finished{Outcome::Cancelled, {}});
    ASSERT_TRUE(waitFor([&] { return controller().runner().running() == 0; }));
    refresh->trigger();
    EXPECT_EQ(m_log.submitted.size(), 2U);
}

// makeResult's albedo is 0.25 of sRGB: ((0.25 + 0.055) / 1.055) ^ 2.4 = 0.050876 of light.
TEST_F(InferPageTest, an_anchor_scales_what_is_shown_and_saved_and_can_be_undone) {
    m_page.chooseModel(QStringLiteral("/models/any"));
    add("a.exr", 0.5F);
    add("b.exr", 0.5F);
    ASSERT_TRUE(waitFor([&] { return m_log.submitted.size() == 1; }));
    postTo(controller().sink(), m_log.jobs[0], ResultReady{makeResult(m_log.submitted[0], 8, 6)});
    postTo(controller().sink(), m_log.jobs[0], Finished{});
    const InferenceQueueModel& queue = controller().queue();
    ASSERT_TRUE(waitFor([&] { return queue.at(0).state == QueueState::Done; }));
    m_page.queuePanel().select(queue.at(0).id);
    Viewer& viewer = m_page.viewerPanel().viewer();
    ASSERT_TRUE(waitFor([&] { return m_page.viewerPanel().hasResult(); }));
    m_page.show();
    m_page.anchor().ask({});
    EXPECT_FALSE(m_page.anchor().popup().isVisible()) << "nothing is pointed at";
    EXPECT_TRUE(m_page.settingsPanel().message().isVisible());

    viewer.readout().probe(QPoint(3, 2));
    m_page.anchor().ask({});
    AnchorPopup& popup = m_page.anchor().popup();
    ASSERT_TRUE(popup.isVisible());
    EXPECT_NEAR(popup.value().value(), 0.051, 1e-6); // three digits
    const int card =
        popup.surfaces().findText(QStringLiteral("18 % grey card"), Qt::MatchStartsWith);
    popup.surfaces().setCurrentIndex(card);
    emit popup.surfaces().activated(card);
    EXPECT_EQ(popup.value().value(), 0.18);
    EXPECT_FALSE(popup.surfaces().itemData(card, Qt::ToolTipRole).toString().isEmpty());
    QTest::keyClick(&popup.value(), Qt::Key_Return);
    EXPECT_FALSE(popup.isVisible());
    EXPECT_NEAR(queue.at(0).albedoScale, 0.18 / 0.050876, 1e-4);
    EXPECT_EQ(queue.at(1).albedoScale, 1);
    EXPECT_NEAR(viewer.layers().at(1).source->colorAt({3, 2})[1], 0.18, 1e-5);
    EXPECT_TRUE(viewer.layers().at(1).note == u"× 3.54");
    emit m_page.settingsPanel().saveAsked();
    ASSERT_EQ(m_log.saves.size(), 1U);
    EXPECT_EQ(m_log.saves[0].albedoScale, queue.at(0).albedoScale);

    EXPECT_TRUE(m_page.settingsPanel().message().isVisible());
    controller().edits().undo();
    EXPECT_FALSE(m_page.settingsPanel().message().isVisible());
    EXPECT_EQ(queue.at(0).albedoScale, 1);
    EXPECT_NEAR(viewer.layers().at(1).source->colorAt({3, 2})[1], 0.050876, 1e-5);
    controller().edits().redo();
    EXPECT_NE(queue.at(0).albedoScale, 1);
    emit popup.anchored(0.36, true);
    EXPECT_NEAR(queue.at(1).albedoScale, 0.36 / 0.050876, 1e-4);
    EXPECT_EQ(queue.at(0).albedoScale, queue.at(1).albedoScale);
    emit popup.resetAsked(true);
    EXPECT_EQ(queue.at(0).albedoScale, 1);
    EXPECT_EQ(queue.at(1).albedoScale, 1);
}

TEST_F(InferPageTest, pixels_without_light_are_marked_and_cannot_be_anchors) {
    m_page.chooseModel(QStringLiteral("/models/any"));
    add("a.exr", 0.5F);
    ASSERT_TRUE(waitFor([&] { return m_log.submitted.size() == 1; }));
    auto result = std::make_shared<InferenceResult>(*makeResult(m_log.submitted[0], 8, 6));
    result->prediction.lightless.assign(48, 0);
    result->prediction.targets[0].uncertainty = makeImage(8, 6, {"R", "G", "B"}, ColorSpace::Raw);
    Image& uncertainty = *result->prediction.targets[0].uncertainty;
    for (std::size_t i = 0; i < uncertainty.samples.size(); ++i)
        uncertainty.samples[i] = i % 48 < 24 ? 1.0F : 0.125F;
    std::fill_n(result->prediction.lightless.begin(), 24, 1);
    postTo(controller().sink(), m_log.jobs[0],
           ResultReady{std::shared_ptr<const InferenceResult>(result)});
    postTo(controller().sink(), m_log.jobs[0], Finished{});
    ASSERT_TRUE(waitFor([&] { return m_page.viewerPanel().hasResult(); }));
    for (const ViewerLayer& layer : m_page.viewerPanel().viewer().layers()) {
        ASSERT_NE(layer.tone.lightless, nullptr) << layer.name.toStdString();
        EXPECT_EQ(layer.tone.lightless->share(), 0.5);
    }
    EXPECT_EQ(controller().queue().at(0).meanUncertainty, 0.125) << "of what has light";
    const auto& layers = m_page.viewerPanel().viewer().layers();
    EXPECT_EQ(layers.back().tone.scaleTop, 0.125) << "likewise";
    EXPECT_FALSE(layers.at(0).tone.isPaint);
    const ViewerLayer& albedo = m_page.viewerPanel().viewer().layers().at(1);
    EXPECT_TRUE(albedo.tone.isPaint);
    EXPECT_EQ(albedo.paintShares({0.06, 0.9}).pixels, 24U);
    EXPECT_EQ(albedo.paintShares({0.06, 0.9}).below, 1);
    m_page.show();
    m_page.viewerPanel().viewer().readout().probe(QPoint(3, 1));
    m_page.anchor().ask({});
    EXPECT_FALSE(m_page.anchor().popup().isVisible());
}

TEST_F(InferPageTest, a_new_try_takes_away_what_was_said_about_the_last) {
    m_page.show();
    QMimeData link;
    link.setText(QStringLiteral("https://example.com/a.png"));
    m_page.take(link);
    EXPECT_TRUE(m_page.settingsPanel().message().isVisible());
    writeImage(m_root / "a.exr", makeImage(8, 6, {"R", "G", "B"}, ColorSpace::Linear), {});
    QMimeData file;
    file.setUrls({QUrl::fromLocalFile(toQString(m_root / "a.exr"))});
    m_page.take(file);
    EXPECT_FALSE(m_page.settingsPanel().message().isVisible());
}

TEST_F(InferPageTest, a_lora_that_is_none_is_said_and_changes_nothing) {
    m_page.chooseModel(QStringLiteral("/models/any"));
    m_page.show();
    const fs::path none = m_root / "notes.safetensors";
    std::ofstream(none) << "weights";
    const fs::path good = m_root / "good.safetensors";
    writeSmallLora(good);
    m_page.open({none, good});
    LoraSection& loras = m_page.settingsPanel().loras();
    ASSERT_TRUE(waitFor([&] { return loras.loras().size() == 1; }));
    EXPECT_EQ(loras.loras()[0].file, good);
    MessageBar& message = m_page.settingsPanel().message();
    ASSERT_TRUE(message.isVisible());
    QStringList said;
    for (const QLabel* label : message.findChildren<QLabel*>())
        said += label->text();
    EXPECT_TRUE(said.join(u' ').contains(QStringLiteral("notes.safetensors")))
        << said.join(u' ').toStdString();
    add("a.exr", 0.5F);
    ASSERT_TRUE(waitFor([&] { return m_log.submitted.size() == 1; }));
    EXPECT_EQ(m_log.submitted[0].loras, (LoraChoices{{good, 1}}));
}

TEST_F(InferPageTest, an_image_that_waits_from_last_time_runs_when_it_is_dropped_again) {
    add("a.exr", 0.5F);
    const fs::path file = m_root / "a.exr";
    controller().edits().cancelAll();
    controller().edits().close({controller().queue().at(0).id});
    QueueItem first;
    first.path = m_root / "other.exr";
    QueueItem left;
    left.path = file;
    controller().restore({first, left});
    m_page.chooseModel(QStringLiteral("/models/any"));
    QTest::qWait(20);
    EXPECT_TRUE(m_log.submitted.empty()) << "what an earlier start left waits to be continued";
    m_page.addImages({file});
    ASSERT_TRUE(waitFor([&] { return m_log.submitted.size() == 1; }));
    EXPECT_EQ(m_log.submitted[0].input, file);
    EXPECT_EQ(controller().queue().rowCount(), 2) << "it is the same row";
}

TEST_F(InferPageTest, a_saved_result_is_shown_from_its_file) {
    add("a.exr", 0.5F);
    controller().edits().cancelAll();
    controller().edits().close({controller().queue().at(0).id});
    Image albedo = makeImage(8, 6, {"R", "G", "B"}, ColorSpace::Linear);
    std::ranges::fill(albedo.samples, 0.36F);
    writeImage(m_root / "a_albedo.exr", albedo, {});
    QueueItem left;
    left.path = m_root / "a.exr";
    left.state = QueueState::Done;
    left.saved = {m_root / "a_albedo.exr"};
    left.outputs = {{"albedo", m_root / "a_albedo.exr"}};
    left.albedoScale = 2;
    left.outputsScale = 2;
    QueueItem earlier = left; // of a program that did not note what its files are
    earlier.outputs.clear();
    controller().restore({left, earlier});
    for (int row = 0; row < 2; ++row) {
        m_page.queuePanel().select(controller().queue().at(row).id);
        ViewerPanel& panel = m_page.viewerPanel();
        ASSERT_TRUE(waitFor([&] { return panel.hasResult(); }));
        const auto& layers = panel.viewer().layers();
        ASSERT_GE(layers.size(), 2U);
        EXPECT_EQ(layers[1].name, QStringLiteral("Albedo"));
        EXPECT_NEAR(layers[1].source->colorAt({3, 3})[0], 0.36, 1e-3) << "as bright as the file";
        panel.showNothing();
    }
}

TEST_F(InferPageTest, a_saved_result_whose_file_is_gone_is_said) {
    add("a.exr", 0.5F);
    controller().edits().cancelAll();
    controller().edits().close({controller().queue().at(0).id});
    QueueItem left;
    left.path = m_root / "a.exr";
    left.state = QueueState::Done;
    left.saved = {m_root / "gone_albedo.exr"};
    controller().restore({left});
    m_page.show();
    m_page.queuePanel().select(controller().queue().at(0).id);
    EXPECT_TRUE(waitFor([&] { return m_page.settingsPanel().message().isVisible(); }));
    EXPECT_TRUE(hasPicture());
    EXPECT_FALSE(m_page.viewerPanel().hasResult());
}

} // namespace unlit::ui
