// The batch of one step: its pictures, and what each of them cost.
#pragma once

#include "core/runs/step_batch.h"
#include "ui/bridge/background.h"

#include <QFrame>
#include <QLabel>
#include <QListWidget>

#include <cstdint>
#include <filesystem>
#include <variant>

namespace unlit::ui {

/// Lies over a plot; Escape or its button closes it. Reads losses and pictures in the background.
/// GUI thread; the destructor waits for the picture that is being read.
class BatchPanel : public QFrame {
    Q_OBJECT

public:
    explicit BatchPanel(QWidget* parent = nullptr);

    void show(const std::filesystem::path& run, std::int64_t step);

    const QListWidget& samples() const { return *m_list; }

    const QLabel& heading() const { return *m_title; }

    /// All that was asked for is on show.
    bool isComplete() const { return !m_reader.isBusy(); }

    QSize sizeHint() const override;

signals:
    /// It wants another size.
    void resized();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    using Rows = std::vector<train::LossRow>;

    void loadThumbnails(const std::filesystem::path& run, const Rows& rows,
                        const std::stop_token& stop);
    void take(std::int64_t step, const Rows& rows);
    void showProblem(const QString& text);
    void setTitle(const QString& title);

    QLabel* m_title;
    QLabel* m_problem;
    QListWidget* m_list;
    Background<std::monostate> m_reader; // last: joined while the rest is there
};

} // namespace unlit::ui
