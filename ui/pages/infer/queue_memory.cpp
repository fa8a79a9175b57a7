#include "ui/pages/infer/queue_memory.h"

#include "ui/models/queue_store.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace unlit::ui {

QueueMemory::QueueMemory(InferParts& parts, QueueVerbs& verbs, StrokesMode& strokes,
                         RunEstimates& estimates)
    : m_parts(parts), m_verbs(verbs), m_strokes(strokes), m_estimates(estimates) {}

void QueueMemory::begin(const std::filesystem::path& stateFolder) {
    m_place = std::make_unique<QueuePlace>(stateFolder);
    m_strokes.setFolder(stateFolder / "strokes");
    m_estimates.remember(stateFolder / "timings.json");
    StoredQueue stored = readQueue(m_place->file());
    for (const std::filesystem::path& file : m_place->left()) {
        StoredQueue left = readQueue(file);
        std::ranges::move(left.items, std::back_inserter(stored.items));
        if (stored.problem.isEmpty())
            stored.problem = left.problem;
    }
    if (!m_place->isFirst())
        m_parts.say(MessageBar::Kind::Note,
                    tr("Another studio is open: this one has a queue of its own."),
                    tr("The next one to start alone has the images of both."));
    if (!stored.problem.isEmpty())
        m_parts.say(MessageBar::Kind::Bad, stored.problem);
    m_parts.controller.restore(std::move(stored.items));
    m_verbs.tellRestored();
    m_keeper = std::make_unique<QueueKeeper>(m_parts.controller.queue(), m_place->file());
    if (!m_place->left().empty() && m_keeper->writeNow())
        m_place->forgetLeft();
    connect(m_keeper.get(), &QueueKeeper::failed, this, [this](const QString& text) {
        m_parts.say(MessageBar::Kind::Bad, tr("The queue cannot be remembered."), text);
    });
    if (m_parts.controller.queue().rowCount() > 0)
        m_parts.queue.select(m_parts.controller.queue().at(0).id);
    m_estimates.update();
}

void QueueMemory::end() {
    m_keeper.reset(); // first: it writes where the place is
    m_place.reset();
}

} // namespace unlit::ui
