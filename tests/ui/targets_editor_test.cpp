// The targets of a model in the form: rows and YAML are two views of one document.
#include "core/config/yaml/document.h"
#include "core/config/yaml/yaml_writer.h"
#include "tests/ui/recipe_support.h"
#include "ui/recipe/targets_editor.h"

#include <gmock/gmock.h>

#include <random>

namespace unlit::ui {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

constexpr const char* kKey = "pipeline.kwargs.target_properties";
constexpr const char* kTargets = R"(max_iter: 100 # short
pipeline:
  kwargs:
    target_properties: # what comes out
      target_names: [albedo, material] # in this order
      albedo: # the one that counts
        prediction_space: srgb # as a screen shows it
      material:
        prediction_space: stack
        sub_target_names: [roughness, metallicity, null] # grey ones
      roughness: {prediction_space: linear} # of Marigold's files
      metallicity: {prediction_space: linear}
lr: 0.1 # slow
)";

std::vector<std::string> namesOf(const std::vector<config::TargetConfig>& targets) {
    std::vector<std::string> names;
    for (const config::TargetConfig& target : targets)
        names.push_back(target.name);
    return names;
}

} // namespace

class TargetsEditorTest : public RecipePanelTest {
protected:
    TargetsEditor& editor() {
        return static_cast<TargetsEditor&>(m_panel.views().form().row(kKey)->editor());
    }

    TargetRow& row(std::size_t index) { return *editor().rows().at(index); }

    const std::vector<config::TargetConfig>& targets() {
        return m_panel.reading().now()->loaded.config.pipeline.targets;
    }

    static void type(ValueLine& line, const char* text) {
        line.setFocus();
        line.selectAll();
        QTest::keyClicks(&line, QString::fromLatin1(text));
    }

    static void choose(QComboBox& box, const char* space) {
        box.setCurrentIndex(box.findData(QString::fromLatin1(space)));
        emit box.activated(box.currentIndex());
    }

    bool isUsable() {
        const auto& told = m_panel.reading().now()->loaded.diagnostics;
        return std::ranges::none_of(
            told, [](const Diagnostic& problem) { return problem.key.starts_with("pipeline"); });
    }
};

TEST_F(TargetsEditorTest, ShowsEachTargetWithItsNumbersAndPlanes) {
    open(kTargets);
    ASSERT_EQ(editor().rows().size(), 2U);
    EXPECT_EQ(row(0).name().text(), QStringLiteral("albedo"));
    EXPECT_EQ(row(0).space().currentData().toString(), QStringLiteral("srgb"));
    EXPECT_FALSE(row(0).scale().isVisible());
    EXPECT_EQ(row(1).space().currentData().toString(), QStringLiteral("stack"));
    EXPECT_EQ(row(1).part(0).text(), QStringLiteral("roughness"));
    EXPECT_TRUE(row(1).part(2).text().isEmpty());
    EXPECT_TRUE(row(1).part(2).isVisible());
}

TEST_F(TargetsEditorTest, ARecipeThatSaysNothingShowsTheDefaultAndTakesChanges) {
    open("max_iter: 5\n");
    ASSERT_EQ(editor().rows().size(), 1U);
    EXPECT_EQ(row(0).name().text(), QStringLiteral("albedo"));
    EXPECT_FALSE(row(0).remover().isEnabled()) << "a model makes one at least";
    choose(row(0).space(), "linear");
    ASSERT_TRUE(settles());
    EXPECT_TRUE(isUsable());
    EXPECT_EQ(targets().at(0).predictionSpace, config::TargetSpace::Linear);
    EXPECT_TRUE(row(0).scale().isVisible());
    row(0).scale().click();
    ASSERT_TRUE(settles());
    EXPECT_TRUE(targets().at(0).upToScale);
}

TEST_F(TargetsEditorTest, WhatIsNotChangedKeepsItsLinesAndComments) {
    open(kTargets);
    choose(row(0).space(), "linear");
    std::string wanted = kTargets;
    wanted.replace(wanted.find("srgb"), 4, "linear");
    EXPECT_EQ(text(), wanted);
    m_panel.document().history().undo();
    EXPECT_EQ(text(), kTargets);
    ASSERT_TRUE(settles());
    EXPECT_EQ(row(0).space().currentData().toString(), QStringLiteral("srgb"));
    type(row(1).part(2), "wetness");
    ASSERT_TRUE(settles());
    EXPECT_THAT(targets().at(1).subTargets, ElementsAre("roughness", "metallicity", "wetness"));
    for (const char* kept : {"# short", "# what comes out", "# in this order",
                             "# the one that counts", "# of Marigold's files", "# slow"})
        EXPECT_THAT(text(), HasSubstr(kept));
}

TEST_F(TargetsEditorTest, TargetsComeGoAndAreRenamedKeyByKey) {
    open(kTargets);
    editor().adder().click();
    ASSERT_TRUE(settles());
    EXPECT_TRUE(isUsable());
    EXPECT_THAT(namesOf(targets()), ElementsAre("albedo", "material", "shading"));
    choose(row(2).space(), "linear");
    type(row(2).name(), "light");
    ASSERT_TRUE(settles());
    EXPECT_TRUE(isUsable());
    EXPECT_THAT(namesOf(targets()), ElementsAre("albedo", "material", "light"));
    EXPECT_EQ(targets().at(2).predictionSpace, config::TargetSpace::Linear);
    EXPECT_THAT(text(), testing::Not(HasSubstr("ligh:"))) << "nothing of the way is left";
    row(1).remover().click();
    ASSERT_TRUE(settles());
    EXPECT_TRUE(isUsable()) << "the planes' own maps go with it";
    EXPECT_THAT(namesOf(targets()), ElementsAre("albedo", "light"));
    EXPECT_THAT(text(), testing::Not(HasSubstr("roughness")));
}

