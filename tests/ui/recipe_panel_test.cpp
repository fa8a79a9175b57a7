// The recipe editor as people use it: what it shows and where it leads.
#include "core/config/schema/schema.h"
#include "core/config/schema/setting.h"
#include "tests/ui/recipe_support.h"
#include "tests/ui/translation_file.h"
#include "ui/recipe/recipe_compare.h"
#include "ui/recipe/recipe_layout.h"
#include "ui/recipe/text_editors.h"
#include "ui/recipe/value_line.h"
#include "ui/settings/language.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QSignalSpy>

#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <set>

namespace unlit::ui {

namespace fs = std::filesystem;
using testing::Contains;
using testing::Not;

namespace {

/// Paths of the schema with everything in it, lists with one element.
std::vector<std::string> everyPath() {
    config::TrainConfig config;
    config.lora.emplace();
    config.ema.emplace();
    config.multiResNoise.emplace();
    config.autoencoder.discriminator.emplace();
    config.autoencoder.discriminator->lrScheduler.emplace();
    config.autoencoder.perceptual.emplace();
    config.dataset.val.resize(1);
    config.dataset.vis.resize(1);
    config.dataset.train.datasetList.resize(1);
    std::vector<std::string> paths;
    config::forEachLeaf(
        config::schemaOf(config), "",
        [&](const config::Setting&, const std::string& path) { paths.push_back(path); });
    return paths;
}

constexpr const char* kEverything = "lora: {}\nema: {}\n"
                                    "autoencoder: {discriminator: {lr_scheduler: {}}, "
                                    "perceptual: {}}\n"
                                    "dataset: {val: [{dir: a}], vis: [{dir: a}], "
                                    "train: {dataset_list: [{dir: a}]}}\n"
                                    "optimizer: {name: SGD}\n";

} // namespace

TEST_F(RecipePanelTest, TheFormHasARowForEverySettingOfTheSchema) {
    open(kEverything);
    for (int group = 0; group < recipeGroups().size(); ++group)
        m_panel.views().form().setGroupOpen(group, true);
    std::vector<std::string> shown = m_panel.views().form().shownPaths();
    EXPECT_THAT(shown, Contains("optimizer.kwargs.momentum"));
    EXPECT_THAT(shown, Not(Contains("optimizer.kwargs.betas"))) << "SGD does not look at them";
    m_panel.views().form().setFilter(QStringLiteral("kwargs"));
    const std::vector<std::string> found = m_panel.views().form().shownPaths();
    shown.insert(shown.end(), found.begin(), found.end());
    for (const std::string& path : everyPath())
        EXPECT_THAT(shown, Contains(path));
}

TEST_F(RecipePanelTest, AFormThatCannotBeSeenIsMadeWhenItCan) {
    m_panel.hide();
    open();
    EXPECT_TRUE(m_panel.views().form().shownPaths().empty()) << "nobody waits for its rows";
    m_panel.show();
    EXPECT_NE(m_panel.views().form().row("max_iter"), nullptr);
    m_panel.views().showText(true);
    set("max_iter", "31");
    ASSERT_TRUE(settles());
    EXPECT_NE(m_panel.views().form().row("max_iter")->field().value.scalar, "31");
    m_panel.views().showText(false);
    EXPECT_EQ(m_panel.views().form().row("max_iter")->field().value.scalar, "31");
}

TEST_F(RecipePanelTest, WhatComesFirstExistsInTheSchema) {
    std::vector<std::string> patterns = everyPath();
    for (std::string& path : patterns)
        for (std::size_t at; (at = path.find(".0.")) != std::string::npos;)
            path.replace(at, 3, ".*.");
    patterns.emplace_back("multi_res_noise");
    for (const std::string& essential : essentialPatterns())
        EXPECT_THAT(patterns, Contains(essential));
}

TEST_F(RecipePanelTest, MarksSayWhereAValueComesFromAndResetGoesBackThere) {
    open();
    const auto markOf = [&](const std::string& path) {
        return m_panel.views().form().row(path)->mark().kind();
    };
    EXPECT_EQ(markOf("lr"), FieldMark::Kind::Inherited);
    EXPECT_EQ(markOf("max_iter"), FieldMark::Kind::Changed);
    EXPECT_EQ(markOf("run.device"), FieldMark::Kind::None);
    set("lr", "0.01");
    ASSERT_TRUE(settles());
    EXPECT_EQ(markOf("lr"), FieldMark::Kind::Changed);
    EXPECT_THAT(
        m_panel.views().form().row("lr")->mark().toolTip().toStdString(),
        testing::AllOf(testing::HasSubstr("base.yaml, line 1"), testing::HasSubstr("1.0e-4")));
    QObject owner;
    m_panel.views().form().row("lr")->makeActions(&owner).first()->trigger();
    ASSERT_TRUE(settles());
    EXPECT_EQ(markOf("lr"), FieldMark::Kind::Inherited);
    EXPECT_EQ(text(), kCommentedRecipe);
}

TEST_F(RecipePanelTest, KeysInAFieldReachTheTextAndEmptyingItGivesTheBaseTheWord) {
    open();
    auto* line = qobject_cast<ValueLine*>(m_panel.views().form().row("lr")->editor().control());
    ASSERT_NE(line, nullptr);
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, QStringLiteral("3e-5"));
    EXPECT_THAT(text(), testing::HasSubstr("lr: 3e-5\n"));
    ASSERT_TRUE(settles());
    EXPECT_EQ(line->text(), QStringLiteral("3e-5")) << "the user's own writing stays";
    QTest::keyClick(line, Qt::Key_Up);
    EXPECT_THAT(text(), testing::HasSubstr("lr: 4.0e-05\n")) << "rates move by their first digit";
    line->selectAll();
    QTest::keyClick(line, Qt::Key_Delete);
    EXPECT_THAT(text(), testing::HasSubstr("lr: 4.0e-05\n")) << "nothing yet";
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_EQ(text(), kCommentedRecipe);
}

