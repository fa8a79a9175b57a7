// A Train page over a training that a test plays.
#pragma once

#include "tests/ui/fake_training.h"
#include "tests/ui/sample_run_folder.h"
#include "ui/kit/text.h"
#include "ui/train/train_page.h"

#include <QLabel>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace unlit::ui {

inline const QString kTrainRecipe =
    QStringLiteral("model: {pretrained_path: model}\n"
                   "dataset:\n  train: {disp_name: t, dir: train, filenames: filename_list.txt}\n"
                   "max_iter: 40\nlr: 0.001\n");

class TrainPageTest : public testing::Test {
protected:
    TrainPageTest() {
        m_page.resize(1100, 760);
        m_page.show();
    }

    void post(decltype(Event::body) body) {
        postTo(m_page.controller().sink(), m_log.job, std::move(body));
    }

    /// A run of 20 steps that the fake trains.
    SampleRunFolder begin(const std::string& name = "mine") {
        SampleRunFolder run(m_root / name);
        run.addSteps(1, 20);
        m_page.starts().start(kTrainRecipe, toQString(m_root), toQString(name));
        post(RunOpened{run.path(), 0, 100});
        EXPECT_TRUE(waitFor([&] { return m_page.controller().phase() == TrainPhase::Running; }));
        EXPECT_TRUE(waitFor([&] { return m_page.isSettled(); }));
        return run;
    }

    bool hasButton(const char* text) {
        return m_page.bar().button(QString::fromUtf8(text)) != nullptr;
    }

    void click(const char* text) {
        QPushButton* button = m_page.bar().button(QString::fromUtf8(text));
        ASSERT_NE(button, nullptr) << text;
        ASSERT_TRUE(button->isEnabled()) << text;
        button->click();
    }

    QString said() {
        QString all;
        for (const QLabel* label : m_page.message().findChildren<QLabel*>())
            all += label->text() + u'\n';
        return m_page.message().isVisible() ? all : QString();
    }

    QTemporaryDir m_folder;
    std::filesystem::path m_root = m_folder.path().toStdString();
    FakeTrainingLog m_log;
    TrainPage m_page{makeFake(m_log)};
};

} // namespace unlit::ui
