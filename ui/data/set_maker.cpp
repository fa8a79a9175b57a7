#include "ui/data/set_maker.h"

#include <variant>

namespace unlit::ui {

void SynthesisLooks::ask(const SynthesisOptions& options, int count, int sizePx) {
    stop();
    m_queue.post(
        [this, options, count, sizePx](const std::stop_token& stop) {
            for (int index = 0; index < count; ++index) {
                const auto look =
                    m_previewer.render(options, static_cast<std::uint64_t>(index), sizePx, stop);
                if (!look)
                    break; // stopped: nobody hears of it
                m_queue.tell(stop, [this, index, look] { emit rendered(index, *look); });
            }
            return std::monostate();
        },
        [this](std::monostate) { emit finished(); },
        [this](const Failure& failure) { emit failed(failure); });
}

void SetMaker::make(const SynthesisOptions& options) {
    m_set.ask(
        [this, options](const std::stop_token& stop) {
            const auto tell = [&](const SynthesisProgress& progress) {
                m_set.tell(stop, [this, progress] { emit progressed(progress); });
            };
            return synthesizeDataset(options, tell, stop);
        },
        [this](const std::optional<SynthesisSummary>& summary) {
            if (summary)
                emit made(*summary);
            else
                emit stopped();
        },
        [this](const Failure& failure) { emit failed(failure); });
}

} // namespace unlit::ui