TEST_F(RecipePanelTest, AFigureIsChosenAmongThoseThatTheRecipeMakesOrTyped) {
    open();
    ASSERT_TRUE(m_panel.views().form().focusField("validation.main_val_metric"));
    auto* box = qobject_cast<OfferBox*>(
        m_panel.views().form().row("validation.main_val_metric")->editor().control());
    ASSERT_NE(box, nullptr);
    const auto offers = [&] {
        std::vector<std::string> texts;
        for (int i = 0; i < box->count(); ++i)
            texts.push_back(box->itemText(i).toStdString());
        return texts;
    };
    EXPECT_THAT(offers(), testing::IsSupersetOf({"psnr", "val/a/psnr", "val/b/psnr"}));
    EXPECT_EQ(box->lineEdit()->placeholderText(), QStringLiteral("psnr"));
    const int second = box->findText(QStringLiteral("val/b/psnr"));
    box->setCurrentIndex(second);
    emit box->activated(second);
    EXPECT_THAT(text(), testing::HasSubstr("main_val_metric: val/b/psnr"));
    set("validation.objective", "true");
    ASSERT_TRUE(settles());
    EXPECT_THAT(offers(), Contains("val/a/loss")) << "a figure that the recipe has come to make";
    EXPECT_EQ(box->currentText(), QStringLiteral("val/b/psnr"));
    box->lineEdit()->selectAll();
    QTest::keyClicks(box, QStringLiteral("val/a/loss_t187"));
    EXPECT_THAT(text(), testing::HasSubstr("main_val_metric: val/a/loss_t187\n"))
        << "one that is not offered is typed";
    ASSERT_TRUE(m_panel.views().form().focusField("early_stopping.monitor"));
    EXPECT_NE(qobject_cast<OfferBox*>(
                  m_panel.views().form().row("early_stopping.monitor")->editor().control()),
              nullptr);
}

