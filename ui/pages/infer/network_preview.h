// What the network is shown of a picture, small: exposed, clipped and encoded in the background.
#pragma once

#include "core/image/image.h"
#include "ui/bridge/background.h"

#include <QImage>
#include <QObject>
#include <QSize>

#include <memory>
#include <optional>

namespace unlit::ui {

struct PreviewOrder {
    std::shared_ptr<const Image> small;     ///< of the picture, in its own range; never null
    ColorSpace space = ColorSpace::Srgb;    ///< taken for the picture's own
    ColorSpace transfer = ColorSpace::Srgb; ///< of the model: display-encoded
    double exposureEv = 0;                  ///< stops
    QSize box;                              ///< pixels that the preview fits into

    bool operator==(const PreviewOrder&) const = default;
};

struct NetworkPreview {
    QImage picture;     ///< as a screen shows it
    double atWhite = 0; ///< share [0,1] of the samples that the network sees at white
};

/// Any thread.
NetworkPreview makePreview(const PreviewOrder& order);

/// GUI thread. Answers the newest order only: those that come too late are dropped. The destructor
/// waits for the one that is being made.
class PreviewMaker : public QObject {
    Q_OBJECT

public:
    explicit PreviewMaker(QObject* parent = nullptr) : QObject(parent) {}

    /// Nothing where the same was asked for last.
    void ask(const PreviewOrder& order);
    /// What was asked for is not wanted any more.
    void forget();

    /// Everything asked for has been answered.
    bool isSettled() const { return !m_preview.isBusy(); }

signals:
    void made(const unlit::ui::NetworkPreview& preview);

private:
    std::optional<PreviewOrder> m_asked;
    Background<NetworkPreview> m_preview; // last: joined while the rest is there
};

} // namespace unlit::ui
