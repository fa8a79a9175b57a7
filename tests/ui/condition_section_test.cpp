// What a model is told: rows that come with models that know it, and requests that say no more.
#include "ui/pages/infer/condition_section.h"

#include "ui/widgets/form_column.h"

#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSpinBox>

#include <gtest/gtest.h>

using namespace unlit;
using namespace unlit::ui;

namespace {

struct Shown {
    FormColumn form;
    ConditionSection section{form, nullptr};
    QSpinBox* ofClass = form.findChild<QSpinBox*>();
    QLineEdit* text = nullptr;
    QDoubleSpinBox* guidance = form.findChild<QDoubleSpinBox*>();

    Shown() {
        for (QLineEdit* edit : form.findChildren<QLineEdit*>())
            if (qobject_cast<QAbstractSpinBox*>(edit->parentWidget()) == nullptr)
                text = edit;
    }

    bool isOnShow(const QWidget* row) const { return row->isVisibleTo(&form); }
};

InferSettings told(ConditionOptions condition) {
    InferSettings settings;
    settings.options.condition = std::move(condition);
    return settings;
}

} // namespace

TEST(ConditionSection, rows_come_with_models_that_know_what_they_say) {
    Shown shown;
    EXPECT_FALSE(shown.isOnShow(shown.ofClass));
    EXPECT_FALSE(shown.isOnShow(shown.text));
    EXPECT_FALSE(shown.isOnShow(shown.guidance));
    ModelQuality model;
    model.classes = 3;
    shown.section.setModel(model);
    EXPECT_TRUE(shown.isOnShow(shown.ofClass));
    EXPECT_EQ(shown.ofClass->maximum(), 2);
    EXPECT_FALSE(shown.isOnShow(shown.text));
    EXPECT_TRUE(shown.isOnShow(shown.guidance));
    model = {};
    model.seesText = true;
    shown.section.setModel(model);
    EXPECT_FALSE(shown.isOnShow(shown.ofClass));
    EXPECT_TRUE(shown.isOnShow(shown.text));
}

TEST(ConditionSection, says_what_is_set_and_what_the_model_knows_of_it) {
    Shown shown;
    shown.section.setSettings(told({2, "a wall", 3}));
    InferSettings settings;
    shown.section.fill(settings);
    EXPECT_EQ(settings.options.condition, ConditionOptions{}); // a model that knows neither
    ModelQuality model;
    model.classes = 3;
    shown.section.setModel(model);
    shown.section.fill(settings);
    EXPECT_EQ(settings.options.condition, (ConditionOptions{2, "", 3}));
    model = {};
    model.seesText = true;
    shown.section.setModel(model);
    shown.section.fill(settings);
    EXPECT_EQ(settings.options.condition, (ConditionOptions{{}, "a wall", 3}));
    EXPECT_EQ(shown.text->text(), QStringLiteral("a wall"));

    const QSignalSpy edits(&shown.section, &ConditionSection::edited);
    shown.text->setText(QStringLiteral("  a tree "));
    emit shown.text->editingFinished();
    shown.section.fill(settings);
    EXPECT_EQ(settings.options.condition.prompt, "a tree");
    EXPECT_EQ(edits.count(), 1);
    shown.text->setText({});
    emit shown.text->editingFinished();
    shown.section.fill(settings);
    EXPECT_EQ(settings.options.condition, ConditionOptions{}); // guidance of nothing is none
}

TEST(ConditionSection, guidance_can_be_set_only_where_something_is_told) {
    Shown shown;
    ModelQuality model;
    model.classes = 3;
    shown.section.setModel(model);
    EXPECT_FALSE(shown.guidance->isEnabled());
    shown.ofClass->setValue(1);
    EXPECT_TRUE(shown.guidance->isEnabled());
    shown.ofClass->setValue(shown.ofClass->minimum());
    EXPECT_FALSE(shown.guidance->isEnabled());
    model = {};
    model.seesText = true;
    shown.section.setModel(model);
    EXPECT_FALSE(shown.guidance->isEnabled());
    shown.text->setText(QStringLiteral("a wall"));
    emit shown.text->editingFinished();
    EXPECT_TRUE(shown.guidance->isEnabled());
}

TEST(ConditionSection, a_class_beyond_the_models_is_none) {
    ModelQuality model;
    model.classes = 2;
    EXPECT_EQ(knownTo(model, {2, "", 3}), ConditionOptions{});
    EXPECT_EQ(knownTo(model, {1, "text", 3}), (ConditionOptions{1, "", 3}));
}
