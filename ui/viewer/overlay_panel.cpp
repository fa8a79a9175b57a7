#include "ui/viewer/overlay_panel.h"

#include "ui/theme/theme.h"

namespace unlit::ui {

void OverlayPanel::paintPlate(QPainter& painter) const {
    const ThemeTokens& tokens = themeTokens(palette());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.overlay);
    painter.drawRoundedRect(rect(), 6, 6);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(tokens.overlayText);
    painter.setFont(valueFont());
}

} // namespace unlit::ui
