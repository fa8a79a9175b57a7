// A Models page over a folder of small models.
#pragma once

#include "tests/ui/fake_session.h"
#include "ui/kit/text.h"
#include "ui/pages/models/models_page.h"

#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace unlit::ui {

class ModelsPageTest : public testing::Test {
protected:
    std::filesystem::path makeModel(const std::string& name) {
        writeRandomModel("tiny", m_root / name, 3, false, {});
        return m_root / name;
    }

    void open() {
        m_page.resize(1200, 700);
        m_page.show();
        m_page.roots().add(toQString(m_root));
        ASSERT_TRUE(waitFor([&] { return !m_page.found().isLooking(); }));
    }

    void choose(const std::filesystem::path& model) {
        m_page.table().setCurrent(m_page.found().model().rowOf(model));
    }

    QString text(const std::filesystem::path& model, ModelsModel::Column column) {
        return m_page.found()
            .model()
            .index(m_page.found().model().rowOf(model), column)
            .data()
            .toString();
    }

    bool hasNotice() {
        bool isVisible = false;
        for (const NoticeCard* card : m_page.findChildren<NoticeCard*>())
            isVisible = isVisible || card->isVisible();
        return isVisible;
    }

    void waitForWork() {
        ASSERT_TRUE(waitFor([&] { return !m_page.work().isBusy(); }));
        QTest::qWait(10);
    }

    QTemporaryDir m_folder;
    std::filesystem::path m_root = m_folder.path().toStdString();
    FakeSessionLog m_log;
    ModelsPage m_page{makeFake(m_log), {}};
};

} // namespace unlit::ui