TEST_F(RecipePanelTest, FindingsLeadToTheFieldInTheFormAndToTheLineInTheText) {
    open(kCommentedRecipe + "trainer: {max_grad_norm: -1}\nno_such_key: 1\n");
    ASSERT_GE(m_panel.findings().count(), 2); // errors come first
    EXPECT_TRUE(m_panel.views().form().row("trainer.max_grad_norm")->hasProblem());
    EXPECT_THAT(m_panel.views().form().row("trainer.max_grad_norm")->problemText().toStdString(),
                testing::HasSubstr("line 19"));
    emit m_panel.findings().itemClicked(m_panel.findings().item(0));
    EXPECT_FALSE(m_panel.views().showsText());
    EXPECT_TRUE(
        m_panel.views().form().row("trainer.max_grad_norm")->editor().control()->hasFocus());
    m_panel.views().showText(true);
    emit m_panel.findings().itemClicked(m_panel.findings().item(0));
    EXPECT_EQ(m_panel.views().editor().textCursor().blockNumber() + 1, 19);
    EXPECT_THAT(m_panel.views().editor().markedLines(), testing::IsSupersetOf({19, 20}));
    m_panel.views().showText(false);
    emit m_panel.findings().itemClicked(m_panel.findings().item(1)); // has no field
    EXPECT_TRUE(m_panel.views().showsText());
    EXPECT_EQ(m_panel.views().editor().textCursor().blockNumber() + 1, 20);
}

TEST_F(RecipePanelTest, BrokenYamlStaysInTheTextAndTheFormSaysWhyItWaits) {
    open();
    QTextCursor cursor(m_panel.views().editor().document());
    cursor.movePosition(QTextCursor::End);
    cursor.insertText(QStringLiteral("run: [1, 2\n"));
    ASSERT_TRUE(settles());
    EXPECT_EQ(text(), kCommentedRecipe + "run: [1, 2\n");
    EXPECT_FALSE(m_panel.views().form().isEnabled());
    EXPECT_FALSE(button(m_panel, QStringLiteral("Start"))->isEnabled());
    QStringList words;
    for (const QLabel* label : m_panel.findChildren<QLabel*>())
        words += label->isVisible() ? label->text() : QString();
    EXPECT_TRUE(words.join(u' ').contains(QStringLiteral("The form waits for the text: line")));
    set("max_iter", "7"); // a field that was being edited when it broke
    EXPECT_EQ(text(), kCommentedRecipe + "run: [1, 2\n");
    m_panel.document().history().undo();
    ASSERT_TRUE(settles());
    EXPECT_TRUE(m_panel.views().form().isEnabled());
}

TEST_F(RecipePanelTest, KeysAreHeardWhereTheFormWaitsForTheText) {
    open();
    QApplication::setActiveWindow(&m_panel);
    const auto breakText = [&] {
        QTextCursor cursor(m_panel.views().editor().document());
        cursor.movePosition(QTextCursor::End);
        cursor.insertText(QStringLiteral("x: [1, "));
    };
    const auto undo = [&] {
        ASSERT_NE(QApplication::focusWidget(), nullptr);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
    };
    m_panel.views().showText(true);
    m_panel.views().editor().setFocus();
    breakText();
    ASSERT_TRUE(settles());
    m_panel.views().showText(false); // turned to when it waits already
    undo();
    EXPECT_EQ(text(), kCommentedRecipe);
    ASSERT_TRUE(settles());
    QWidget* field = m_panel.views().form().row("max_iter")->editor().control();
    field->setFocus();
    breakText(); // switched off under the hands
    ASSERT_TRUE(settles());
    EXPECT_FALSE(field->isEnabled());
    undo();
    EXPECT_EQ(text(), kCommentedRecipe);
    ASSERT_TRUE(settles());
    EXPECT_EQ(QApplication::focusWidget(), field) << "it gets the keys back";
}

