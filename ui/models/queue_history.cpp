#include "ui/models/queue_history.h"

#include <utility>

namespace unlit::ui {

void QueueHistory::add(QueueEdit edit) {
    if (edit.isEmpty())
        return;
    m_undone.clear();
    addAgain(std::move(edit));
}

void QueueHistory::addAgain(QueueEdit edit) {
    if (edit.isEmpty())
        return;
    m_edits.push_back(std::move(edit));
    forgetOldest();
}

void QueueHistory::forgetOldest() {
    std::size_t rows = 0;
    for (const QueueEdit& edit : m_edits)
        rows += edit.size();
    while (m_edits.size() > 1 && rows > kMostRows) {
        rows -= m_edits.front().size();
        m_edits.pop_front();
    }
}

std::optional<QueueEdit> QueueHistory::undo() {
    if (m_edits.empty())
        return {};
    QueueEdit edit = std::move(m_edits.back());
    m_edits.pop_back();
    UndoneEdit undone{{}, edit.cancelled, edit.scaled};
    for (const TakenItem& gone : edit.taken)
        undone.taken.push_back(gone.item.id);
    m_undone.push_back(std::move(undone));
    return edit;
}

std::optional<UndoneEdit> QueueHistory::redo() {
    if (m_undone.empty())
        return {};
    UndoneEdit undone = std::move(m_undone.back());
    m_undone.pop_back();
    return undone;
}

void QueueHistory::visit(const std::function<void(QueueItem&)>& look) {
    for (QueueEdit& edit : m_edits)
        for (TakenItem& gone : edit.taken)
            look(gone.item);
}

} // namespace unlit::ui
