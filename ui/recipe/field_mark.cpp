#include "ui/recipe/field_mark.h"

#include "ui/theme/theme_tokens.h"

#include <QPainter>

namespace unlit::ui {

namespace {

constexpr int kSizePx = 16;
constexpr double kRadius = 4;

} // namespace

FieldMark::FieldMark(QWidget* parent) : QAbstractButton(parent) {
    setFixedSize(kSizePx, kSizePx);
    setKind(Kind::None);
}

QSize FieldMark::sizeHint() const {
    return {kSizePx, kSizePx};
}

void FieldMark::setKind(Kind kind) {
    m_kind = kind;
    setEnabled(kind != Kind::None);
    setFocusPolicy(kind == Kind::None ? Qt::NoFocus : Qt::TabFocus);
    setCursor(kind == Kind::None ? Qt::ArrowCursor : Qt::PointingHandCursor);
    update();
}

void FieldMark::paintEvent(QPaintEvent*) {
    if (m_kind == Kind::None)
        return;
    const ThemeTokens& tokens = themeTokens(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QPointF middle(width() / 2.0, height() / 2.0);
    if (hasFocus() || underMouse()) {
        painter.setPen(QPen(hasFocus() ? tokens.accent : tokens.border, 1));
        painter.drawEllipse(middle, kRadius + 3, kRadius + 3);
    }
    const bool isRing = m_kind != Kind::Changed;
    const QColor color = m_kind == Kind::Inherited ? tokens.secondary : tokens.accent;
    painter.setPen(isRing ? QPen(color, 1.4) : QPen(Qt::NoPen));
    painter.setBrush(isRing ? QBrush(Qt::NoBrush) : QBrush(tokens.accentFill));
    painter.drawEllipse(middle, kRadius, kRadius);
}

} // namespace unlit::ui
