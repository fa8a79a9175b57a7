// The batch of one step: its pictures, and what each of them cost.
#pragma once

#include <QFrame>
#include <QLabel>
#include <QListWidget>
#include <QThreadPool>

#include <atomic>
#include <cstdint>
#include <filesystem>

namespace unlit::ui {

/// Lies over a plot; Escape or its button closes it. Reads losses and pictures in the background.
/// GUI thread; the destructor waits for the picture that is being read.
class BatchPanel : public QFrame {
    Q_OBJECT

public:
    explicit BatchPanel(QWidget* parent = nullptr);
    ~BatchPanel() override;

    void show(const std::filesystem::path& run, std::int64_t step);

    const QListWidget& samples() const { return *m_list; }

    const QLabel& heading() const { return *m_title; }

    /// All that was asked for is on show.
    bool isComplete() const { return m_pending == 0; }

    QSize sizeHint() const override;

signals:
    /// It wants another size.
    void resized();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Found;

    void take(const Found& found);
    void loadThumbnails(const std::filesystem::path& run, const Found& found);

    QLabel* m_title;
    QLabel* m_problem;
    QListWidget* m_list;
    std::atomic<int> m_asked = 0;
    int m_pending = 0;
    QThreadPool m_pool;
};

} // namespace unlit::ui
