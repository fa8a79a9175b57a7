#include "ui/pages/infer/infer_parts.h"

namespace unlit::ui {

std::shared_ptr<const InferenceResult> InferParts::resultOf(const QueueItem& item) const {
    if (!item.isSequence() || item.id != viewed)
        return item.result;
    return viewer.hasResult() ? viewer.result() : item.result;
}

void InferParts::say(MessageBar::Kind kind, const QString& text, const QString& hint,
                     const std::vector<MessageBar::Choice>& choices) const {
    settings.message().say(kind, text, hint, choices);
}

} // namespace unlit::ui
