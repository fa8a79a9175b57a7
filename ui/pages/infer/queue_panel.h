// The queue column of the Infer page: list, drop area, buttons.
#pragma once

#include "ui/models/inference_queue_model.h"

#include <QFrame>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QTimer>

#include <vector>

namespace unlit::ui {

class QueueDelegate;

/// Shows the model and tells what the user wants; knows no session.
class QueuePanel : public QFrame {
    Q_OBJECT

public:
    explicit QueuePanel(InferenceQueueModel& queue, QWidget* parent = nullptr);

    QueueItemId current() const;
    /// All chosen items, in the order of the queue.
    std::vector<QueueItemId> chosen() const;
    void select(QueueItemId id);
    /// Moves the chosen items by one row, or before all others; they stay chosen.
    void moveChosen(int rows);
    void moveChosenToFront();
    /// Says above the list why nothing starts; empty = all is well.
    void setHeld(bool isHeld, const QString& why);
    /// Until all that runs and waits is done, "4 min 20 s"; empty = unknown.
    void setTimeLeft(const QString& time);
    /// Moves the choice by rows.
    void step(int rows);

    QListView& list() { return *m_list; }

    /// The drop area glows while something is dragged over the window.
    void setDropHighlighted(bool isHighlighted);

signals:
    /// Rows in view whose pictures are not there yet.
    void picturesMissed(const std::vector<unlit::ui::QueueItemId>& ids);
    void currentChanged(unlit::ui::QueueItemId id);
    void addAsked();
    void clearDoneAsked();
    void cancelAllAsked();
    void retryAsked(unlit::ui::QueueItemId id);
    void showInFolderAsked(unlit::ui::QueueItemId id);
    void closeAsked(const std::vector<unlit::ui::QueueItemId>& ids);
    void continueAsked();
    void menuAsked(unlit::ui::QueueItemId id, const QPoint& globalPlace);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void tellMissed();
    QWidget* makeFooter();
    QWidget* makeHeldBar();
    void setUpList();
    void connectDelegate(QueueDelegate* delegate);
    void countChanged();

    InferenceQueueModel& m_queue;
    QLabel* m_title;
    QLabel* m_counts;
    QString m_timeLeft;
    QFrame* m_held = nullptr;
    QLabel* m_heldText = nullptr;
    QListView* m_list;
    QTimer m_glance; ///< rows that only fly past are not looked at
    QWidget* m_dropArea;
    QPushButton* m_clear;
    QPushButton* m_cancel;
};

} // namespace unlit::ui
