// The rows about the chosen picture: its layers by name and role, its colour space.
#include "ui/pages/infer/input_section.h"

#include "tests/support/wait_for.h"
#include "ui/pages/infer/mask_box.h"
#include "ui/widgets/form_column.h"

#include <QLabel>
#include <QPixmap>

#include <gtest/gtest.h>

using namespace unlit;
using namespace unlit::ui;

namespace {

class InputSectionTest : public testing::Test {
protected:
    InputSectionTest() {
        item.id = 1;
        item.layer = QStringLiteral("ViewLayer.Combined");
        item.fileSpace = ColorSpace::AcesCg;
        for (const auto& [name, role, note] :
             {std::tuple{"ViewLayer.Combined", LayerRole::Beauty, ""},
              {"ViewLayer.DiffCol", LayerRole::Albedo, "black on metal"},
              {"ViewLayer.DiffDir", LayerRole::Lit, ""},
              {"ViewLayer.Emit", LayerRole::Other, ""}}) {
            LayerInfo layer;
            layer.name = name;
            layer.role = role;
            layer.note = note;
            item.layers.push_back(layer);
        }
        QObject::connect(&section, &InputSection::edited, &section,
                         [this](const InputOptions& input) { edited = input; });
    }

    QComboBox& layers() { return *form.findChildren<QComboBox*>().at(0); }

    QComboBox& spaces() { return *form.findChildren<QComboBox*>().at(1); }

    FormColumn form;
    InputSection section{form, nullptr};
    QueueItem item;
    InputOptions edited;
};

} // namespace

TEST_F(InputSectionTest, layers_stand_with_their_roles_and_can_be_changed) {
    section.setItem(&item);
    ASSERT_EQ(layers().count(), 4);
    EXPECT_EQ(layers().currentText(), QStringLiteral("ViewLayer.Combined (beauty)"));
    EXPECT_EQ(layers().itemText(1), QStringLiteral("ViewLayer.DiffCol (albedo)"));
    EXPECT_EQ(layers().itemData(1, Qt::ToolTipRole).toString(), QStringLiteral("black on metal"));
    EXPECT_EQ(layers().itemText(2), QStringLiteral("ViewLayer.DiffDir (lit)"));
    EXPECT_EQ(layers().itemText(3), QStringLiteral("ViewLayer.Emit"));
    layers().setCurrentIndex(1);
    emit layers().activated(1);
    EXPECT_EQ(edited.layer, "ViewLayer.DiffCol");
}

TEST_F(InputSectionTest, the_files_space_is_named_and_can_be_changed) {
    section.setItem(&item);
    EXPECT_EQ(spaces().currentText(), QStringLiteral("Auto: ACEScg"));
    const int raw = spaces().findData(static_cast<int>(ColorSpace::Raw));
    spaces().setCurrentIndex(raw);
    emit spaces().activated(raw);
    EXPECT_EQ(edited.space, ColorSpace::Raw);
}

TEST_F(InputSectionTest, an_unnamed_layer_is_the_only_one_or_is_called_unnamed) {
    item.layers = {LayerInfo{}};
    item.layer.clear();
    section.setItem(&item);
    EXPECT_EQ(layers().currentText(), QStringLiteral("The only one"));
    EXPECT_FALSE(layers().isEnabled());
    item.layers.push_back(LayerInfo{});
    item.layers[1].name = "paint";
    section.setItem(&item);
    EXPECT_EQ(layers().currentText(), QStringLiteral("Unnamed"));
    EXPECT_EQ(layers().itemText(1), QStringLiteral("paint"));
}

TEST_F(InputSectionTest, the_reason_stands_below_and_a_choice_against_it_is_warned_of) {
    item.space = QStringLiteral("EXR with AP1 chromaticities: ACEScg");
    section.setItem(&item);
    const auto says = [&](const QString& words) {
        for (const QLabel* label : form.findChildren<QLabel*>())
            if (label->text().contains(words))
                return true;
        return false;
    };
    EXPECT_TRUE(says(QStringLiteral("AP1 chromaticities")));
    item.input.space = ColorSpace::Srgb;
    section.setItem(&item);
    EXPECT_TRUE(says(QStringLiteral("too dark")));
}