TEST_F(RecipePanelTest, WhereRunsGoIsCutToTheWidthOfNow) {
    open("run: {output_dir: runs/" + std::string(80, 'x') + "/end}\n" + kCommentedRecipe);
    ASSERT_TRUE(waitFor([&] { return m_panel.reading().isSettled(); }));
    const auto place = [&] {
        for (const CutLabel* label : m_panel.findChildren<CutLabel*>())
            if (label->text().contains(QStringLiteral("xxx")))
                return label->shown();
        return QString();
    };
    const auto resize = [&](int width) {
        m_panel.resize(width, 800);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    };
    EXPECT_THAT(place().toStdString(),
                testing::AllOf(testing::StartsWith("Runs go to "), testing::EndsWith("/end")));
    const qsizetype narrow = place().size();
    resize(2000);
    EXPECT_FALSE(place().contains(u'…')) << place().toStdString();
    resize(360);
    EXPECT_EQ(place().size(), narrow);
}

namespace {

/// WCAG 2.1 contrast of the pixel that differs most from the background with it.
double bestContrast(const QImage& image) {
    const auto luminance = [](const QColor& color) {
        const auto channel = [](double value) {
            return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF()) +
               0.0722 * channel(color.blueF());
    };
    const double back = luminance(image.pixelColor(image.width() - 4, image.height() / 2));
    double best = 1;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const double here = luminance(image.pixelColor(x, y));
            best = std::max(best, (std::max(here, back) + 0.05) / (std::min(here, back) + 0.05));
        }
    }
    return best;
}

} // namespace

TEST_F(RecipePanelTest, AFindingThatWasClickedCanBeRead) {
    open("no_such_key: 1\n" + kCommentedRecipe);
    FindingsList& list = m_panel.findings();
    ASSERT_GE(list.count(), 1);
    for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
        m_panel.setPalette(themePalette(theme));
        m_panel.setStyleSheet(themeStyleSheet(theme));
        list.setCurrentRow(0);
        EXPECT_TRUE(list.item(0)->isSelected());
        const QImage row = list.viewport()->grab(list.visualItemRect(list.item(0))).toImage();
        EXPECT_GE(bestContrast(row), 4.5) << static_cast<int>(theme);
    }
}

TEST_F(RecipePanelTest, SettingsOfAllSetsHaveTheSameNames) {
    std::map<std::string, std::set<QString>> names; // by key
    for (const std::string& path : everyPath())
        if (path.starts_with("dataset.") && path != "dataset.train.dir") // it names the section
            names[path.substr(path.rfind('.') + 1)].insert(recipeLabel(path));
    EXPECT_EQ(names["dir"], std::set<QString>{QStringLiteral("Folder")});
    for (const auto& [key, labels] : names)
        EXPECT_EQ(labels.size(), 1U) << key;
}

TEST_F(RecipePanelTest, EveryUnitAndMeaningOfTheSchemaHasGermanWords) {
    std::set<std::string> known;
    for (const auto& message :
         readTranslations(QStringLiteral(UNLIT_SOURCE_DIR "/ui/translations/unlit_de.ts")))
        if (message.context == QStringLiteral("SchemaWords") && !message.forms.value(0).isEmpty())
            known.insert(message.source.toStdString());
    open(kEverything);
    const RecipeSchema schema;
    std::set<std::string> said;
    for (const RecipeField& field : schema.fields(*m_panel.reading().now()))
        for (const std::string& words : {field.setting->meta.unit, field.setting->meta.nullMeaning})
            if (!words.empty())
                said.insert(words);
    EXPECT_GT(said.size(), 30U);
    EXPECT_THAT(known, testing::ContainerEq(said));
}

