#include "ui/data/pair_loader.h"

#include "ui/bridge/freed_elsewhere.h"

#include <variant>

namespace unlit::ui {

void PairLoader::stop() {
    ++m_generation;
    m_isBusy = false;
    m_queue.clear();
}

void PairLoader::load(int pair, std::shared_ptr<const data::PictureSource> source,
                      const data::ListedPair& files) {
    stop();
    m_isBusy = true;
    const int generation = m_generation;
    m_queue.post(
        [this, generation, pair, source = std::move(source), files](const std::stop_token& stop) {
            std::variant<PairPreview, Failure> answer;
            try {
                auto preview = previewPair(*source, files, stop);
                if (!preview)
                    return;
                for (auto* picture : {&preview->beauty, &preview->albedo, &preview->leftOut})
                    *picture = freedElsewhere(std::move(*picture));
                answer = std::move(*preview);
            } catch (...) {
                answer = translateCurrentException();
            }
            QMetaObject::invokeMethod(this, [this, generation, pair, answer = std::move(answer)] {
                if (generation != m_generation)
                    return;
                m_isBusy = false;
                if (const auto* preview = std::get_if<PairPreview>(&answer))
                    emit loaded(pair, *preview);
                else
                    emit failed(pair, std::get<Failure>(answer));
            });
        });
}

} // namespace unlit::ui
