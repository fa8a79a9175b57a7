// The rows about the chosen picture: its layers by name and role, its colour space.
#include "ui/pages/input_section.h"

#include "ui/widgets/form_column.h"

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
        QObject::connect(&section, &InputSection::edited,
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
    EXPECT_EQ(layers().currentText().toStdString(), "ViewLayer.Combined (beauty)");
    EXPECT_EQ(layers().itemText(1).toStdString(), "ViewLayer.DiffCol (albedo)");
    EXPECT_EQ(layers().itemData(1, Qt::ToolTipRole).toString().toStdString(), "black on metal");
    EXPECT_EQ(layers().itemText(2).toStdString(), "ViewLayer.DiffDir (lit)");
    EXPECT_EQ(layers().itemText(3).toStdString(), "ViewLayer.Emit");
    layers().setCurrentIndex(1);
    emit layers().activated(1);
    EXPECT_EQ(edited.layer, "ViewLayer.DiffCol");
}

TEST_F(InputSectionTest, the_files_space_is_named_and_can_be_changed) {
    section.setItem(&item);
    EXPECT_EQ(spaces().currentText().toStdString(), "Auto: ACEScg");
    const int raw = spaces().findData(static_cast<int>(ColorSpace::Raw));
    spaces().setCurrentIndex(raw);
    emit spaces().activated(raw);
    EXPECT_EQ(edited.space, ColorSpace::Raw);
}

TEST_F(InputSectionTest, an_unnamed_layer_is_the_only_one_or_is_called_unnamed) {
    item.layers = {LayerInfo{}};
    item.layer.clear();
    section.setItem(&item);
    EXPECT_EQ(layers().currentText().toStdString(), "The only one");
    EXPECT_FALSE(layers().isEnabled());
    item.layers.push_back(LayerInfo{});
    item.layers[1].name = "paint";
    section.setItem(&item);
    EXPECT_EQ(layers().currentText().toStdString(), "Unnamed");
    EXPECT_EQ(layers().itemText(1).toStdString(), "paint");
}
