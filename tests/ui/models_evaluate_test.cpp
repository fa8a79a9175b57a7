// Models measured on a set on the Models page.
#include "ui/pages/models/models_evaluate.h"

#include "core/base/error.h"
#include "core/image/image_file.h"
#include "tests/support/wait_for.h"
#include "ui/kit/text.h"

#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

using test::waitFor;

/// The baselines are measured by the engine itself.
class ModelsEvaluateTest : public testing::Test {
protected:
    /// Beauties are the albedo under half of the light, but that of `odd`, which is another
    /// picture.
    fs::path makeSet(const std::string& odd) const {
        const fs::path list = m_root / "set.txt";
        std::ofstream lines(list);
        for (const std::string name : {"a", "b", "c"}) {
            Image albedo = makeImage(24, 16, {"R", "G", "B"}, ColorSpace::Linear);
            for (std::size_t i = 0; i < albedo.samples.size(); ++i)
                albedo.samples[i] = 0.1F + 0.8F * static_cast<float>((i * 7) % 24) / 24.0F;
            Image beauty = albedo;
            for (std::size_t i = 0; i < beauty.samples.size(); ++i)
                beauty.samples[i] = name == odd ? 1 - albedo.samples[i] : albedo.samples[i] / 2;
            writeImage(m_root / (name + "_beauty.exr"), beauty, {.format = FileFormat::Exr});
            writeImage(m_root / (name + "_albedo.exr"), albedo, {.format = FileFormat::Exr});
            lines << name << "_beauty.exr " << name << "_albedo.exr\n";
        }
        return list;
    }

    void check(ModelsEvaluate& view, const QStringList& paths) {
        for (int i = 0; i < view.choice().models().count(); ++i) {
            QListWidgetItem* item = view.choice().models().item(i);
            item->setCheckState(
                paths.contains(item->data(Qt::UserRole).toString()) ? Qt::Checked : Qt::Unchecked);
        }
    }

    void open(ModelsEvaluate& view) {
        view.resize(900, 700);
        view.show();
    }

    void measure(ModelsEvaluate& view) {
        view.begin();
        ASSERT_TRUE(view.isBusy());
        ASSERT_TRUE(waitFor([&] { return !view.isBusy(); }));
        QTest::qWait(1);
    }

    static QString cell(const QStandardItemModel& table, int row, const QString& head) {
        for (int column = 0; column < table.columnCount(); ++column)
            if (table.horizontalHeaderItem(column)->text().startsWith(head))
                return table.item(row, column)->text();
        return QStringLiteral("no such column");
    }

    bool says(ModelsEvaluate& view, const QString& text) {
        const auto labels = view.message().findChildren<QLabel*>();
        return view.message().isVisible() && std::ranges::any_of(labels, [&](const QLabel* label) {
                   return label->text().contains(text, Qt::CaseInsensitive);
               });
    }

    QTemporaryDir m_folder;
    fs::path m_root = m_folder.path().toStdString();
};

TEST_F(ModelsEvaluateTest, BaselinesAreMeasuredAndComparedWithTheFirst) {
    ModelsEvaluate view(evaluateModels);
    open(view);
    EXPECT_FALSE(view.button().isEnabled()) << "there is no set yet";
    view.choice().set().setText(toQString(makeSet("")));
    check(view, {QStringLiteral("input"), QStringLiteral("constant")});
    measure(view);
    ASSERT_EQ(view.results().figures().rowCount(), 2);
    EXPECT_EQ(cell(view.results().figures(), 0, QStringLiteral("Model")), QStringLiteral("input"));
    // Half of the light is one factor away from the truth: no error is left but that of halves.
    EXPECT_LT(cell(view.results().figures(), 0, QStringLiteral("rmse")).toDouble(), 0.01);
    const QString grey = cell(view.results().figures(), 1, QStringLiteral("rmse"));
    EXPECT_GT(grey.section(u'\n', 0, 0).toDouble(), 0.1);
    EXPECT_TRUE(grey.contains(QStringLiteral("\n+"))) << grey.toStdString();
    EXPECT_EQ(view.results().sheet().layers().size(), 1U);
    EXPECT_FALSE(view.message().isVisible());
}

TEST_F(ModelsEvaluateTest, TabGoesThroughTheChoiceAsItIsRead) {
    ModelsEvaluate view({});
    open(view);
    QStringList names;
    QWidget* at = &view.choice().models();
    for (int i = 0; i < 40; ++i) {
        at = at->nextInFocusChain();
        const bool isStop = (at->focusPolicy() & Qt::TabFocus) != 0 && at->isVisible();
        if (!isStop || at == &view.choice().models())
            continue;
        if (const auto* button = qobject_cast<QPushButton*>(at))
            names += button->accessibleName().isEmpty() ? button->text() : button->accessibleName();
        else
            names += at->accessibleName();
    }
    const QStringList expected = {QStringLiteral("Add folder…"),
                                  QStringLiteral("Set"),
                                  QStringLiteral("Choose a list of pairs"),
                                  QStringLiteral("Judgements"),
                                  QStringLiteral("Choose judgements"),
                                  QStringLiteral("Encoding"),
                                  QStringLiteral("Evaluate"),
                                  QStringLiteral("Save report…")};
    ASSERT_GE(names.size(), expected.size());
    EXPECT_EQ(names.first(expected.size()), expected) << names.join(u'|').toStdString();
}

