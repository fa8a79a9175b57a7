// Reads one pair for the viewer in the background.
#pragma once

#include "core/base/failure.h"
#include "core/session/data/pair_preview.h"
#include "ui/bridge/background.h"

#include <QObject>

#include <optional>

namespace unlit::ui {

/// GUI thread; a question that comes while another is worked on takes its place. The destructor
/// waits for the picture that is being read.
class PairLoader : public QObject {
    Q_OBJECT

public:
    explicit PairLoader(QObject* parent = nullptr) : QObject(parent) {}

    void load(int pair, std::shared_ptr<const data::PictureSource> source,
              const data::ListedPair& files);

    void stop() { m_preview.forget(); }

    bool isBusy() const { return m_preview.isBusy(); }

signals:
    void loaded(int pair, const unlit::PairPreview& preview);
    void failed(int pair, const unlit::Failure& failure);

private:
    Background<std::optional<PairPreview>> m_preview; // last: joined while the rest is there
};

} // namespace unlit::ui
