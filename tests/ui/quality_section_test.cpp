// The rows about quality: what a model cannot be asked for cannot be chosen.
#include "ui/pages/infer/quality_section.h"

#include "ui/widgets/form_column.h"

#include <gtest/gtest.h>

#include <stdexcept>

using namespace unlit;
using namespace unlit::ui;

namespace {

class QualitySectionTest : public testing::Test {
protected:
    QualitySectionTest() {
        QObject::connect(&section, &QualitySection::edited, &section, [this] { ++edits; });
        section.setModel({{6, 1, 1024}, 100, false});
    }

    /// Steps, members and size, in this order.
    QSpinBox& box(int index) { return *form.findChildren<QSpinBox*>().at(index); }

    QLineEdit& seed() {
        for (QLineEdit* field : form.findChildren<QLineEdit*>())
            if (field->accessibleName() == QStringLiteral("Seed"))
                return *field;
        throw std::logic_error("there is no seed");
    }

    QSpinBox& strength() {
        for (QSpinBox* field : form.findChildren<QSpinBox*>())
            if (field->accessibleName() == QStringLiteral("Strength"))
                return *field;
        throw std::logic_error("there is no strength");
    }

    std::optional<double> wantedStrength() {
        InferSettings settings;
        section.fill(settings);
        return settings.options.strength;
    }

    void choose(Quality quality) {
        InferSettings settings;
        settings.quality = quality;
        settings.setCustom({20, 30, 640});
        section.setSettings(settings);
    }

    FormColumn form;
    QualitySection section{form, nullptr};
    ModelQuality oneStep{{1, 1, 768}, 12, true};
    int edits = 0;
};

} // namespace

TEST_F(QualitySectionTest, presets_follow_the_model) {
    EXPECT_EQ(section.values(), (QualityValues{6, 5, 1024}));
    EXPECT_EQ(section.valuesFor(Quality::Best), (QualityValues{10, 10, 1024}));
    EXPECT_TRUE(box(0).isEnabled());
    EXPECT_TRUE(seed().isEnabled());
}

TEST_F(QualitySectionTest, a_model_of_one_step_offers_neither_steps_nor_seeds) {
    section.setModel(oneStep);
    EXPECT_EQ(section.values(), (QualityValues{1, 4, 768}));
    EXPECT_EQ(section.valuesFor(Quality::Draft), (QualityValues{1, 1, 512}));
    EXPECT_EQ(section.valuesFor(Quality::Best), (QualityValues{1, 12, 768}));
    EXPECT_FALSE(box(0).isEnabled());
    EXPECT_FALSE(seed().isEnabled());
    EXPECT_TRUE(seed().toolTip().contains(QStringLiteral("without noise")));
    box(1).setValue(13);
    EXPECT_EQ(box(1).value(), 12);
}

TEST_F(QualitySectionTest, another_model_brings_them_back_and_nothing_counts_as_an_edit) {
    section.setModel(oneStep);
    section.setModel({{6, 1, 1024}, 100, false});
    EXPECT_EQ(section.values(), (QualityValues{6, 5, 1024}));
    EXPECT_TRUE(box(0).isEnabled());
    EXPECT_TRUE(seed().isEnabled());
    EXPECT_EQ(edits, 0);
}

TEST_F(QualitySectionTest, own_values_are_what_the_model_will_do) {
    choose(Quality::Custom);
    EXPECT_EQ(section.values(), (QualityValues{20, 30, 640}));
    section.setModel(oneStep);
    EXPECT_EQ(section.values(), (QualityValues{1, 12, 640}));
    EXPECT_EQ(section.valuesFor(Quality::Custom), (QualityValues{1, 12, 640}));
    EXPECT_EQ(edits, 0);
}

TEST_F(QualitySectionTest, whatever_the_core_can_do_can_be_asked_for) {
    section.setModel({});
    EXPECT_EQ(box(0).maximum(), 1000);
    EXPECT_EQ(box(1).maximum(), 1000);
    EXPECT_EQ(box(2).maximum(), 16384);
    int position = 0;
    for (const char* text : {"0", "18446744073709551615"}) {
        QString typed = QString::fromLatin1(text);
        EXPECT_EQ(seed().validator()->validate(typed, position), QValidator::Acceptable) << text;
    }
    for (const char* text : {"18446744073709551616", "-1", "x", "+1"}) {
        QString typed = QString::fromLatin1(text);
        EXPECT_EQ(seed().validator()->validate(typed, position), QValidator::Invalid) << text;
    }
}

TEST_F(QualitySectionTest, what_has_no_box_stays_as_it_was) {
    InferSettings given;
    given.options.batchSize = 3;
    given.options.device = "cpu";
    section.setSettings(given);
    InferSettings read;
    section.fill(read);
    EXPECT_EQ(read.options.batchSize, 3);
    EXPECT_EQ(read.options.device, "cpu");
}

TEST_F(QualitySectionTest, strength_is_the_models_until_another_is_chosen) {
    ModelQuality careful = oneStep;
    careful.strength = 0.8;
    section.setModel(careful);
    EXPECT_EQ(strength().value(), 80);
    EXPECT_TRUE(strength().toolTip().contains(QStringLiteral("80 %")));
    EXPECT_EQ(wantedStrength(), std::nullopt);
    EXPECT_EQ(edits, 0);

    strength().setValue(60);
    EXPECT_EQ(edits, 1);
    EXPECT_EQ(wantedStrength(), 0.6);
    section.setModel(oneStep); // stays as it was asked for
    EXPECT_EQ(strength().value(), 60);
    strength().setValue(100);
    EXPECT_EQ(wantedStrength(), std::nullopt); // that model's own
    section.setModel(careful);
    EXPECT_EQ(strength().value(), 80);
}

TEST_F(QualitySectionTest, detail_and_black_come_back_as_they_were_given) {
    InferSettings given;
    section.fill(given);
    EXPECT_EQ(given.options.detail, std::nullopt) << "as the program has it";
    EXPECT_EQ(given.options.keepBlack, KeepBlack::Auto);
    given.options.detail = DetailMode::Off;
    given.options.keepBlack = KeepBlack::Off;
    section.setSettings(given);
    InferSettings read;
    section.fill(read);
    EXPECT_EQ(read.options.detail, DetailMode::Off);
    EXPECT_EQ(read.options.keepBlack, KeepBlack::Off);
    EXPECT_EQ(edits, 0);
    for (QCheckBox* field : form.findChildren<QCheckBox*>())
        if (field->text() == QStringLiteral("Keep black"))
            field->click();
    section.fill(read);
    EXPECT_EQ(read.options.keepBlack, KeepBlack::Auto);
    EXPECT_EQ(edits, 1);
}

TEST_F(QualitySectionTest, a_model_without_an_albedo_to_mix_has_no_strength) {
    strength().setValue(60);
    ModelQuality lighting{{4, 1, 768}, 100, false};
    lighting.hasStrength = false;
    section.setModel(lighting);
    EXPECT_FALSE(strength().isEnabled());
    EXPECT_EQ(strength().value(), 100);
    EXPECT_EQ(wantedStrength(), std::nullopt);
    section.setModel({{6, 1, 1024}, 100, false});
    EXPECT_TRUE(strength().isEnabled());
    EXPECT_EQ(wantedStrength(), 0.6);
}
