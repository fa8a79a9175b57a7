// The whole window over a session that does no work.
#pragma once

#include "core/image/image_file.h"
#include "tests/ui/fake_session.h"
#include "ui/kit/text.h"
#include "ui/main_window.h"

#include <QDropEvent>
#include <QMimeData>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace unlit::ui {

class MainWindowTest : public testing::Test {
protected:
    MainWindowTest() { m_window.show(); }

    std::filesystem::path makePicture(const std::string& name) {
        const std::filesystem::path path = m_root / name;
        std::filesystem::create_directories(path.parent_path());
        writeImage(path, makeImage(8, 6, {"R", "G", "B"}, ColorSpace::Srgb),
                   {.format = FileFormat::Png8});
        return path;
    }

    void drop(QWidget& target, const std::vector<std::filesystem::path>& paths) {
        QMimeData data;
        QList<QUrl> urls;
        for (const std::filesystem::path& path : paths)
            urls += QUrl::fromLocalFile(toQString(path));
        data.setUrls(urls);
        drop(target, data);
    }

    /// As a file manager does it: enter, then drop, on some widget of the window.
    static void drop(QWidget& target, QMimeData& data) {
        QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&target, &enter);
        EXPECT_TRUE(enter.isAccepted());
        QDropEvent dropped(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&target, &dropped);
    }

    InferenceQueueModel& queue() { return m_window.inferPage().controller().queue(); }

    void chooseModel(const QString& folder) {
        m_window.inferPage().chooseModel(folder);
        QTest::qWait(20);
    }

    /// a.png goes through the queue to a result of 8 x 6 pixels.
    bool finishOne() {
        chooseModel(QStringLiteral("/models/good"));
        drop(m_window, {makePicture("a.png")});
        if (!waitFor([&] { return m_log.submitted.size() == 1; }))
            return false;
        EventSink& sink = m_window.inferPage().controller().sink();
        postTo(sink, m_log.jobs[0], ResultReady{makeResult(m_log.submitted[0], 8, 6)});
        postTo(sink, m_log.jobs[0], Finished{});
        return waitFor([&] { return queue().at(0).state == QueueState::Done; });
    }

    QTemporaryDir m_folder;
    std::filesystem::path m_root = m_folder.path().toStdString();
    FakeSessionLog m_log;
    MainWindow m_window{{.settingsFile = m_folder.filePath(QStringLiteral("studio.ini")),
                         .stateFolder = m_folder.filePath(QStringLiteral("state")),
                         .makeService = makeFake(m_log),
                         .inspectModel = describe}};
};

} // namespace unlit::ui
