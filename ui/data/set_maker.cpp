#include "ui/data/set_maker.h"

#include <utility>

namespace unlit::ui {

template <class Act>
void SynthesisLooks::answer(int generation, Act act) {
    QMetaObject::invokeMethod(this, [this, generation, act = std::move(act)] {
        if (generation == m_generation)
            act();
    });
}

void SynthesisLooks::stop() {
    ++m_generation;
    m_isBusy = false;
    m_queue.clear();
}

void SynthesisLooks::ask(const SynthesisOptions& options, int count, int sizePx) {
    stop();
    m_isBusy = true;
    const int generation = m_generation;
    m_queue.post([this, generation, options, count, sizePx](const std::stop_token& stop) {
        try {
            for (int index = 0; index < count; ++index) {
                auto look =
                    m_previewer.render(options, static_cast<std::uint64_t>(index), sizePx, stop);
                if (!look)
                    return;
                answer(generation,
                       [this, index, look = std::move(*look)] { emit rendered(index, look); });
            }
            answer(generation, [this] {
                m_isBusy = false;
                emit finished();
            });
        } catch (...) {
            answer(generation, [this, failure = translateCurrentException()] {
                m_isBusy = false;
                emit failed(failure);
            });
        }
    });
}

void SetMaker::make(const SynthesisOptions& options) {
    m_isBusy = true;
    m_queue.post([this, options](const std::stop_token& stop) {
        const auto answer = [this](auto act) {
            QMetaObject::invokeMethod(this, [this, act = std::move(act)] {
                m_isBusy = false;
                act();
            });
        };
        try {
            const auto tell = [this](const SynthesisProgress& progress) {
                QMetaObject::invokeMethod(this, [this, progress] { emit progressed(progress); });
            };
            if (auto summary = synthesizeDataset(options, tell, stop))
                answer([this, summary = std::move(*summary)] { emit made(summary); });
            else
                answer([this] { emit stopped(); });
        } catch (...) {
            answer([this, failure = translateCurrentException()] { emit failed(failure); });
        }
    });
}

} // namespace unlit::ui
