// A Data page over a folder of small renders that a test spoils as it likes.
#pragma once

#include "tests/core/data/test_scene.h"
#include "tests/support/file_text.h"
#include "tests/support/temp_folder.h"
#include "tests/support/wait_for.h"
#include "ui/data/data_page.h"

#include <QTest>

#include <gtest/gtest.h>

namespace unlit::ui {

using test::textOf;
using test::waitFor;

class DataPageTest : public testing::Test {
protected:
    DataPageTest() { m_page.set().forgetReports(); }

    void makeSet(int pairs) { test::writeScenes(m_set, pairs, 64, 48); }

    void spoil(const std::string& name) const {
        test::writeExrFile(m_set / (name + "_albedo.exr"),
                           makeImage(64, 48, {"R", "G", "B"}, ColorSpace::Linear));
    }

    /// Waits until the pairs are found and, where there are any, looked at.
    void open(const std::filesystem::path& source) {
        m_page.resize(1200, 760);
        m_page.show();
        m_page.open(source);
        ASSERT_TRUE(waitFor([&] { return m_page.set().isOpen(); }));
        ASSERT_TRUE(
            waitFor([&] { return m_page.model().reportCount() == m_page.model().rowCount(); }));
        ASSERT_TRUE(waitFor([&] { return m_page.isSettled(); }));
    }

    int rowOf(const QString& key) {
        for (int row = 0; row < m_page.model().rowCount(); ++row)
            if (m_page.model().index(row).data().toString() == key)
                return row;
        return -1;
    }

    test::TempFolder m_folder;
    std::filesystem::path m_set = m_folder / "renders";
    std::filesystem::path m_thumbnails = m_folder / "thumbnails";
    DataPage m_page{m_thumbnails};
};

} // namespace unlit::ui