TEST_F(RecipePanelTest, UnitsAndMeaningsAreInTheWindowsLanguage) {
    installLanguage(*QCoreApplication::instance(), Language::German);
    {
        RecipePanel panel;
        panel.show();
        panel.files().open(write("recipe.yaml", kCommentedRecipe));
        EXPECT_TRUE(waitFor([&] { return panel.reading().now() != nullptr; }));
        const auto lineOf = [&](const char* path) {
            EXPECT_TRUE(panel.views().form().focusField(path));
            return qobject_cast<ValueLine*>(panel.views().form().row(path)->editor().control());
        };
        EXPECT_EQ(lineOf("trainer.save_period")->unit(), QStringLiteral("Schritte"));
        EXPECT_EQ(lineOf("prepare.synthetic_pairs")->unit(), QStringLiteral("Paare"));
        EXPECT_EQ(lineOf("dataset.train.resize_to_hw")->placeholderText(),
                  QStringLiteral("wie sie sind"));
        const auto names = panel.views().form().findChildren<CutLabel*>();
        EXPECT_GT(names.size(), 20);
        for (const CutLabel* name : names) // long ones are cut, not run over
            for (const QString& word : name->shown().split(u' '))
                EXPECT_LE(name->fontMetrics().horizontalAdvance(word), name->width())
                    << word.toStdString();
    }
    installLanguage(*QCoreApplication::instance(), Language::English);
}

TEST_F(RecipePanelTest, IndentsAreOpenedAndTakenBackByLevels) {
    open();
    YamlEditor& editor = m_panel.views().editor();
    editor.moveCursor(QTextCursor::End);
    QTest::keyClicks(&editor, QStringLiteral("validation:"));
    QTest::keyClick(&editor, Qt::Key_Return);
    QTest::keyClicks(&editor, QStringLiteral("seed: 17"));
    QTest::keyClick(&editor, Qt::Key_Return);
    QTest::keyClick(&editor, Qt::Key_Backspace);
    QTest::keyClicks(&editor, QStringLiteral("lr: 12"));
    QTest::keyClick(&editor, Qt::Key_Backspace);
    EXPECT_EQ(text(), kCommentedRecipe + "validation:\n  seed: 17\nlr: 1");
}

TEST_F(RecipePanelTest, StartHandsOverTheTextAndWaitsWhileSomethingRuns) {
    open();
    QSignalSpy starts(&m_panel, &RecipePanel::startWanted);
    QSignalSpy rehearsals(&m_panel, &RecipePanel::rehearsalWanted);
    QPushButton* start = button(m_panel, QStringLiteral("Start"));
    m_panel.setBusy(QStringLiteral("a run is under way"));
    EXPECT_FALSE(start->isEnabled());
    EXPECT_EQ(start->toolTip(), QStringLiteral("a run is under way"));
    m_panel.setBusy({});
    start->click();
    set("max_iter", "6"); // not read yet when it is clicked
    button(m_panel, QStringLiteral("Rehearse"))->click();
    ASSERT_EQ(starts.count(), 1);
    EXPECT_EQ(starts[0][0].toString().toStdString(), kCommentedRecipe);
    EXPECT_EQ(starts[0][1].toString(), m_folder.path());
    ASSERT_EQ(rehearsals.count(), 1);
    EXPECT_EQ(rehearsals[0][0].toString(), m_panel.document().text());
}

TEST_F(RecipePanelTest, SetsComeAndGoInTheForm) {
    open();
    emit m_panel.views().form().elementAdded("dataset.val");
    ASSERT_TRUE(settles());
    EXPECT_NE(m_panel.views().form().row("dataset.val.2.dir"), nullptr);
    emit m_panel.views().form().elementRemoved("dataset.val", 0);
    ASSERT_TRUE(settles());
    EXPECT_EQ(m_panel.views().form().row("dataset.val.2.dir"), nullptr);
    EXPECT_EQ(m_panel.reading().now()->loaded.config.dataset.val.at(0).dir, "sets/b");
}

