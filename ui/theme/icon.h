// Line icons that take their colour from the theme.
#pragma once

#include <QIcon>
#include <QString>

namespace unlit::ui {

/// The icon resources/icons/NAME.svg, drawn in the text colour of the application's palette at the
/// time of painting: secondary when idle, accent when On, disabled when disabled. Sharp at any
/// scale.
QIcon themedIcon(const QString& name);

/// The same icon in one given colour, as a pixmap of `sizePx` logical pixels at `ratio`.
QPixmap tintedIcon(const QString& name, const QColor& color, int sizePx, qreal ratio);

} // namespace unlit::ui
