// The line at the bottom: machine at the left, the running job at the right.
#pragma once

#include <QFrame>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>

#include <optional>

namespace unlit::ui {

class StudioStatusBar : public QFrame {
    Q_OBJECT

public:
    explicit StudioStatusBar(QWidget* parent = nullptr);

    /// "CPU · 2 threads · bfloat16".
    void setMachine(const QString& text);
    /// `fraction` 0..1. Every figure keeps its place while it changes.
    void showJob(const QString& text, double fraction, std::optional<double> secondsLeft);
    /// What ends by itself soon and cannot be stopped.
    void showWork(const QString& text, double fraction);
    void clearJob();
    /// Fixed figures instead of the machine's, for pictures of the window.
    void setMemory(std::uint64_t usedBytes, std::uint64_t totalBytes);

signals:
    void stopped();

private:
    void measureMemory();

    QLabel* m_machine;
    QLabel* m_memory;
    QLabel* m_job;
    QProgressBar* m_progress;
    QLabel* m_left;
    QPushButton* m_stop;
    QTimer m_timer;
};

} // namespace unlit::ui