TEST_F(TargetsEditorTest, ANameThatIsEmptyOrTakenOnTheWayLosesNothing) {
    open(kTargets);
    choose(row(0).space(), "linear");
    ASSERT_TRUE(settles());
    type(row(1).name(), "albedo"); // as the other one
    ASSERT_TRUE(settles());
    EXPECT_FALSE(isUsable());
    EXPECT_TRUE(m_panel.views().form().row(kKey)->hasProblem());
    QTest::keyClicks(&row(1).name(), QStringLiteral("_2"));
    ASSERT_TRUE(settles());
    EXPECT_TRUE(isUsable());
    EXPECT_EQ(targets().at(0).predictionSpace, config::TargetSpace::Linear);
    EXPECT_THAT(targets().at(1).subTargets, ElementsAre("roughness", "metallicity", ""));
    row(1).name().selectAll();
    QTest::keyClick(&row(1).name(), Qt::Key_Delete);
    ASSERT_TRUE(settles());
    EXPECT_FALSE(isUsable());
    QTest::keyClicks(&row(1).name(), QStringLiteral("wet"));
    ASSERT_TRUE(settles());
    EXPECT_TRUE(isUsable());
    EXPECT_EQ(targets().at(1).predictionSpace, config::TargetSpace::Stack);
}

TEST_F(TargetsEditorTest, ATargetOfABaseIsTakenOutByNull) {
    write("base.yaml", kTargets);
    open("base_config: base.yaml\n");
    ASSERT_EQ(editor().rows().size(), 2U);
    row(1).remover().click();
    ASSERT_TRUE(settles());
    EXPECT_TRUE(isUsable());
    EXPECT_THAT(namesOf(targets()), ElementsAre("albedo"));
    EXPECT_THAT(text(), HasSubstr("material: null"));
    EXPECT_THAT(text(), testing::Not(HasSubstr("albedo:"))) << "the base says it";
    EXPECT_EQ(m_panel.views().form().row(kKey)->mark().kind(), FieldMark::Kind::Changed);
    emit m_panel.views().form().cleared(kKey);
    ASSERT_TRUE(settles());
    EXPECT_THAT(namesOf(targets()), ElementsAre("albedo", "material"));
}

TEST_F(TargetsEditorTest, WhatTheRowsCannotSayIsShownAsItIsWritten) {
    open("pipeline: {kwargs: {target_properties: {target_names: [a], "
         "a: {prediction_space: cmyk, odd: 1}}}}\n");
    ASSERT_EQ(editor().rows().size(), 1U);
    EXPECT_EQ(row(0).space().currentText(), QStringLiteral("cmyk"));
    EXPECT_TRUE(m_panel.views().form().row(kKey)->hasProblem());
    choose(row(0).space(), "srgb");
    EXPECT_THAT(text(), HasSubstr("odd: 1")) << "not this editor's to take out";
    m_answer = RecipeFiles::Unsaved::Discard;
    open("pipeline: {kwargs: {target_properties: nonsense}}\n");
    EXPECT_TRUE(editor().rows().empty());
    editor().adder().click();
    ASSERT_TRUE(settles());
    EXPECT_TRUE(isUsable());
    EXPECT_THAT(namesOf(targets()), ElementsAre("albedo"));
}

TEST_F(TargetsEditorTest, AnySequenceMeansInTheTextWhatTheRowsShow) {
    std::mt19937 random(3);
    const auto below = [&](std::size_t count) {
        return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
    };
    open(kTargets);
    for (int i = 0; i < 60; ++i) {
        TargetRow& any = row(below(editor().rows().size()));
        switch (below(5)) {
        case 0:
            if (editor().rows().size() < 5)
                editor().adder().click();
            break;
        case 1:
            any.remover().click();
            break;
        case 2:
            choose(any.space(), std::array{"srgb", "linear", "stack"}[below(3)]);
            break;
        case 3:
            if (any.scale().isVisible())
                any.scale().click();
            break;
        default:
            type(any.name(), std::array{"one", "two", "three", "four"}[below(4)]);
            break;
        }
        ASSERT_TRUE(settles());
        std::vector<Diagnostic> told;
        const config::Node recipe = config::loadDocumentText(text(), "recipe", told);
        const config::Node* value = recipe.at(kKey);
        ASSERT_NE(value, nullptr) << text();
        TargetList list;
        list.read(*value);
        const std::vector<TargetLine> lines = list.lines();
        ASSERT_EQ(lines.size(), editor().rows().size()) << text();
        for (std::size_t line = 0; line < lines.size(); ++line)
            EXPECT_EQ(lines[line].name, row(line).name().text().toStdString()) << text();
        EXPECT_THAT(text(), HasSubstr("# slow"));
    }
    QUndoStack& history = m_panel.document().history();
    while (history.canUndo())
        history.undo();
    EXPECT_EQ(text(), kTargets);
}

} // namespace unlit::ui