TEST_F(ModelsEvaluateTest, TheWorstPictureComesFirst) {
    ModelsEvaluate view(evaluateModels);
    open(view);
    view.choice().set().setText(toQString(makeSet("b")));
    check(view, {QStringLiteral("input")});
    measure(view);
    ASSERT_EQ(view.results().worst().rowCount(), 3);
    for (const char* metric : {"psnr", "rmse"}) { // more is better, less is better
        view.results().metric().setCurrentText(QString::fromLatin1(metric));
        EXPECT_TRUE(view.results().worst().item(0, 0)->text().startsWith(u'b')) << metric;
    }
}

TEST_F(ModelsEvaluateTest, AReportIsWrittenOnceAndNotReplaced) {
    ModelsEvaluate view(evaluateModels);
    open(view);
    view.choice().set().setText(toQString(makeSet("")));
    check(view, {QStringLiteral("input")});
    measure(view);
    const fs::path report = m_root / "report";
    view.writeTo(report);
    ASSERT_TRUE(waitFor([&] { return says(view, QStringLiteral("written")); }));
    for (const char* file :
         {"evaluation.json", "evaluation.csv", "evaluation_pictures.csv", "contact_sheet.png"})
        EXPECT_TRUE(fs::exists(report / file)) << file;
    view.writeTo(report);
    ASSERT_TRUE(waitFor([&] { return says(view, QStringLiteral("exists already")); }));
}

TEST_F(ModelsEvaluateTest, WhatCannotBeMeasuredIsSaid) {
    ModelsEvaluate view(evaluateModels);
    open(view);
    check(view, {QStringLiteral("input")});
    view.choice().set().setText(toQString(m_root / "nowhere.txt"));
    measure(view);
    EXPECT_TRUE(says(view, QStringLiteral("nowhere.txt")));
    view.choice().set().setText(toQString(makeSet("")));
    std::ofstream(m_root / "c_beauty.exr") << "no picture";
    measure(view);
    EXPECT_TRUE(says(view, QStringLiteral("c_beauty.exr")));
    EXPECT_EQ(view.results().figures().rowCount(), 1);
    for (const char* name : {"a", "b"})
        std::ofstream(m_root / (std::string(name) + "_beauty.exr")) << "no picture";
    measure(view);
    EXPECT_EQ(cell(view.results().figures(), 0, QStringLiteral("rmse")), QStringLiteral("–"));
}

TEST_F(ModelsEvaluateTest, CheckpointsAreAddedAndKeepTheirPlace) {
    ModelsEvaluate view(evaluateModels);
    open(view);
    view.choice().setModels({{m_root / "model", QStringLiteral("model")}});
    const QString checkpoint = toQString(m_root / "run/checkpoint/iter_000010");
    view.choice().chooseModels({checkpoint});
    EXPECT_EQ(view.choice().request().models,
              (std::vector<std::string>{checkpoint.toStdString(), "input"}));
    EXPECT_EQ(view.choice().models().item(0)->text(), QStringLiteral("run/iter_000010"));
    view.choice().setModels({{m_root / "other", QStringLiteral("other")}});
    EXPECT_EQ(view.choice().request().models.front(), checkpoint.toStdString());
    EXPECT_EQ(view.choice().models().item(1)->text(), QStringLiteral("other"));
}

TEST_F(ModelsEvaluateTest, CanBeCancelled) {
    std::atomic<bool> isRunning = false;
    ModelsEvaluate view([&](const EvaluationRequest&, const EvaluationProgress& progress,
                            const std::stop_token& stop) -> std::optional<Evaluation> {
        progress("input · picture 1 of 3");
        isRunning = true;
        while (!stop.stop_requested())
            QTest::qSleep(1);
        return {};
    });
    open(view);
    view.choice().set().setText(QStringLiteral("/set.txt"));
    view.begin();
    ASSERT_TRUE(waitFor([&] { return isRunning.load(); }));
    EXPECT_EQ(view.button().text(), QStringLiteral("Cancel"));
    view.button().click();
    ASSERT_TRUE(waitFor([&] { return says(view, QStringLiteral("cancelled")); }));
    EXPECT_EQ(view.button().text(), QStringLiteral("Evaluate"));
}

} // namespace

} // namespace unlit::ui
