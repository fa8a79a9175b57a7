// A Runs page over a folder of small runs.
#pragma once

#include "core/train/run_folder.h"
#include "tests/support/wait_for.h"
#include "ui/pages/runs/runs_page.h"

#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace unlit::ui {

class RunsPageTest : public testing::Test {
protected:
    std::filesystem::path makeRun(const std::string& name, double lr,
                                  const std::string& ending = "complete") {
        const train::RunFolder run = train::RunFolder::create(
            m_root / name, "max_iter: 40\nlr: " + std::to_string(lr) + "\n");
        for (int step = 1; step <= 20; ++step)
            addRow(run.path(), step);
        std::ofstream(run.log()) << "2026-01-02T03:04:05Z info " << ending << " after step 20\n";
        return run.path();
    }

    static void addRow(const std::filesystem::path& run, int step) {
        std::ofstream(run / "metrics.jsonl", std::ios::app)
            << "{\"step\":" << step << ",\"time\":" << 1000 + step
            << ",\"epoch\":1,\"train/loss\":0.5,\"val/s/psnr\":" << 20 + step << "}\n";
    }

    void open() {
        m_page.resize(1200, 700);
        m_page.show();
        m_page.roots().add(QString::fromStdString(m_root.string()));
        ASSERT_TRUE(test::waitFor([&] { return m_page.found().isLooked(); }));
    }

    int rowOf(const std::filesystem::path& run) { return m_page.found().model().rowOf(run); }

    QString text(int row, RunsModel::Column column) {
        return m_page.found().model().index(row, column).data().toString();
    }

    QTemporaryDir m_folder;
    std::filesystem::path m_root = m_folder.path().toStdString();
    RunsPage m_page;
};

} // namespace unlit::ui
