#include "ui/widgets/drop_area.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace unlit::ui {

DropArea::DropArea(QWidget* parent) : QWidget(parent) {
    setFixedHeight(68);
    setToolTip(tr("Images can be dropped anywhere in the window; folders are searched for images.\n"
                  "A model folder that is dropped becomes the model."));
}

void DropArea::setHighlighted(bool isHighlighted) {
    m_isHighlighted = isHighlighted;
    update();
}

void DropArea::paintEvent(QPaintEvent*) {
    const ThemeTokens& tokens = themeTokens(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(m_isHighlighted ? tokens.accent : tokens.border, 1.2, Qt::CustomDashLine);
    pen.setDashPattern({3.5, 3.0});
    painter.setPen(pen);
    QColor fill = tokens.accentFill;
    fill.setAlpha(m_isHighlighted ? 30 : 0);
    painter.setBrush(fill);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
    const QRect upper(0, height() / 2 - 19, width(), 19);
    painter.setPen(m_isHighlighted ? tokens.accent : tokens.secondary);
    painter.setFont(interfaceFont());
    painter.drawText(upper, Qt::AlignCenter, tr("Drop images or folders here"));
    painter.setPen(tokens.secondary);
    painter.setFont(interfaceFont(11));
    painter.drawText(upper.translated(0, 18), Qt::AlignCenter, tr("EXR · PNG · TIFF · JPEG · HDR"));
}

} // namespace unlit::ui