TEST_F(InputSectionTest, the_preview_shows_what_the_network_sees) {
    Image small = makeImage(4, 2, {"R", "G", "B"}, ColorSpace::Linear);
    std::fill(small.samples.begin(), small.samples.end(), 0.25F);
    item.fileSpace = ColorSpace::Linear;
    item.small = std::make_shared<const Image>(small);
    item.autoEv = 1; // 0.5, which is 188 in sRGB
    section.setItem(&item);
    const auto shown = [&] {
        for (const QLabel* label : form.findChildren<QLabel*>())
            if (!label->pixmap().isNull())
                return label->pixmap().toImage().pixelColor(1, 1).red();
        return -1;
    };
    const auto grey = [&] {
        EXPECT_TRUE(test::waitFor([&] { return section.isSettled(); }));
        return shown();
    };
    EXPECT_NEAR(grey(), 188, 1);
    auto* exposure = form.findChild<ExposureBox*>();
    exposure->setExposure(0);
    emit exposure->exposureEdited();
    EXPECT_NEAR(shown(), 188, 1); // until the new one is there: no flicker
    EXPECT_NEAR(grey(), 137, 1);  // 0.25 in sRGB
    EXPECT_EQ(edited.exposureEv, 0.0);
    section.setModelPictures(ColorSpace::Gamma22, 0); // another curve, the same light on the screen
    EXPECT_NEAR(grey(), 137, 1);
    section.setModelPictures(ColorSpace::Srgb, 1); // a model that keeps a stop of highlights
    EXPECT_NEAR(grey(), 99, 1);                    // 0.125 in sRGB
    section.setModelPictures(ColorSpace::Srgb, 0);
    EXPECT_NEAR(grey(), 137, 1);
    std::fill(small.samples.begin(), small.samples.end(), 1.0F);
    item.small = std::make_shared<const Image>(small);
    item.input.exposureEv = 0;
    section.setItem(&item);
    EXPECT_EQ(shown(), -1) << "the preview of another picture is still there";
    EXPECT_EQ(grey(), 255);
    section.setItem(nullptr);
    EXPECT_EQ(grey(), -1);
}

TEST_F(InputSectionTest, a_mask_is_a_layer_of_the_file_or_a_picture) {
    auto& masks = *form.findChild<MaskBox*>();
    EXPECT_FALSE(masks.isEnabled());
    item.path = "/shots/hall.exr";
    item.maskLayers = {QStringLiteral("ViewLayer.Combined"), QStringLiteral("matte")};
    section.setItem(&item);
    ASSERT_EQ(masks.count(), 3); // the layer that is the picture is no mask of it
    EXPECT_EQ(masks.currentText(), QStringLiteral("None"));
    emit masks.activated(1);
    EXPECT_EQ(edited.maskLayer, "matte");
    QString asked;
    masks.setAskFile([&](const QString& folder) {
        asked = folder;
        return QStringLiteral("/mattes/hall.png");
    });
    emit masks.activated(2);
    EXPECT_EQ(asked, QStringLiteral("/shots"));
    EXPECT_EQ(edited.mask, "/mattes/hall.png");
    EXPECT_EQ(edited.maskLayer, "");
    EXPECT_EQ(masks.currentText(), QStringLiteral("hall.png"));
    masks.setAskFile([](const QString&) { return QString(); });
    emit masks.activated(masks.count() - 1); // cancelled: as it was
    EXPECT_EQ(masks.currentText(), QStringLiteral("hall.png"));
    emit masks.activated(0);
    EXPECT_EQ(edited.mask, "");
}

TEST_F(InputSectionTest, a_sequence_gets_a_mask_for_each_frame_where_the_name_says_so) {
    for (const char* frame : {"/shots/hall.0007.exr", "/shots/hall.0008.exr"})
        item.frames.emplace_back().path = frame;
    EXPECT_EQ(maskPattern(item, "/m/hall.0007.png"), "/m/{stem}.png");
    EXPECT_EQ(maskPattern(item, "/m/matte_0007.png"), "/m/matte_{frame}.png");
    EXPECT_EQ(maskPattern(item, "/m/0007/matte.png"), "/m/0007/matte.png"); // one for all
    item.frames.clear();
    EXPECT_EQ(maskPattern(item, "/m/hall.0007.png"), "/m/hall.0007.png");
}
