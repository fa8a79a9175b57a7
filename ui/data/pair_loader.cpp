#include "ui/data/pair_loader.h"

#include "ui/bridge/freed_elsewhere.h"

namespace unlit::ui {

void PairLoader::load(int pair, std::shared_ptr<const data::PictureSource> source,
                      const data::ListedPair& files) {
    using Answer = std::optional<PairPreview>;
    const auto read = [source = std::move(source), files](const std::stop_token& stop) -> Answer {
        auto preview = previewPair(*source, files, stop);
        if (!preview)
            return {}; // stopped: nobody hears of it
        for (auto* picture : {&preview->beauty, &preview->albedo, &preview->leftOut})
            *picture = freedElsewhere(std::move(*picture));
        return Answer(std::move(*preview));
    };
    m_preview.ask(
        read,
        [this, pair](const Answer& preview) {
            if (preview)
                emit loaded(pair, *preview);
        },
        [this, pair](const Failure& failure) { emit failed(pair, failure); });
}

} // namespace unlit::ui
