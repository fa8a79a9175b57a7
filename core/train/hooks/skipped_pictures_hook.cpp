#include "core/train/hooks/skipped_pictures_hook.h"

namespace unlit::train {

void SkippedPicturesHook::onMicroBegin(StepContext& context) {
    for (const data::SkippedSample& skipped : context.task.takeSkipped()) {
        ++m_times;
        if (!m_names.insert(skipped.name).second || m_names.size() > m_most)
            continue;
        context.log(LogLine::Level::Warning, "left out " + skipped.name + ": " + skipped.reason);
        context.post(BadSample{context.position.step, skipped.name, skipped.reason, true});
        if (m_names.size() == m_most)
            context.log(LogLine::Level::Warning,
                        "further pictures that are left out are counted at the end of the run");
    }
}

void SkippedPicturesHook::onTrainEnd(StepContext& context, RunEnd) {
    onMicroBegin(context); // those of the last batches
    if (m_names.empty())
        return;
    const std::string pictures =
        m_names.size() == 1 ? "1 picture" : std::to_string(m_names.size()) + " pictures";
    context.log(LogLine::Level::Warning,
                pictures + " could not be read and " + (m_names.size() == 1 ? "was" : "were") +
                    " left out, " + std::to_string(m_times) + " times in all");
}

} // namespace unlit::train
