// How bright the albedo is altogether, which nobody can see: a user who knows one surface says it.
#pragma once

#include "ui/pages/infer/anchor_popup.h"
#include "ui/pages/infer/infer_parts.h"

#include <QObject>
#include <QPoint>

#include <optional>

namespace unlit::ui {

/// GUI thread.
class BrightnessAnchor : public QObject {
    Q_OBJECT

public:
    explicit BrightnessAnchor(InferParts& parts);

    /// Asks for the albedo of the pixel that the viewer's readout is about; says what is missing.
    void ask(const QPoint& globalPlace);
    /// Likewise of `pixel` of the picture on show.
    void askAt(const QPoint& globalPlace, const std::optional<QPoint>& pixel);
    /// Back to the model's brightness.
    void reset(bool forAll);

    AnchorPopup& popup() { return *m_popup; }

private:
    void anchorTo(double albedo, bool forAll);
    void scaleTo(double scale, bool forAll);

    InferParts& m_parts;
    AnchorPopup* m_popup;
    std::optional<QPoint> m_pixel; ///< of the picture on show, that the popup is about
};

} // namespace unlit::ui
