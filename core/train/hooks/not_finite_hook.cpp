#include "core/train/hooks/not_finite_hook.h"

#include <utility>

namespace unlit::train {

void NotFiniteHook::take(StepContext& context) {
    for (const data::NotFiniteSample& sample : context.task.takeNotFinite()) {
        ++context.position.notFiniteSamples;
        if (!m_names.insert(sample.name).second || m_names.size() > m_most)
            continue;
        context.log(LogLine::Level::Warning, sample.name + ": " + sample.what);
        context.post(BadSample{context.position.step, sample.name, sample.what});
        if (m_names.size() == m_most)
            context.log(LogLine::Level::Warning,
                        "further samples that are not finite are counted at the end of the run");
    }
}

void NotFiniteHook::onStepEnd(StepContext& context) {
    take(context);
    const auto seen = std::exchange(context.position.notFiniteSamples, 0);
    if (seen > 0)
        context.scalars.push_back({"data/not_finite", static_cast<double>(seen)});
}

void NotFiniteHook::onTrainEnd(StepContext& context, RunEnd) {
    if (!m_names.empty())
        context.log(LogLine::Level::Warning,
                    (m_names.size() == 1
                         ? std::string("1 sample of the training set has")
                         : std::to_string(m_names.size()) + " samples of the training set have") +
                        " pixels that are not finite; find them all with unlit dataset check");
}

} // namespace unlit::train