TEST_F(RecipePanelTest, ASearchFindsSettingsThatAreFoldedAwayAndSwitchedOff) {
    open();
    EXPECT_EQ(m_panel.views().form().row("ema.decay"), nullptr);
    m_panel.views().form().setFilter(QStringLiteral("ema decay"));
    ASSERT_NE(m_panel.views().form().row("ema.decay"), nullptr);
    m_panel.views().form().setFilter({});
    EXPECT_EQ(m_panel.views().form().row("ema.decay"), nullptr);
}

TEST_F(RecipePanelTest, ComparisonNamesWhatDiffersAndSaysWhenItCannot) {
    open();
    const fs::path run = path("run");
    write("run/config.yaml", "max_iter: 5\nmodel: {pretrained_path: models/start}\n");
    RecipeCompare dialog(m_panel.reading().now()->loaded, QStringLiteral("mine"), {});
    dialog.compareWith(run);
    bool isThere = false;
    for (int row = 0; row < dialog.table().rowCount(); ++row)
        if (dialog.table().index(row, 0).data().toString() == QStringLiteral("max_iter"))
            isThere = dialog.table().index(row, 1).data().toString() == QStringLiteral("100") &&
                      dialog.table().index(row, 2).data().toString() == QStringLiteral("5");
    EXPECT_TRUE(isThere);
    dialog.compareWith(path("gone"));
    EXPECT_EQ(dialog.table().rowCount(), 0);
    EXPECT_TRUE(dialog.message().contains(QStringLiteral("gone")));
}

TEST(ValueSteps, MoveByWhatTheNumberIsLike) {
    EXPECT_EQ(logarithmicStep(QStringLiteral("3e-5"), 1), QStringLiteral("4.0e-05"));
    EXPECT_EQ(logarithmicStep(QStringLiteral("9e-5"), 1).toDouble(), 1e-4);
    EXPECT_EQ(logarithmicStep(QStringLiteral("0.0001"), -1).toDouble(), 9e-5);
    EXPECT_EQ(logarithmicStep(QStringLiteral("1e-4"), 10).toDouble(), 2e-3);
    EXPECT_EQ(logarithmicStep(QStringLiteral("many"), 1), QString());
    EXPECT_EQ(wholeStep(QStringLiteral("7"), 1), QStringLiteral("8"));
    EXPECT_EQ(wholeStep(QStringLiteral("50000"), -1), QStringLiteral("49000"));
    EXPECT_EQ(numberStep(QStringLiteral("0.9"), 1), QStringLiteral("0.91"));
}

TEST_F(RecipePanelTest, TheTextOffersTheKeysThatMayStandThere) {
    open("trainer:\n");
    m_panel.views().showText(true);
    YamlEditor& editor = m_panel.views().editor();
    editor.setFocus();
    editor.moveCursor(QTextCursor::End);
    QTest::keyClicks(&editor, QStringLiteral("  sav"));
    ASSERT_TRUE(editor.completion().isShown());
    EXPECT_TRUE(editor.completion().offered().contains(QStringLiteral("save_period")));
    EXPECT_FALSE(editor.completion().offered().contains(QStringLiteral("lr")));
    editor.completion().take(QStringLiteral("save_period"));
    EXPECT_TRUE(editor.toPlainText().endsWith(QStringLiteral("trainer:\n  save_period: ")))
        << editor.toPlainText().toStdString();
    editor.completion().hide();
    QTest::keyClicks(&editor, QStringLiteral("abc"));
    EXPECT_FALSE(editor.completion().isShown()) << "a value is no key";
    QTest::keyClick(&editor, Qt::Key_Return);
    QTest::keyClick(&editor, Qt::Key_Space, Qt::ControlModifier);
    EXPECT_TRUE(editor.completion().isShown());
    EXPECT_GT(editor.completion().offered().size(), 5);
    EXPECT_TRUE(editor.completion().help(1).contains(QStringLiteral("trainer.save_period")));
    EXPECT_TRUE(editor.completion().help(99).isEmpty());
}

} // namespace unlit::ui
