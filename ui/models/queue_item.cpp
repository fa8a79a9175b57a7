#include "ui/models/queue_item.h"

namespace unlit::ui {

void QueueItem::waitForRun() {
    state = QueueState::Waiting;
    unsaved.reset();
    notes.clear();
    job = {};
    fraction = 0;
    secondsLeft.reset();
    what.clear();
    failure = {};
}

void QueueItem::letGoOfResult() {
    result.reset();
    if (state == QueueState::Done && saved.empty())
        waitForRun();
}

} // namespace unlit::ui
